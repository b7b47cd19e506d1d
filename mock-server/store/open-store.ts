import type { RateWindow, StoreRecord } from '../../scenarios/state.ts'
import type { Steps } from '../../scenarios/steps.ts'
import type { Dialect, PlatformDraftOrder, PlatformOrder } from '../../schemas/types.ts'
import type { ClockState } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { CountIndex } from '../db/count-index.ts'
import { HashIndex } from '../db/hash-index.ts'
import type { Index, Key } from '../db/key.ts'
import { SortedIndex } from '../db/sorted-index.ts'
import type { Table } from '../db/table.ts'
import { collected } from '../garbage.ts'
import { idle, inSlices } from '../slices.ts'
import { inOrder, LARGE, sortedIn, takenIn } from './gradual-index.ts'
import { Groups } from './groups.ts'
import { Listing } from './listing.ts'
import { byAge, type Listed } from './order.ts'
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
import { searchesOf } from './searches.ts'
import { shareContent } from './shared-content.ts'
import { FACETS, type Facet, type Store } from './store.ts'
import { Uninvoiced } from './uninvoiced.ts'

/** A store that is being opened: it can be used once all steps are done. */
export interface Opening {
  readonly store: Store
  readonly steps: Steps<void>
}

/**
 * The slice of one store, its indexes to be built. To be opened once as long as the database holds the same content.
 * @param isHeld whether the store is still the one that is asked for
 */
export function openStore(
  db: Pick<Database, 'table' | 'window'>,
  record: StoreRecord,
  isHeld: (store: Store) => boolean = () => true,
): Opening {
  const tables = tablesOf(db, record.id)
  const { lists, steps: listed } = listsOf(tables)
  const { indexes, steps: indexed } = indexesOf(tables, lists)
  const window = db.window(record.id)
  const store = { record, ...tables, window, lists, indexes, searches: searchesOf({ ...tables, lists }) }
  return { store, steps: opened(store, [...listed, ...indexed], isHeld) }
}

function* opened(
  store: Store,
  steps: readonly Steps<void>[],
  isHeld: (store: Store) => boolean,
): Steps<void> {
  for (const each of steps) yield* each
  if (store.invoices.size > LARGE || store.customers.size > LARGE)
    void inSlices(afterwards(store, isHeld), idle)
}

/** Once a large store is open its searches are made, and what it takes is made less, when there is nothing else to do. */
function* afterwards(store: Store, isHeld: (store: Store) => boolean): Steps<void> {
  const { invoices, customers } = store.searches
  for (const work of [invoices.steps(), customers.steps(), shareContent(store), collected()])
    for (const _ of work) {
      if (!isHeld(store)) return
      yield
    }
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

function listsOf({ templates, customers, invoices }: Tables): {
  lists: Store['lists']
  steps: readonly Steps<void>[]
} {
  const steps: Steps<void>[] = []
  const listing = <T extends Listed>(table: Table<T, number>, nameOf: (record: T) => string) => {
    const ages = new SortedIndex<T>(byAge)
    steps.push(sortedIn(ages, table))
    return new Listing(table, nameOf, ages)
  }
  const lists = {
    templates: listing(templates, ({ name }) => name),
    customers: listing(customers, ({ first_name, last_name }) => `${last_name}\0${first_name}`),
    invoices: listing(invoices, ({ order_name }) => order_name),
  }
  return { lists, steps }
}

function indexesOf(
  { invoices, orders, draft_orders, customers, documents, emails, bulk_actions }: Tables,
  lists: Store['lists'],
): { indexes: Store['indexes']; steps: readonly Steps<void>[] } {
  const steps: Steps<void>[] = []
  const filled = <T extends { readonly id: number }, I extends Index<T>>(
    table: Table<T, number>,
    index: I,
  ) => {
    steps.push(takenIn<T>(index, table))
    return index
  }
  const by = <T extends { readonly id: number }, V>(
    table: Table<T, number>,
    valueOf: (document: T) => V | undefined,
  ) => filled(table, new HashIndex(valueOf))
  const countBy = <T extends { readonly id: number }, V>(
    table: Table<T, number>,
    valueOf: (document: T) => V | undefined,
  ) => filled(table, new CountIndex(valueOf))
  const invoicesByFacets = new Groups<InvoiceRecord, Facet>(FACETS, lists.invoices.byAge)
  steps.push(takenIn(invoicesByFacets, invoices, () => inOrder(lists.invoices.byAge)))
  const ofKind = (kind: boolean) =>
    by(invoices, ({ order_id, draft }) => (draft === kind ? order_id : undefined))
  const invoicesByOrder = { orders: ofKind(false), draft_orders: ofKind(true) }
  const without = <T extends { readonly id: number }>(table: Table<T, number>, draft: boolean) => {
    const known = draft ? invoicesByOrder.draft_orders : invoicesByOrder.orders
    const index = new Uninvoiced(table, draft, (id) => known.count(id) > 0)
    steps.push(
      takenIn<T>(index.ofOrders, table),
      takenIn<InvoiceRecord>(index.ofInvoices, invoices, () => []),
    )
    return index
  }
  const indexes = {
    invoicesBySlug: by(invoices, ({ slug }) => slug),
    invoicesByOrder,
    uninvoiced: { orders: without(orders, false), draft_orders: without(draft_orders, true) },
    invoicesByFacets,
    customersByEmail: by(customers, ({ email }) => email.toLowerCase() || undefined),
    documentsByInvoice: by(documents, ({ invoice_id }) => invoice_id),
    documentsByTemplate: countBy(
      documents,
      ({ template_id, made_from }) => `${template_id}:${made_from.template}`,
    ),
    documentsBySettings: countBy(documents, ({ made_from }) => made_from.settings),
    emailsByDocument: countBy(emails, ({ document_id }) => document_id),
    openBulkActions: by(bulk_actions, ({ ended_at }): true | undefined =>
      ended_at === null ? true : undefined,
    ),
  }
  return { indexes, steps }
}
