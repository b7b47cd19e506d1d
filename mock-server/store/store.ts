import type { RateWindow, StoreRecord } from '../../scenarios/state.ts'
import type { Steps } from '../../scenarios/steps.ts'
import type { Dialect, PlatformDraftOrder, PlatformOrder } from '../../schemas/types.ts'
import type { ClockState } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { HashIndex } from '../db/hash-index.ts'
import type { Key } from '../db/key.ts'
import type { Table } from '../db/table.ts'
import type { Window } from '../db/window.ts'
import { inSlices } from '../slices.ts'
import { inOrder, LARGE, takenIn } from './gradual-index.ts'
import { Groups } from './groups.ts'
import { Listing } from './listing.ts'
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
import { searchesOf, type Searches } from './searches.ts'
import { shareContent } from './shared-content.ts'

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
    /** By `orderKey`. */
    readonly invoicesByOrder: HashIndex<InvoiceRecord, string>
    /** By what filters ask for, and by time. */
    readonly invoicesByFacets: Groups<InvoiceRecord, Facet>
    /** By email address in lower case; customers without one are left out. */
    readonly customersByEmail: HashIndex<CustomerRecord, string>
    readonly documentsByInvoice: HashIndex<DocumentRecord, number>
    /** By `12:3`: id and revision of the template. */
    readonly documentsByTemplate: HashIndex<DocumentRecord, string>
    /** By revision of the settings. */
    readonly documentsBySettings: HashIndex<DocumentRecord, number>
    /** By the document that is attached; emails that don't say are left out. */
    readonly emailsByDocument: HashIndex<EmailRecord, number>
    /** Under `true`: bulk actions whose documents are not all stored yet. */
    readonly openBulkActions: HashIndex<BulkActionRecord, true>
  }
  readonly searches: Searches
}

/** The fields of an invoice whose values filters ask for. */
const FACETS = ['invoice_type', 'financial_status'] as const
export type Facet = (typeof FACETS)[number]

/** What an order is filed under: a draft order may have an order's id (open question order_ids.namespaces). */
export function orderKey(orderId: number, draft: boolean): string {
  return `${draft ? 'draft' : 'order'}:${orderId}`
}

/** The settings of a store; every store has them. */
export function settingsOf(store: Store): SettingsRecord {
  const settings = store.settings.get('settings')
  if (!settings) throw new Error(`The store ${store.record.name} has no settings`)
  return settings
}

/** A store that is being opened: it can be used once all steps are done. */
export interface Opening {
  readonly store: Store
  readonly steps: Steps<void>
}

/** The slice of one store, its indexes to be built. To be opened once as long as the database holds the same content. */
export function openStore(db: Pick<Database, 'table' | 'window'>, record: StoreRecord): Opening {
  const tables = tablesOf(db, record.id)
  const lists = listsOf(tables)
  const { indexes, steps } = indexesOf(tables, lists)
  const window = db.window(record.id)
  const store = { record, ...tables, window, lists, indexes, searches: searchesOf({ ...tables, lists }) }
  return { store, steps: opened(store, steps) }
}

/** Once a large store is open its searches are made, and what it takes is made less, beside whatever else there is to do. */
function* opened(store: Store, steps: readonly Steps<void>[]): Steps<void> {
  for (const each of steps) yield* each
  for (const search of Object.values(store.searches)) void search.prepare()
  if (store.invoices.size > LARGE) void inSlices(shareContent(store))
}

type Tables = Omit<Store, 'record' | 'window' | 'lists' | 'indexes' | 'searches'>

function tablesOf(db: Pick<Database, 'table'>, store: number): Tables {
  const table = <T, K extends Key = number>(name: keyof Tables) => db.table<T, K>(store, name)
  return {
    settings: table<SettingsRecord, 'settings'>('settings'),
    templates: table<TemplateRecord>('templates'),
    customers: table<CustomerRecord>('customers'),
    invoices: table<InvoiceRecord>('invoices'),
    orders: table<PlatformOrder>('orders'),
    draft_orders: table<PlatformDraftOrder>('draft_orders'),
    documents: table<DocumentRecord>('documents'),
    revisions: table<Revision, string>('revisions'),
    emails: table<EmailRecord>('emails'),
    bulk_actions: table<BulkActionRecord>('bulk_actions'),
    bulk_progress: table<number>('bulk_progress'),
    own: table<ClockState | Dialect | RateWindow, 'clock' | 'dialect' | 'window'>('own'),
  }
}

function listsOf({ templates, customers, invoices }: Tables): Store['lists'] {
  return {
    templates: new Listing(templates, ({ name }) => name),
    customers: new Listing(customers, ({ first_name, last_name }) => `${last_name}\0${first_name}`),
    invoices: new Listing(invoices, ({ order_name }) => order_name),
  }
}

function indexesOf(
  { invoices, customers, documents, emails, bulk_actions }: Tables,
  lists: Store['lists'],
): { indexes: Store['indexes']; steps: readonly Steps<void>[] } {
  const steps: Steps<void>[] = []
  const by = <T, V>(table: Table<T, number>, valueOf: (document: T) => V | undefined) => {
    const index = new HashIndex(valueOf)
    steps.push(takenIn(index, table))
    return index
  }
  const invoicesByFacets = new Groups<InvoiceRecord, Facet>(FACETS, lists.invoices.byAge)
  steps.push(takenIn(invoicesByFacets, invoices, () => inOrder(lists.invoices.byAge)))
  const indexes = {
    invoicesBySlug: by(invoices, ({ slug }) => slug),
    invoicesByOrder: by(invoices, ({ order_id, draft }) => orderKey(order_id, draft)),
    invoicesByFacets,
    customersByEmail: by(customers, ({ email }) => email.toLowerCase() || undefined),
    documentsByInvoice: by(documents, ({ invoice_id }) => invoice_id),
    documentsByTemplate: by(
      documents,
      ({ template_id, made_from }) => `${template_id}:${made_from.template}`,
    ),
    documentsBySettings: by(documents, ({ made_from }) => made_from.settings),
    emailsByDocument: by(emails, ({ document_id }) => document_id),
    openBulkActions: by(bulk_actions, ({ ended_at }): true | undefined =>
      ended_at === null ? true : undefined,
    ),
  }
  return { indexes, steps }
}
