import { findInvoice, type Store } from '../../../mock-server/seams.ts'
import { valuesOf } from '../../../schemas/resources.ts'
import { isOneOf } from '../../../schemas/tables.ts'
import type { InvoiceSummary, Meta } from '../../../schemas/types.ts'
import {
  afterHandler,
  amending,
  amendingMeta,
  answering,
  asking,
  changing,
  leavingOut,
  type Query,
} from './answers.ts'
import { FILTERS } from './filters.ts'
import { keepingFirst } from './memory.ts'
import { all, type Change, type Faults, type FaultsOf, noting, ofEach, rows } from './mutant.ts'
import * as faults from './paging-faults.ts'
import { finding, paged } from './paging.ts'
import { CUSTOMER, withBefore } from './records.ts'
import { staleTimes } from './stale-faults.ts'

/** Faults of GET /invoices: pages, counts and filters. */
export const LIST_FAULTS: FaultsOf<'list'> = {
  'list.envelope': {
    'The invoices stand under items': answering('listInvoices', ({ invoices: items, meta }) => ({
      items,
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
    ...faults.defaultFaults('listInvoices'),
    'per_page is 10 when only a filter is given': asking('listInvoices', (query) =>
      'invoice_type' in query ? { per_page: '10', ...query } : query,
    ),
  },
  'list.per-page-range': faults.sizeFaults('listInvoices'),
  'list.meta-echo': faults.echoFaults('listInvoices'),
  'list.meta-arithmetic': {
    ...faults.countFaults('listInvoices'),
    'total and total_pages count without the date filters': paged(
      'listInvoices',
      (_page, { query, ask }) => ({
        meta: ask(leavingOut(query, 'created_at_min', 'created_at_max')).meta,
      }),
    ),
    'What the whole list counts is kept from the first time on: creations do not move it':
      keepingFirst<number>((first) => recounting(({ total }, store) => first(store, () => total))),
    'total leaves out invoices of type platform_order, which are listed': recounting(
      ({ total }, { invoices }) => {
        const imported = [...invoices.values()].filter((one) => one.invoice_type === 'platform_order')
        return total - imported.length
      },
    ),
  },
  'list.pages-partition': {
    ...faults.partitionFaults('listInvoices'),
    'Invoices of the same moment come in another order on even pages': finding(
      'listInvoices',
      (found, { query }) => {
        const turn = Number(query['page']) % 2 === 0 ? 1 : -1
        return found.toSorted((a, b) => b.created_at.localeCompare(a.created_at) || turn * (a.id - b.id))
      },
    ),
  },
  'list.beyond-last-page': faults.beyondFaults('listInvoices'),
  'list.filter-invoice-type': {
    ...ignored('invoice_type'),
    ...rows(filtering('invoice_type'), {
      'invoice_type pro_forma lists quotes too': [
        'pro_forma',
        (one) => /quote|pro_forma/.test(one.invoice_type),
      ],
      'invoice_type invoice lists platform_order too': [
        'invoice',
        (one) => /invoice|platform_order/.test(one.invoice_type),
      ],
    }),
    'From the second page on, invoice_type is ignored': asking('listInvoices', (query) =>
      Number(query['page'] ?? 1) > 1 ? leavingOut(query, 'invoice_type') : query,
    ),
  },
  'list.filter-financial-status': {
    'The list by a payment state leaves out what its order is not any more': changing(
      'listInvoices',
      'invoices',
      (shown, { query, context: { store } }) =>
        query['financial_status'] === undefined
          ? shown
          : shown.filter(({ slug }) => {
              const { order_id, draft } = findInvoice(store, slug)
              const order = store[draft ? 'draft_orders' : 'orders'].get(order_id)
              return !order || order.financial_status === query['financial_status']
            }),
    ),
    ...ignored('financial_status'),
    ...rows(filtering('financial_status'), {
      'financial_status paid lists partially_paid too': [
        'paid',
        (one) => one.financial_status.includes('paid'),
      ],
      'financial_status refunded lists partially_refunded too': [
        'refunded',
        (one) => one.financial_status.includes('refunded'),
      ],
      'financial_status voided lists nothing': ['voided', () => false],
      'financial_status authorized is ignored': ['authorized', () => true],
      'financial_status partially_refunded does not list quotes': [
        'partially_refunded',
        (one) => one.financial_status === 'partially_refunded' && one.invoice_type !== 'quote',
      ],
    }),
  },
  'list.filter-created-min': {
    ...ignored('created_at_min'),
    ...rows(bounding('created_at_min'), {
      'created_at_min leaves out its own day': (one, day) => one.created_at > `${day}T23:59:59.999Z`,
      'created_at_min begins at noon of its day': (one, day) => one.created_at >= `${day}T12:00:00.000Z`,
      'created_at_min looks at updated_at': (one, day) => one.updated_at >= `${day}T00:00:00.000Z`,
      'created_at_min takes a 29 February for no date': (one, day) =>
        !day.endsWith('-02-29') && one.created_at >= `${day}T00:00:00.000Z`,
      'created_at_min takes the end of a year for that of the next one': (one, day) =>
        one.created_at >= (day.endsWith('-12-31') ? `${Number(day.slice(0, 4)) + 1}-12-31` : day),
      'created_at_min is ignored where it is far away': (one, day) =>
        day > '2100' || one.created_at >= `${day}T00:00:00.000Z`,
    }),
  },
  'list.filter-created-max': {
    ...ignored('created_at_max'),
    ...rows(bounding('created_at_max'), {
      'created_at_max ends when its day begins': (one, day) => one.created_at <= `${day}T00:00:00.000Z`,
      'created_at_max takes a 29 February for no date and is ignored': (one, day) =>
        day.endsWith('-02-29') || sinceDay(one, day) < DAY,
      'created_at_max takes the first of a year for that of the last one': (one, day) =>
        sinceDay(one, day.endsWith('-01-01') ? `${Number(day.slice(0, 4)) - 1}-01-01` : day) < DAY,
      'created_at_max takes the first moment of 1970 for no date and is ignored': (one, day) =>
        day === '1970-01-01' || sinceDay(one, day) < DAY,
      'created_at_max keeps nothing where it is far away': (one, day) =>
        day < '2100' && sinceDay(one, day) < DAY,
      'created_at_max looks at updated_at': (one, day) => one.updated_at <= `${day}T23:59:59.999Z`,
      'created_at_max includes the day after': (one, day) => sinceDay(one, day) < 2 * DAY,
    }),
    'created_at_max looks at the last regeneration': noting(Map<number, string>, (regenerated) => [
      afterHandler('regenerateInvoice', (_request, { invoice }) => {
        regenerated.set(invoice.id, invoice.updated_at)
      }),
      bounding('created_at_max')(
        (one, day) => (regenerated.get(one.id) ?? one.created_at) <= `${day}T23:59:59.999Z`,
      ),
    ]),
  },
  'list.filter-combination': {
    'Of a range that is upside down the ends are swapped': asking('listInvoices', (query) =>
      String(query['created_at_min']) > String(query['created_at_max'])
        ? { ...query, created_at_min: query['created_at_max'], created_at_max: query['created_at_min'] }
        : query,
    ),
    'Of a range that is upside down only the beginning counts': asking('listInvoices', (query) =>
      String(query['created_at_min']) > String(query['created_at_max'])
        ? leavingOut(query, 'created_at_max')
        : query,
    ),
    ...rows(
      (filter: 'invoice_type' | 'financial_status') =>
        asking('listInvoices', (query) =>
          query[filter] === undefined || isOneOf(valuesOf('queries/list-invoices', filter), query[filter])
            ? query
            : leavingOut(query, ...FILTERS),
        ),
      {
        'An unknown invoice_type takes the other filters with it': 'invoice_type',
        'An unknown financial_status takes the other filters with it': 'financial_status',
      },
    ),
    'Of invoice_type and financial_status one is enough': all(
      asking('listInvoices', (query) =>
        hasBoth(query) ? leavingOut(query, 'invoice_type', 'financial_status') : query,
      ),
      finding('listInvoices', (found, { query }) => {
        const fits = ({ invoice_type, financial_status }: InvoiceSummary) =>
          invoice_type === query['invoice_type'] || financial_status === query['financial_status']
        return hasBoth(query) ? found.filter(fits) : found
      }),
    ),
    ...rows((change: (query: Query) => Query) => asking('listInvoices', change), {
      'With financial_status the date filters are ignored': (query) =>
        'financial_status' in query ? leavingOut(query, 'created_at_min', 'created_at_max') : query,
      'With both dates only created_at_max holds': (query) =>
        'created_at_max' in query ? leavingOut(query, 'created_at_min') : query,
      'Of three filters and more only the first two hold': (query) =>
        leavingOut(query, ...FILTERS.filter((name) => name in query).slice(2)),
    }),
  },
  'list.dates-complement': rows(bounding('created_at_max'), {
    'created_at_min reckons in UTC, created_at_max five hours behind': (one, day) =>
      sinceDay(one, day) < DAY + 5 * HOUR,
    'created_at_max includes the first moment of the next day': (one, day) => sinceDay(one, day) <= DAY,
    'created_at_max ends at 23:59:59 sharp: what lies within the last second is left out': (one, day) =>
      one.created_at <= `${day}T23:59:59.000Z`,
  }),
  'list.summary-agrees-with-detail': {
    'Once a customer of its email is deleted an invoice is listed without email': withBefore(
      CUSTOMER,
      'delete',
      (deleted) =>
        amending('listInvoices', ({ customer_email }) =>
          [...deleted.values()].some(({ record }) => record.email === customer_email)
            ? { customer_email: '' }
            : {},
        ),
    ),
    ...staleTimes(),
    ...rows((fields: (summary: InvoiceSummary) => object) => amending('listInvoices', fields), {
      'The updated_at in the list is the created_at': ({ created_at }) => ({ updated_at: created_at }),
      'In the list every invoice is in EUR': () => ({ currency: 'EUR' }),
      'In the list amounts with three digits after the point (dinars) have two': ({ total_price }) => ({
        total_price: total_price.replace(/(\.\d\d)\d$/, '$1'),
      }),
    }),
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
    ...ofEach(['listInvoices', 'searchInvoices', 'listCustomers'], faults.rangeFaults),
    'In a search for customers page 0 is honoured': amendingMeta('listCustomers', (_meta, { query }) =>
      'search' in query && query['page'] === '0' ? { page: 0 } : {},
    ),
  },
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const hasBoth = (query: object): boolean => 'invoice_type' in query && 'financial_status' in query

/** Milliseconds from the beginning of a day. */
const sinceDay = ({ created_at }: InvoiceSummary, day: string): number =>
  Date.parse(created_at) - Date.parse(day)

/** Counts the whole list another way. */
function recounting(count: (meta: Meta, store: Store) => number): Change {
  return amendingMeta('listInvoices', (meta, { query, context: { store } }) => {
    if (Object.keys(query).some((name) => !name.includes('page'))) return {}
    const total = count(meta, store)
    return { total, total_pages: Math.ceil(total / meta.per_page) }
  })
}

/** A filter that nobody looks at. */
function ignored(name: string): Faults {
  return { [`${name} is ignored`]: asking('listInvoices', (query) => leavingOut(query, name)) }
}

type Passes = (summary: InvoiceSummary) => boolean

/** Another test for one value of a filter, beside the other filters. */
function filtering(name: 'invoice_type' | 'financial_status') {
  return ([value, passes]: readonly [value: string, passes: Passes]): Change =>
    testing(name, (asked) => (asked === value ? passes : undefined))
}

/** Another test for one of the dates. */
function bounding(name: 'created_at_min' | 'created_at_max') {
  return (passes: (summary: InvoiceSummary, day: string) => boolean): Change =>
    testing(name, (day) => (/^\d{4}-\d\d-\d\d$/.test(day) ? (summary) => passes(summary, day) : undefined))
}

/** Leaves a filter to a test of its own where there is one for the value. */
function testing(name: string, testOf: (value: string) => Passes | undefined): Change {
  const testIn = (query: Query) => (query[name] === undefined ? undefined : testOf(String(query[name])))
  return all(
    asking('listInvoices', (query) => (testIn(query) ? leavingOut(query, name) : query)),
    finding('listInvoices', (found, { query }) => found.filter(testIn(query) ?? (() => true))),
  )
}
