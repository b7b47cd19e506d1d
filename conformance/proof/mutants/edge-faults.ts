import type { InvoiceRecord } from '../../../mock-server/seams.ts'
import { findInvoice } from '../../../mock-server/seams.ts'
import type { ClauseId } from '../../../schemas/clauses.ts'
import type { Customer, InvoiceSummary } from '../../../schemas/types.ts'
import { asking, changing, leavingOut } from './answers.ts'
import { all, type Change, type Faults, ofEach, rows } from './mutant.ts'
import { finding, type Listing, paged } from './paging.ts'

// Faults at edges: records that are equal in what a list is ordered by, results longer than a round number, and which of
// the times of an invoice a filter looks at.

type KeysOf<T> = Readonly<Record<string, (item: T) => string>>

/** What invoices may be ordered by. */
const OF_INVOICES: KeysOf<InvoiceSummary> = {
  'the second of their creation': ({ created_at }) => created_at.slice(0, 19),
  'the day of their creation': ({ created_at }) => created_at.slice(0, 10),
  'the second of their last change': ({ updated_at }) => updated_at.slice(0, 19),
  'the name of their customer': ({ customer_name }) => customer_name,
  'their payment state': ({ financial_status }) => financial_status,
  'their type': ({ invoice_type }) => invoice_type,
}

/** What customers may be ordered by. */
const OF_CUSTOMERS: KeysOf<Customer> = {
  'the second of their creation': ({ created_at }) => created_at.slice(0, 19),
  'the day of their creation': ({ created_at }) => created_at.slice(0, 10),
  'their last name': ({ last_name }) => last_name,
  'their first name': ({ first_name }) => first_name,
}

const ordered = <T extends { id: number }>(
  items: readonly T[],
  key: (item: T) => string,
  turn: number,
): T[] => items.toSorted((a, b) => key(a).localeCompare(key(b)) || turn * (a.id - b.id))

/** What is equal changes its order from page to page. */
const TURNS: Readonly<Record<string, (page: number) => number>> = {
  'on every second page': (page) => (page % 2 === 0 ? 1 : -1),
  'from the second page on': (page) => (page > 1 ? 1 : -1),
}

const tiesOf = <L extends Listing, T>(listing: L, keys: KeysOf<T>): Faults =>
  ofEach(Object.entries(keys), ([what, key]) =>
    ofEach(Object.entries(TURNS), ([when, turn]) => ({
      [`Of ${listing}, by ${what}, those that are equal are turned round ${when}`]: finding(
        listing,
        (found, { query }) =>
          // Of either kind, which the keys are of.
          ordered(found as never[], key as never, turn(Number(query['page'] ?? 1))),
      ),
    })),
  )

const LENGTHS = [20, 50, 100] as const

/** What a search, or a filtered list, finds ends at a round number, as does its total. */
const lengthsOf = (listing: Listing, isMeant: (query: object) => boolean, how: string): Faults =>
  ofEach(LENGTHS, (most) => ({
    [`${listing} ${how} finds no more than ${most}`]: finding(listing, (found, { query }) =>
      isMeant(query) ? found.slice(0, most) : found,
    ),
  }))

const has = (name: string) => (query: object) => name in query

/** Which time of an invoice may be taken for its creation. */
const TIMES: Readonly<Record<string, (invoice: InvoiceRecord) => string>> = {
  'when its order was processed': ({ processed_at }) => processed_at,
  'when it was last changed': ({ updated_at }) => updated_at,
  'the later of creation and order': ({ created_at, processed_at }) =>
    created_at > processed_at ? created_at : processed_at,
  'the earlier of creation and order': ({ created_at, processed_at }) =>
    created_at < processed_at ? created_at : processed_at,
}

const BOUNDS = {
  created_at_min: (time: string, day: string) => time >= `${day}T00:00:00.000Z`,
  created_at_max: (time: string, day: string) => time <= `${day}T23:59:59.999Z`,
} as const

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

const timesOf = (bound: keyof typeof BOUNDS): Faults =>
  rows(
    (timeOf: (invoice: InvoiceRecord) => string): Change =>
      all(
        asking('listInvoices', (query) => (isDay(query[bound]) ? leavingOut(query, bound) : query)),
        finding('listInvoices', (found, { query, context: { store } }) => {
          const day = query[bound]
          if (!isDay(day)) return found
          return found.filter(({ slug }) => BOUNDS[bound](timeOf(findInvoice(store, slug)), day))
        }),
      ),
    Object.fromEntries(Object.entries(TIMES).map(([says, timeOf]) => [`${bound} goes by ${says}`, timeOf])),
  )

/** Faults at edges. */
export const EDGE_FAULTS: Readonly<Partial<Record<ClauseId, Faults>>> = {
  'list.pages-partition': tiesOf('listInvoices', OF_INVOICES),
  'search.pagination': tiesOf('searchInvoices', OF_INVOICES),
  'search.by-customer-name': lengthsOf('searchInvoices', () => true, 'by any text'),
  'customers.list': {
    ...tiesOf('listCustomers', OF_CUSTOMERS),
    ...lengthsOf('listCustomers', (query) => !('search' in query), 'without a text'),
  },
  'customers.search-name': lengthsOf('listCustomers', has('search'), 'by a text'),
  'list.filter-financial-status': {
    'From its second page on the list by payment state counts invoices of any': paged(
      'listInvoices',
      ({ meta }, { query: { financial_status, ...query }, ask }) =>
        financial_status === undefined || meta.page === 1
          ? {}
          : { meta: { ...meta, total: ask(query).meta.total } },
    ),
  },
  'list.filter-invoice-type': lengthsOf('listInvoices', has('invoice_type'), 'by type'),
  'list.filter-created-min': {
    ...lengthsOf('listInvoices', has('created_at_min'), 'from a day on'),
    ...timesOf('created_at_min'),
  },
  'list.filter-created-max': {
    ...lengthsOf('listInvoices', has('created_at_max'), 'until a day'),
    ...timesOf('created_at_max'),
  },
  'templates.list': ofEach(LENGTHS, (most) => ({
    [`The list ends after ${most} templates of any type`]: changing(
      'listTemplates',
      'templates',
      (templates) => templates.slice(0, most),
    ),
  })),
  'bulk.total-count': ofEach(LENGTHS, (most) => ({
    [`With more than ${most} ids total_count is ${most}`]: changing(
      'bulkPdf',
      'bulk_action',
      ({ total_count, ...action }) => ({ ...action, total_count: Math.min(most, total_count) }),
    ),
  })),
}
