import { invoiceOf } from '../../schemas/commerce/invoices.ts'
import { FIRST_LARGE_ID, type IssuedInvoice, type State, type StoreState } from '../../scenarios/state.ts'
import type { Row } from '../db/tables.ts'
import type { InvoiceRecord } from './records.ts'

/** All rows of a scenario: its stores and the counters behind them. */
export function* stateRows(state: State): Generator<Row> {
  yield [null, 'counters', state.next_id < FIRST_LARGE_ID ? 'record' : 'large_record', state.next_id]
  yield [null, 'counters', 'store', lastStoreId(state) + 1]
  for (const each of state.stores) yield* storeRows(each)
}

const lastStoreId = ({ stores }: State): number =>
  stores.reduce((last, { store }) => Math.max(last, store.id), 0)

/** The rows of one store; its invoices show what their orders say. */
export function* storeRows(state: StoreState): Generator<Row> {
  const { id } = state.store
  yield [null, 'stores', id, state.store]
  yield [id, 'settings', 'settings', { ...state.settings, revision: 1 }]
  for (const template of state.templates)
    yield [id, 'templates', template.id, { ...template, ...inUtc(template), revision: 1 }]
  for (const customer of state.customers)
    yield [id, 'customers', customer.id, { ...customer, ...inUtc(customer) }]
  for (const order of state.orders) yield [id, 'orders', order.id, order]
  for (const order of state.draft_orders) yield [id, 'draft_orders', order.id, order]
  for (const invoice of issuedInvoices(state)) yield [id, 'invoices', invoice.id, invoice]
}

function* issuedInvoices(state: StoreState): Generator<InvoiceRecord> {
  const orders = new Map(state.orders.map((order) => [order.id, order]))
  const drafts = new Map(state.draft_orders.map((order) => [order.id, order]))
  for (const issued of state.invoices) {
    const order = (issued.draft ? drafts : orders).get(issued.order_id)
    if (!order) throw new Error(`${state.store.name}: invoice ${issued.id} has no order ${issued.order_id}`)
    yield { ...issued, ...invoiceOf(order, { ...issued, ...inUtc(issued) }), revision: 1 }
  }
}

/** Timestamps as the mock keeps them: all alike, so that they can be compared as text. */
function inUtc(record: Pick<IssuedInvoice, 'created_at' | 'updated_at'>) {
  return {
    created_at: new Date(record.created_at).toISOString(),
    updated_at: new Date(record.updated_at).toISOString(),
  }
}
