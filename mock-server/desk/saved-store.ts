import { isDeepStrictEqual } from 'node:util'
import type { IssuedInvoice, SavedRevisions, StoreRecords } from '../../scenarios/records.ts'
import type { ScenarioStore } from '../../scenarios/scenario.ts'
import type { RateWindow } from '../../scenarios/state.ts'
import { each, mapOf, type Steps } from '../../scenarios/steps.ts'
import { invoiceOf } from '../../schemas/commerce/invoices.ts'
import { keysOf } from '../../schemas/tables.ts'
import type { InvoiceDetail, PlatformOrder } from '../../schemas/types.ts'
import { ownClock, ownDialect, settingOf, type Setting } from '../store/own.ts'
import { windowAt } from '../store/rate-window.ts'
import type { InvoiceRecord, SettingsRecord, TemplateRecord } from '../store/records.ts'
import { settingsOf, type Store } from '../store/store.ts'
import { shownClock } from './clock.ts'

/**
 * A store with all that it has, as scenarios say it: as it is now, whatever is changed between the steps.
 * @param mocks what holds where it has nothing of its own
 */
export function savedStore(store: Store, mocks: Setting): Steps<ScenarioStore> {
  const { name, plan, api_key, quota } = store.record
  const clock = ownClock(store)
  const dialect = ownDialect(store)
  const window = windowNow(store, mocks)
  const said = {
    name,
    plan,
    api_key,
    ...(quota && { quota }),
    ...(window && { rate_window: { start: new Date(window.start).toISOString(), used: window.used } }),
    ...(clock && { clock: shownClock(clock) }),
    ...(dialect && { dialect }),
  }
  const records = recordsOf(store)
  return (function* () {
    return { ...said, records: yield* records }
  })()
}

/** The window of its rate limit that it is in. */
function windowNow(store: Store, mocks: Setting): RateWindow | undefined {
  const { world, dialect } = settingOf(store, mocks)
  const { window_seconds } = store.record.quota ?? dialect['rate.quota']
  return windowAt(store, world.now(), window_seconds * 1000)
}

function recordsOf(store: Store): Steps<StoreRecords> {
  const { templates, customers, documents, emails, bulk_actions } = store
  const orders = [...store.orders.values()]
  const draft_orders = [...store.draft_orders.values()]
  const invoices = [...store.invoices.values()]
  const others = {
    settings: settingsOf(store),
    templates: [...templates.values()],
    customers: [...customers.values()],
    documents: [...documents.values()],
    revisions: revisionsOf(store),
    emails: [...emails.values()],
    bulk_actions: [...bulk_actions.values()].map((action) => {
      const stored_count = store.bulk_progress.get(action.id)
      return stored_count === undefined ? action : { ...action, stored_count }
    }),
  }
  return (function* () {
    const known = { orders: yield* mapOf(orders, idOf), draft_orders: yield* mapOf(draft_orders, idOf) }
    return {
      ...others,
      orders,
      draft_orders,
      invoices: yield* each(invoices, (invoice) => issued(known, invoice)),
    }
  })()
}

const idOf = ({ id }: PlatformOrder): number => id

interface Orders {
  readonly orders: ReadonlyMap<number, PlatformOrder>
  readonly draft_orders: ReadonlyMap<number, PlatformOrder>
}

/** An invoice by what it has of itself, and the order that it shows where that is not the one that is there. */
function issued({ orders, draft_orders }: Orders, invoice: InvoiceRecord): IssuedInvoice {
  const order = (invoice.draft ? draft_orders : orders).get(invoice.order_id)
  return order && showsIt(invoice, order) ? ownOf(invoice) : { ...ownOf(invoice), shows: shownOrder(invoice) }
}

function ownOf({
  id,
  slug,
  number,
  invoice_type,
  order_id,
  draft,
  created_at,
  updated_at,
  revision,
}: InvoiceRecord): IssuedInvoice {
  return { id, slug, number, invoice_type, order_id, draft, created_at, updated_at, revision }
}

function showsIt(invoice: InvoiceRecord, order: PlatformOrder): boolean {
  const shown = invoiceOf(order, invoice)
  return keysOf<keyof InvoiceDetail>(shown).every(
    (field) => invoice[field] === shown[field] || isDeepStrictEqual(invoice[field], shown[field]),
  )
}

/** The order of which an invoice shows everything; what it shows is computed from it again to the cent. */
const shownOrder = (invoice: InvoiceRecord): PlatformOrder => ({
  id: invoice.order_id,
  name: invoice.order_name,
  number: invoice.order_number,
  processed_at: invoice.processed_at,
  currency: invoice.currency,
  // An invoice has its order's.
  financial_status: invoice.financial_status as PlatformOrder['financial_status'],
  fulfillment_status: invoice.fulfillment_status,
  note: invoice.note,
  customer: invoice.customer,
  billing_address: invoice.billing_address,
  shipping_address: invoice.shipping_address,
  line_items: invoice.line_items,
  tax_lines: invoice.tax_lines,
})

/** Revisions by what they are of, as their keys say. */
function revisionsOf({ revisions }: Store): SavedRevisions {
  const of = (kind: string) =>
    [...revisions.entries()].filter(([key]) => key.startsWith(`${kind}:`)).map(([, revision]) => revision)
  // What is filed under a kind's name is of that kind.
  const invoices = of('invoice') as InvoiceRecord[]
  return {
    invoices: invoices.map((invoice) => ({ ...ownOf(invoice), shows: shownOrder(invoice) })),
    templates: of('template') as TemplateRecord[], // see above
    settings: of('settings') as SettingsRecord[], // see above
  }
}
