import { makeOrder, makeDraftOrder } from '../../../fixtures/orders.ts'
import { makeSettings } from '../../../fixtures/settings.ts'
import type { StoreState } from '../../../scenarios/state.ts'
import { DEFAULT_DIALECT, type Dialect } from '../../../schemas/dialect.ts'
import type { CreateInvoiceRequest, PlatformOrder } from '../../../schemas/types.ts'
import { Clock } from '../../clock.ts'
import { openDatabase, type Database } from '../../db/database.ts'
import { stateRows } from '../../store/fill.ts'
import type { InvoiceRecord } from '../../store/records.ts'
import { Stores } from '../../store/stores.ts'
import type { Context } from '../context.ts'
import { createInvoice } from '../create-invoice.ts'
import { Refusal } from '../../refusal.ts'

/** The clock of a shop stands still here. */
export const NOON = Date.parse('2026-03-10T12:00:00.000Z')

// Making them up is slow, and no rule changes a record in place.
const ORDERS = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => makeOrder({ seed: [1, id], set: { id } }))
const OTHER_ORDERS = [101, 102, 103].map((id) => makeOrder({ seed: [1, id], set: { id } }))
const DRAFTS = [1, 2, 3, 4].map((id) =>
  makeDraftOrder({ seed: [2, id], set: { id, invoice_type: id % 2 ? 'quote' : 'pro_forma' } }),
)
const SETTINGS = makeSettings({
  seed: 1,
  set: { invoice_number_prefix: 'INV-', next_invoice_number: '0099' },
})

export interface Shop {
  db: Database
  stores: Stores
  clock: Clock
  /** A store with orders 1 to 9 and draft orders 1 to 4, no template, no customer, no invoice. */
  context: Context
  /** Another store of the same platform software, its orders being 101 to 103. */
  other: Context
  /** The same store under other answers to open questions. */
  under(dialect: Partial<Dialect>): Context
}

/** Two stores in memory on a clock that stands still. */
export async function openShop(set: Partial<StoreState> = {}): Promise<Shop> {
  const db = await openDatabase({ memory: true })
  await db.replace(
    stateRows({
      next_id: 1000,
      stores: [{ ...shopState(), ...set }, emptyState(2, 'other', OTHER_ORDERS)],
    }),
  )
  const stores = new Stores(db)
  const clock = new Clock({ ahead_ms: 0, frozen_at: NOON })
  const context = contextOf(stores, clock, 'shop')
  const under = (dialect: Partial<Dialect>) => ({ ...context, dialect: { ...DEFAULT_DIALECT, ...dialect } })
  return { db, stores, clock, context, other: contextOf(stores, clock, 'other'), under }
}

/** The content of the first store. */
export function shopState(): StoreState {
  return { ...emptyState(1, 'shop', ORDERS), draft_orders: DRAFTS }
}

export function emptyState(id: number, name: string, orders: PlatformOrder[] = []): StoreState {
  const store = { id, name, plan: 'paid' as const, api_key: `key_of_${name}`, quota: null }
  return { store, settings: SETTINGS, templates: [], customers: [], orders, draft_orders: [], invoices: [] }
}

/** The invoice of an order, made by the rule itself. */
export function invoiceOf(
  context: Context,
  order_id: number,
  more: Partial<CreateInvoiceRequest> = {},
): InvoiceRecord {
  return createInvoice(context, { order_id, ...more }).invoice
}

/** The refusal that an action throws. */
export function refusalOf(action: () => unknown): Refusal {
  try {
    action()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('The action was not refused')
}

function contextOf(stores: Stores, world: Clock, name: string): Context {
  const store = stores.byName(name)
  if (!store) throw new Error(`There is no store ${name}`)
  return { store, world, dialect: DEFAULT_DIALECT, nextId: () => stores.nextId('small', store.record.id) }
}
