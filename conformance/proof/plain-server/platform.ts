import type { Answers } from './answers.ts'
import { isObject } from './is-object.ts'
import { stepOf, taxPrice } from './reckoning.ts'
import type { Reply } from './refusal.ts'
import {
  ADDRESS_FIELDS,
  type Address,
  type Invoice,
  type InvoiceType,
  type Order,
  type Person,
  type Store,
  type Text,
  type World,
} from './store.ts'
import { list, object, partial, type Patch } from './whole-parts.ts'

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))

/** JSON merge patch (RFC 7396). */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const kept = isObject(target) ? Object.entries(target).filter(([name]) => patch[name] === undefined) : []
  const given = Object.entries(patch)
    .filter(([, value]) => value !== null)
    .map(([name, value]): [string, unknown] => [
      name,
      mergePatch(isObject(target) ? target[name] : undefined, value),
    ])
  return Object.fromEntries([...kept, ...given])
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function amount(value: unknown): number {
  const thousandths = Math.round(Number(value) * 1000)
  return Math.abs(thousandths) <= 1e12 ? thousandths : 0
}

/** A moment that is written with four digits of year in every time zone; any other is the epoch. */
function time(value: unknown): number {
  const parsed = Date.parse(text(value))
  return Math.abs(parsed) < 253_402_000_000_000 && parsed > -62_000_000_000_000 ? parsed : 0
}

function integer(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : 0
}

/** Reads platform data, however odd, as a whole order; what it lacks is empty, or null where unset texts are. */
export function readOrder(answers: Answers, raw: unknown): Order {
  const unset = answers.unset === 'empty' ? '' : null
  const order = object(raw)
  const optional = (value: unknown): Text => (typeof value === 'string' ? value : unset)
  const address = (value: unknown): Address | null => {
    if (!isObject(value) && unset === null) return null
    // One entry for each field of an address.
    return Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, optional(object(value)[name])])) as Address
  }
  const lines = list(order['line_items']).map((line) => ({
    title: text(line['title']),
    variant_title: optional(line['variant_title']),
    quantity: Math.abs(integer(line['quantity'])) <= 1e6 ? integer(line['quantity']) : 0,
    price: amount(line['price']),
    sku: optional(line['sku']),
  }))
  if (answers.lineOrder === 'by title') lines.sort((a, b) => b.title.localeCompare(a.title, 'en'))
  return {
    id: integer(order['id']),
    name: text(order['name']),
    number: integer(order['number']),
    processed_at: time(order['processed_at']),
    currency: CURRENCIES.has(text(order['currency'])) ? text(order['currency']) : 'USD',
    financial_status: text(order['financial_status']),
    fulfillment_status: optional(order['fulfillment_status']),
    note: optional(order['note']),
    invoice_type: text(order['invoice_type']) as InvoiceType, // another is refused before it is used
    customer: person(order['customer'], optional),
    billing_address: address(order['billing_address']),
    shipping_address: address(order['shipping_address']),
    line_items: lines,
    tax_lines: list(order['tax_lines']).map((tax) => {
      const rate = typeof tax['rate'] === 'number' && Math.abs(tax['rate']) <= 100 ? tax['rate'] : 0
      const price = taxPrice(answers.reckoning, lines, rate, stepOf(text(order['currency'])))
      const given = answers.wholeParts && tax['price'] !== undefined
      return { title: text(tax['title']), rate, price: given ? amount(tax['price']) : price }
    }),
  }
}

function person(value: unknown, optional: (value: unknown) => Text): Person {
  const { id, email, first_name, last_name } = object(value)
  return {
    id: integer(id),
    email: optional(email),
    first_name: optional(first_name),
    last_name: optional(last_name),
  }
}

function withDecimal<Item extends { price: number }>(item: Item) {
  return { ...item, price: String(item.price / 1000) }
}

/** An order as the platform itself writes it. */
function orderShown(order: Order): Patch {
  return {
    ...order,
    processed_at: new Date(order.processed_at).toISOString(),
    line_items: order.line_items.map(withDecimal),
    tax_lines: order.tax_lines.map(withDecimal),
  }
}

/** Takes over an invoice's order as it is now; its updated_at moves only with a change. */
export function sync(invoice: Invoice, order: Order): void {
  if (JSON.stringify(order) === JSON.stringify(invoice.order)) return
  invoice.order = order
  invoice.updatedAt = Date.now()
}

function editOrder(world: World, orders: Map<number, Order>, id: number, patch: unknown): Reply {
  const order = orders.get(id)
  if (!order || !isObject(patch)) return { status: 404, body: { error: 'no such order' } }
  const problem = world.answers.wholeParts ? partial(patch) : undefined
  if (problem !== undefined) {
    world.refusedEdits.push(problem)
    return { status: 422, body: { error: problem } }
  }
  const edited = { ...readOrder(world.answers, mergePatch(orderShown(order), patch)), id }
  orders.set(id, edited)
  if (world.answers.autoSync) follow(world, orders, edited)
  return { status: 200, body: orderShown(edited) }
}

function follow(world: World, orders: Map<number, Order>, order: Order): void {
  for (const store of world.stores) {
    for (const invoice of store.invoices.values()) {
      const source = invoice.draft ? store.draftOrders : store.orders
      if (source === orders && invoice.order.id === order.id) sync(invoice, order)
    }
  }
}

/** The hooks that a target file names, outside the API: `/platform/{store}/…`; undefined for other paths. */
export function platformReply(
  world: World,
  method: string,
  path: string,
  body: () => unknown,
): Reply | undefined {
  const [, name, kind, id] = /^\/platform\/(\w+)\/(\w+)(?:\/(\d+))?$/.exec(path) ?? []
  const store = world.stores.find((candidate) => candidate.name === name)
  if (!store) return undefined
  const routes: Record<string, () => Reply> = {
    'PATCH orders': () => editOrder(world, store.orders, Number(id), body()),
    'PATCH draft_orders': () => editOrder(world, store.draftOrders, Number(id), body()),
    'DELETE orders': () => ({ status: store.orders.delete(Number(id)) ? 204 : 404 }),
    'POST finish_bulk': () => finishBulk(world, store),
    'GET emails': () => ({ status: 200, body: { emails: mailbox(store) } }),
  }
  return routes[`${method} ${String(kind)}`]?.()
}

function mailbox({ emails }: Store): object[] {
  const arrived = emails.filter(({ arrives }) => arrives <= Date.now())
  return arrived.map(({ to, slug, template_id, queued_at }) => ({ to, slug, template_id, queued_at }))
}

function finishBulk({ answers }: World, store: Store): Reply {
  const finished = store.bulk !== null
  store.bulk?.finish()
  if (answers.bulkHook === 'refuses' && !finished) return { status: 404, body: { error: 'nothing to end' } }
  return { status: 200, body: answers.bulkHook === 'tells' ? { finished } : {} }
}
