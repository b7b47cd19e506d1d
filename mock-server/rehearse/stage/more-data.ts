import { createCustomer } from '../../rules/customers.ts'
import type { Context } from '../../rules/context.ts'
import { createInvoice } from '../../rules/create-invoice.ts'
import { addOrder } from '../../rules/platform.ts'
import type { Table } from '../../db/table.ts'
import { contextFor, storesNamed } from '../../desk/store-named.ts'
import type { Mock } from '../../mock.ts'
import { settingsOf } from '../../store/store.ts'
import type { PlatformOrder } from '../../../schemas/types.ts'
import type { DataKind } from '../variations/variation.ts'
import { SCRIPTS, type Script } from './scripts.ts'

/** More than the largest page holds, whatever is there already. */
const MORE_INVOICES = 251

/** Orders with ids of their own. */
const MORE_ORDERS = 5

const MINUTE_MS = 60_000

/**
 * Adds to the stores, and changes nothing that is there: what was first in a list (the newest first) stays first, and
 * ids and numbers stay as they are. A store without orders stays without.
 */
export const ADD: Readonly<Record<DataKind, (mock: Mock) => void>> = {
  'many-invoices': (mock) => forEach(mock, addInvoices),
  'many-scripts': (mock) => forEach(mock, addScripts),
}

/** Orders for whoever picks one from the target file, with ids as the dialect makes them now. */
export const addOrders = (mock: Mock): void =>
  forEach(mock, (context, sample) => {
    const added = Array.from({ length: MORE_ORDERS }, (_, index) => copied(context, sample, index))
    toFront(context.store.orders, added)
  })

function forEach(mock: Mock, add: (context: Context, sample: PlatformOrder) => void): void {
  for (const store of storesNamed(mock, undefined)) {
    const orders = [...store.orders.values()]
    const sample = orders.find(({ customer }) => customer.email !== '') ?? orders[0]
    if (sample) add(contextFor(mock, store), sample)
  }
}

function addInvoices(context: Context, sample: PlatformOrder): void {
  const add = invoicing(context)
  for (let index = 0; index < MORE_INVOICES; index++) add(copied(context, sample, index))
}

function addScripts(context: Context, sample: PlatformOrder): void {
  const add = invoicing(context)
  const made = SCRIPTS.map((script, index) => copied(context, sample, index, inScript(sample, script)))
  const [invoiced, left] = [
    made.filter((_, index) => index % 2 === 0),
    made.filter((_, index) => index % 2 === 1),
  ]
  for (const order of invoiced) add(order)
  toFront(context.store.orders, left)
  const before = oldest(context, context.store.customers.values())
  SCRIPTS.forEach(({ first_name, last_name }, index) =>
    createCustomer(at(context, before - (index + 1) * MINUTE_MS), {
      first_name,
      last_name,
      email: `script-${index}@example.com`,
    }),
  )
}

/** An order like another one, with an id of its own. */
function copied(context: Context, { id: _id, ...order }: PlatformOrder, index: number, fields: object = {}) {
  const number = 90_001 + index
  return addOrder(context, 'orders', { ...order, name: `#${number}`, number, ...fields })
}

const inScript = (
  { customer, line_items }: PlatformOrder,
  { first_name, last_name, text }: Script,
): object => ({
  customer: { ...customer, first_name, last_name },
  note: text,
  line_items: line_items.map((item) => ({ ...item, title: text })),
})

/** Makes invoices that are older than all there are, each older than the one before; the store's own numbers go on as they were. */
function invoicing(context: Context): (order: PlatformOrder) => void {
  const { store } = context
  const before = oldest(context, store.invoices.values())
  let made = 0
  return ({ id }) => {
    const settings = settingsOf(store)
    const then = at(context, before - ++made * MINUTE_MS)
    const { invoice } = createInvoice(then, { order_id: id, generate_pdf: false })
    store.invoices.set(invoice.id, { ...invoice, number: `OLD-${made}` })
    store.settings.set('settings', settings)
  }
}

/** When the oldest came, in milliseconds since 1970; now where there are none. */
function oldest({ world }: Context, records: Iterable<{ created_at: string }>): number {
  let first = world.now()
  for (const { created_at } of records) first = Math.min(first, Date.parse(created_at))
  return first
}

/** In the past, and where nothing more is demanded than the kit itself demands. */
const at = (context: Context, now: number): Context => ({
  ...context,
  dialect: { ...context.dialect, 'customers.required': [] },
  world: { now: () => now, uuid: () => context.world.uuid() },
})

/** Puts rows before the others of a table, whose order is that in which they came. */
function toFront<Row extends { id: number }>(table: Table<Row, number>, rows: readonly Row[]): void {
  const first = new Set(rows.map(({ id }) => id))
  const others = [...table.values()].filter(({ id }) => !first.has(id))
  for (const row of others) {
    table.delete(row.id)
    table.set(row.id, row)
  }
}
