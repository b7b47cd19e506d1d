import { invoiceOf } from '../../schemas/commerce/invoices.ts'
import { keptOrder } from '../../schemas/commerce/kept-order.ts'
import { orderTotals, type OrderTotals } from '../../schemas/commerce/totals.ts'
import type { IssuedInvoice, SavedRevisions } from '../../scenarios/records.ts'
import { FIRST_LARGE_ID, type NextIds, type State, type StoreState } from '../../scenarios/state.ts'
import { inUtc } from '../../schemas/moments.ts'
import type { PlatformOrder } from '../../schemas/types.ts'
import { clockState } from '../clock.ts'
import type { Row } from '../db/change.ts'
import { revisionKey, type InvoiceRecord, type Revision, type TemplateRecord } from './records.ts'

/** All rows of a scenario: its stores and the counters behind them. */
export function* stateRows(state: State): Generator<Row> {
  for (const [counter, next] of Object.entries(countersOf(state))) yield [null, 'counters', counter, next]
  yield [null, 'counters', 'store', lastStoreId(state) + 1]
  for (const each of state.stores) yield* storeRows(each)
}

const countersOf = ({ next_id, next_ids }: State): NextIds =>
  next_ids ?? { [next_id < FIRST_LARGE_ID ? 'record' : 'large_record']: next_id }

const lastStoreId = ({ stores }: State): number =>
  stores.reduce((last, { store }) => Math.max(last, store.id), 0)

/** The rows of one store; its invoices show what their orders said when they were made. */
export function* storeRows(state: StoreState): Generator<Row> {
  const { id } = state.store
  const { documents = [], emails = [], bulk_actions = [], revisions = {} } = state.past ?? {}
  yield [null, 'stores', id, state.store]
  yield [id, 'settings', 'settings', { revision: 1, ...state.settings }]
  for (const template of state.templates) yield [id, 'templates', template.id, templateRecord(template)]
  for (const customer of state.customers)
    yield [id, 'customers', customer.id, { ...customer, ...timesOf(customer) }]
  const [orders, drafts] = [new Map<number, PlatformOrder>(), new Map<number, PlatformOrder>()]
  // What is made up is made as it is kept, and its invoices say which order they show.
  const kept = state.past ? entered : (order: PlatformOrder) => order
  for (const order of state.orders) yield [id, 'orders', order.id, kept(order, orders)]
  for (const order of state.draft_orders) yield [id, 'draft_orders', order.id, kept(order, drafts)]
  for (const invoice of issuedInvoices(state, orders, drafts)) yield [id, 'invoices', invoice.id, invoice]
  for (const document of documents) yield [id, 'documents', document.id, document]
  for (const [key, revision] of revisionRows(revisions)) yield [id, 'revisions', key, revision]
  for (const email of emails) yield [id, 'emails', email.id, email]
  for (const { stored_count, ...action } of bulk_actions) {
    yield [id, 'bulk_actions', action.id, action]
    if (stored_count) yield [id, 'bulk_progress', action.id, stored_count]
  }
  for (const [key, own] of ownRows(state)) yield [id, 'own', key, own]
}

function entered(order: PlatformOrder, orders: Map<number, PlatformOrder>): PlatformOrder {
  const kept = keptOrder(order)
  orders.set(order.id, kept)
  return kept
}

function* ownRows({ own = {} }: StoreState): Generator<[string, unknown]> {
  if (own.clock) yield ['clock', clockState(own.clock)]
  if (own.dialect) yield ['dialect', own.dialect]
  if (own.window) yield ['window', own.window]
}

const templateRecord = (template: StoreState['templates'][number]): TemplateRecord => ({
  revision: 1,
  ...template,
  ...timesOf(template),
})

function* revisionRows({
  invoices = [],
  templates = [],
  settings = [],
}: SavedRevisions): Generator<[string, Revision]> {
  for (const { shows, ...issued } of invoices) {
    // A check has seen that it is there.
    if (!shows) throw new Error(`What invoice ${issued.id} showed is not said`)
    const invoice = invoiceRecord(issued, keptOrder(shows))
    yield [revisionKey('invoice', invoice.id, invoice.revision), invoice]
  }
  for (const template of templates.map(templateRecord))
    yield [revisionKey('template', template.id, template.revision), template]
  for (const each of settings) {
    const record = { revision: 1, ...each }
    yield [revisionKey('settings', 0, record.revision), record]
  }
}

type Orders = ReadonlyMap<number, PlatformOrder>

function* issuedInvoices(state: StoreState, orders: Orders, drafts: Orders): Generator<InvoiceRecord> {
  const isExact = state.past !== undefined
  // Exact records share nothing.
  const totalsOf = isExact ? orderTotals : totalsOnce()
  for (const issued of state.invoices) {
    const { order_id, draft } = issued
    const shown = isExact && issued.shows ? keptOrder(issued.shows) : issued.shows
    const order = shown ?? (draft ? drafts : orders).get(order_id)
    if (!order) throw new Error(`${state.store.name}: invoice ${issued.id} has no order ${order_id}`)
    yield invoiceRecord(issued, order, totalsOf(order))
  }
}

/** Totals of orders; orders that share their contents, as those that are made up do, share what is computed of them. */
function totalsOnce(): (order: PlatformOrder) => OrderTotals {
  const known = new Map<unknown, { order: PlatformOrder; totals: OrderTotals }>()
  return (order) => {
    const like = known.get(order.line_items)
    if (like && like.order.tax_lines === order.tax_lines && like.order.currency === order.currency)
      return like.totals
    const totals = orderTotals(order)
    known.set(order.line_items, { order, totals })
    return totals
  }
}

function invoiceRecord(issued: IssuedInvoice, order: PlatformOrder, totals?: OrderTotals): InvoiceRecord {
  const { id, slug, number, invoice_type, order_id, draft, revision = 1 } = issued
  const own = { id, slug, number, invoice_type, ...timesOf(issued) }
  return Object.assign(invoiceOf(order, own, totals), { order_id, draft, revision })
}

const timesOf = ({ created_at, updated_at }: Pick<IssuedInvoice, 'created_at' | 'updated_at'>) => ({
  created_at: inUtc(created_at),
  updated_at: inUtc(updated_at),
})
