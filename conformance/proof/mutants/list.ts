import type { Store } from '../../../mock-server/seams.ts'
import type { InvoiceSummary, Meta } from '../../../schemas/types.ts'
import { amending, amendingMeta, answering, changing, changingEach, showing } from './answers.ts'
import { all, type Change, type FaultsOf, fresh, ofEach } from './mutant.ts'
import {
  beyondFaults,
  countFaults,
  defaultFaults,
  echoFaults,
  partitionFaults,
  rangeFaults,
  sizeFaults,
} from './paging-faults.ts'
import { asking, finding, leavingOut, paged } from './paging.ts'

/** Faults of GET /invoices: pages, counts and filters. */
export const LIST_FAULTS: FaultsOf<'list'> = {
  'list.envelope': {
    'The invoices stand under items': answering('listInvoices', ({ invoices, meta }) => ({
      items: invoices,
      meta,
    })),
    'A list with a financial_status has no meta': answering('listInvoices', ({ meta, ...body }, { query }) =>
      'financial_status' in query ? body : { ...body, meta },
    ),
    'Where nothing is listed, invoices is null': changing('listInvoices', 'invoices', (invoices) =>
      invoices.length > 0 ? invoices : null,
    ),
  },
  'list.defaults': {
    ...defaultFaults('listInvoices'),
    'per_page is 10 when only a filter is given': asking('listInvoices', (query) =>
      'invoice_type' in query ? { per_page: '10', ...query } : query,
    ),
  },
  'list.per-page-range': sizeFaults('listInvoices'),
  'list.meta-echo': echoFaults('listInvoices'),
  'list.meta-arithmetic': {
    ...countFaults('listInvoices'),
    'total and total_pages count without the date filters': paged(
      'listInvoices',
      (_page, { query, ask }) => ({
        meta: ask(leavingOut(query, 'created_at_min', 'created_at_max')).meta,
      }),
    ),
    'What the whole list counts is kept from the first time on: creations do not move it': fresh(() => {
      const totals = new Map<object, number>()
      return recounting(({ total }, store) => {
        totals.set(store, totals.get(store) ?? total)
        return totals.get(store) ?? total
      })
    }),
    'total leaves out invoices of type platform_order, which are listed': recounting(
      ({ total }, { invoices }) => {
        const imported = [...invoices.values()].filter((one) => one.invoice_type === 'platform_order')
        return total - imported.length
      },
    ),
  },
  'list.pages-partition': {
    ...partitionFaults('listInvoices'),
    'Invoices of the same moment come in another order on even pages': finding(
      'listInvoices',
      (found, { query }) =>
        found.toSorted(
          (a, b) =>
            b.created_at.localeCompare(a.created_at) ||
            (Number(query['page']) % 2 === 0 ? a.id - b.id : b.id - a.id),
        ),
    ),
  },
  'list.beyond-last-page': beyondFaults('listInvoices'),
  'list.filter-invoice-type': {
    'invoice_type is ignored': asking('listInvoices', (query) => leavingOut(query, 'invoice_type')),
    'invoice_type pro_forma lists quotes too': filtering('invoice_type', 'pro_forma', ({ invoice_type }) =>
      ['quote', 'pro_forma'].includes(invoice_type),
    ),
    'invoice_type invoice lists platform_order too': filtering(
      'invoice_type',
      'invoice',
      ({ invoice_type }) => /invoice|platform_order/.test(invoice_type),
    ),
    'From the second page on, invoice_type is ignored': asking('listInvoices', (query) =>
      Number(query['page'] ?? 1) > 1 ? leavingOut(query, 'invoice_type') : query,
    ),
  },
  'list.filter-financial-status': {
    'financial_status is ignored': asking('listInvoices', (query) => leavingOut(query, 'financial_status')),
    'financial_status paid lists partially_paid too': filtering(
      'financial_status',
      'paid',
      ({ financial_status }) => financial_status.includes('paid'),
    ),
    'financial_status refunded lists partially_refunded too': filtering(
      'financial_status',
      'refunded',
      ({ financial_status }) => financial_status.includes('refunded'),
    ),
    'financial_status voided lists nothing': filtering('financial_status', 'voided', () => false),
    'financial_status authorized is ignored': filtering('financial_status', 'authorized', () => true),
    'financial_status partially_refunded does not list quotes': filtering(
      'financial_status',
      'partially_refunded',
      (one) => one.financial_status === 'partially_refunded' && one.invoice_type !== 'quote',
    ),
  },
  'list.filter-created-min': {
    'created_at_min is ignored': asking('listInvoices', (query) => leavingOut(query, 'created_at_min')),
    'created_at_min leaves out its own day': bounding(
      'created_at_min',
      (one, day) => one.created_at > `${day}T23:59:59.999Z`,
    ),
    'created_at_min begins at noon of its day': bounding(
      'created_at_min',
      (one, day) => one.created_at >= `${day}T12:00:00.000Z`,
    ),
    'created_at_min looks at updated_at': bounding(
      'created_at_min',
      (one, day) => one.updated_at >= `${day}T00:00:00.000Z`,
    ),
  },
  'list.filter-created-max': {
    'created_at_max is ignored': asking('listInvoices', (query) => leavingOut(query, 'created_at_max')),
    'created_at_max ends when its day begins': bounding(
      'created_at_max',
      (one, day) => one.created_at <= `${day}T00:00:00.000Z`,
    ),
    'created_at_max looks at updated_at': bounding(
      'created_at_max',
      (one, day) => one.updated_at <= `${day}T23:59:59.999Z`,
    ),
    'created_at_max includes the day after': bounding(
      'created_at_max',
      (one, day) => Date.parse(one.created_at) < Date.parse(day) + 2 * DAY,
    ),
  },
  'list.filter-combination': {
    'Of invoice_type and financial_status one is enough': all(
      asking('listInvoices', (query) =>
        hasBoth(query) ? leavingOut(query, 'invoice_type', 'financial_status') : query,
      ),
      finding('listInvoices', (found, { query }) =>
        hasBoth(query)
          ? found.filter(
              (one) =>
                one.invoice_type === query['invoice_type'] ||
                one.financial_status === query['financial_status'],
            )
          : found,
      ),
    ),
    'With financial_status the date filters are ignored': asking('listInvoices', (query) =>
      'financial_status' in query ? leavingOut(query, 'created_at_min', 'created_at_max') : query,
    ),
    'With both dates only created_at_max holds': asking('listInvoices', (query) =>
      'created_at_max' in query ? leavingOut(query, 'created_at_min') : query,
    ),
    'Of three filters and more only the first two hold': asking('listInvoices', (query) =>
      leavingOut(query, ...FILTERS.filter((name) => name in query).slice(2)),
    ),
  },
  'list.dates-complement': {
    'created_at_min reckons in UTC, created_at_max five hours behind': bounding(
      'created_at_max',
      (one, day) => Date.parse(one.created_at) < Date.parse(day) + DAY + 5 * HOUR,
    ),
    'created_at_max includes the first moment of the next day': bounding(
      'created_at_max',
      (one, day) => Date.parse(one.created_at) <= Date.parse(day) + DAY,
    ),
    'created_at_max ends at 23:59:59 sharp: what lies within the last second is left out': bounding(
      'created_at_max',
      (one, day) => one.created_at <= `${day}T23:59:59.000Z`,
    ),
  },
  'list.summary-agrees-with-detail': {
    'The list shows the customer_name that it showed first, whatever a regeneration brought': fresh(() => {
      const shown = new Map<string, string>()
      return changingEach('listInvoices', 'invoices', (summary) => {
        const customer_name = shown.get(summary.slug) ?? summary.customer_name
        shown.set(summary.slug, customer_name)
        return { ...summary, customer_name }
      })
    }),
    'The updated_at in the list is the created_at': amending('listInvoices', ({ created_at }) => ({
      updated_at: created_at,
    })),
    'In the list every invoice is in EUR': amending('listInvoices', () => ({ currency: 'EUR' })),
    'In the list amounts with three digits after the point (dinars) have two': showing(
      'listInvoices',
      'total_price',
      (price) => price.replace(/(\.\d\d)\d$/, '$1'),
    ),
    'An invoice without customer_email shows that of the one above it': changing(
      'listInvoices',
      'invoices',
      (invoices) =>
        invoices.map((summary, index) => ({
          ...summary,
          customer_email: summary.customer_email || (invoices[index - 1]?.customer_email ?? ''),
        })),
    ),
  },
  'list.out-of-range': {
    ...ofEach(['listInvoices', 'searchInvoices', 'listCustomers'], rangeFaults),
    'In a search for customers page 0 is honoured': amendingMeta('listCustomers', (_meta, { query }) =>
      'search' in query && query['page'] === '0' ? { page: 0 } : {},
    ),
  },
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const FILTERS = ['invoice_type', 'financial_status', 'created_at_min', 'created_at_max']

const hasBoth = (query: object): boolean => 'invoice_type' in query && 'financial_status' in query

/** Counts the whole list another way. */
function recounting(count: (meta: Meta, store: Store) => number): Change {
  return amendingMeta('listInvoices', (meta, { query, context: { store } }) => {
    if (Object.keys(query).some((name) => !name.includes('page'))) return {}
    const total = count(meta, store)
    return { total, total_pages: Math.ceil(total / meta.per_page) }
  })
}

/** Another test for one value of a filter, beside the other filters. */
function filtering(
  name: 'invoice_type' | 'financial_status',
  value: string,
  passes: (summary: InvoiceSummary) => boolean,
): Change {
  return testing(name, (asked) => (asked === value ? passes : undefined))
}

/** Another test for one of the dates. */
function bounding(
  name: 'created_at_min' | 'created_at_max',
  passes: (summary: InvoiceSummary, day: string) => boolean,
): Change {
  return testing(name, (day) =>
    /^\d{4}-\d\d-\d\d$/.test(day) ? (summary) => passes(summary, day) : undefined,
  )
}

/** Leaves a filter to a test of its own where there is one for the value. */
function testing(
  name: string,
  testOf: (value: string) => ((summary: InvoiceSummary) => boolean) | undefined,
): Change {
  const testIn = (query: Readonly<Record<string, unknown>>) =>
    query[name] === undefined ? undefined : testOf(String(query[name]))
  return all(
    asking('listInvoices', (query) => (testIn(query) ? leavingOut(query, name) : query)),
    finding('listInvoices', (found, { query }) => found.filter(testIn(query) ?? (() => true))),
  )
}
