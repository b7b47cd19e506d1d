import type { RateWindow, StoreRecord } from '../../scenarios/state.ts'
import type { Dialect, PlatformDraftOrder, PlatformOrder } from '../../schemas/types.ts'
import type { ClockState } from '../clock.ts'
import type { CountIndex } from '../db/count-index.ts'
import type { HashIndex } from '../db/hash-index.ts'
import type { Table } from '../db/table.ts'
import type { Window } from '../db/window.ts'
import type { Groups } from './groups.ts'
import type { Listing } from './listing.ts'
import type {
  BulkActionRecord,
  CustomerRecord,
  DocumentRecord,
  EmailRecord,
  InvoiceRecord,
  Revision,
  SettingsRecord,
  TemplateRecord,
} from './records.ts'
import type { Searches } from './searches.ts'
import type { Uninvoiced } from './uninvoiced.ts'

/** One shop's slice of the data: its tables, each by id, and the ways in which rules look up in them. */
export interface Store {
  /** Replaced whole when the admin API changes it. */
  record: StoreRecord
  /** One document, under the key `settings`. */
  readonly settings: Table<SettingsRecord, 'settings'>
  readonly templates: Table<TemplateRecord, number>
  readonly customers: Table<CustomerRecord, number>
  readonly invoices: Table<InvoiceRecord, number>
  /** The platform behind the store; orders and draft orders are apart, the same id may name both. */
  readonly orders: Table<PlatformOrder, number>
  readonly draft_orders: Table<PlatformDraftOrder, number>
  readonly documents: Table<DocumentRecord, number>
  /** By `invoice:12:3`: what, its id, its revision. */
  readonly revisions: Table<Revision, string>
  readonly emails: Table<EmailRecord, number>
  readonly bulk_actions: Table<BulkActionRecord, number>
  /** By bulk action: how many of its documents are stored already. */
  readonly bulk_progress: Table<number, number>
  /** Clock and dialect where the store has its own, and a saved window; only the edge asks (`own.ts`, `rate-window.ts`), rules are told. */
  readonly own: Table<ClockState | Dialect | RateWindow, 'clock' | 'dialect' | 'window'>
  /** Where it stands in the window of its rate limit: every request changes it, so it is saved with what is kept for later, and not else. */
  readonly window: Window
  readonly lists: {
    readonly templates: Listing<TemplateRecord>
    readonly customers: Listing<CustomerRecord>
    readonly invoices: Listing<InvoiceRecord>
  }
  readonly indexes: {
    readonly invoicesBySlug: HashIndex<InvoiceRecord, string>
    /** See `invoicesByOrder`. */
    readonly invoicesByOrder: {
      readonly orders: HashIndex<InvoiceRecord, number>
      readonly draft_orders: HashIndex<InvoiceRecord, number>
    }
    /** Orders and draft orders that have none. */
    readonly uninvoiced: { readonly orders: Uninvoiced; readonly draft_orders: Uninvoiced }
    /** By what filters ask for, and by time. */
    readonly invoicesByFacets: Groups<InvoiceRecord, Facet>
    /** By email address in lower case; customers without one are left out. */
    readonly customersByEmail: HashIndex<CustomerRecord, string>
    readonly documentsByInvoice: HashIndex<DocumentRecord, number>
    /** By `12:3`: id and revision of the template. */
    readonly documentsByTemplate: CountIndex<DocumentRecord, string>
    /** By revision of the settings. */
    readonly documentsBySettings: CountIndex<DocumentRecord, number>
    /** By the document that is attached; emails that don't say are left out. */
    readonly emailsByDocument: CountIndex<EmailRecord, number>
    /** Under `true`: bulk actions whose documents are not all stored yet. */
    readonly openBulkActions: HashIndex<BulkActionRecord, true>
  }
  readonly searches: Searches
}

/** The fields of an invoice whose values filters ask for. */
export const FACETS = ['invoice_type', 'financial_status'] as const
export type Facet = (typeof FACETS)[number]

/** The invoices of one kind of orders, by the order's id: a draft order may have an order's (open question order_ids.namespaces). */
export const invoicesByOrder = ({ indexes }: Store, draft: boolean): HashIndex<InvoiceRecord, number> =>
  indexes.invoicesByOrder[draft ? 'draft_orders' : 'orders']

/** The settings of a store; every store has them. */
export function settingsOf(store: Store): SettingsRecord {
  const settings = store.settings.get('settings')
  if (!settings) throw new Error(`The store ${store.record.name} has no settings`)
  return settings
}
