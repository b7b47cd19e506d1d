import { Refusal } from '../../../mock-server/seams.ts'
import type { InvoiceSummary } from '../../../schemas/types.ts'
import {
  all,
  amending,
  amendingMeta,
  answering,
  around,
  type Change,
  changing,
  changingEach,
  type FaultsOf,
  fresh,
} from './mutant.ts'
import { asking, finding } from './paging.ts'

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
    'per_page is 20 when it is left out': asking('listInvoices', (query) => ({ per_page: '20', ...query })),
    'per_page is 50 when only page is given': asking('listInvoices', (query) =>
      'page' in query ? { per_page: '50', ...query } : query,
    ),
    'per_page is 10 when only a filter is given': asking('listInvoices', (query) =>
      'invoice_type' in query ? { per_page: '10', ...query } : query,
    ),
    'Without page, meta says page 0': amendingMeta('listInvoices', (meta, { query }) =>
      'page' in query ? {} : { page: 0 },
    ),
  },
  'list.per-page-range': {
    'A page holds 50 invoices at most, whatever per_page and meta say': changing(
      'listInvoices',
      'invoices',
      (invoices) => invoices.slice(0, 50),
    ),
    'per_page 250 is unprocessable': around('listInvoices', (request, handler) => {
      if (request.query['per_page'] === '250')
        throw new Refusal('unprocessable', { per_page: ['is too big'] })
      return handler(request)
    }),
    'per_page 1 lists two invoices': around('listInvoices', (request, handler) => {
      const answer = handler(request)
      if (request.query['per_page'] !== '1') return answer
      const { invoices } = handler({ ...request, query: { ...request.query, per_page: '2' } }).body as {
        invoices: object[]
      }
      return { ...answer, body: { ...answer.body, invoices } }
    }),
    'per_page is compared with 250 as text, so that 3 and 30 are too big and become 25': asking(
      'listInvoices',
      (query) => (String(query['per_page'] ?? '') > '250' ? { ...query, per_page: '25' } : query),
    ),
    'From 101 to 249 per_page counts as 25': asking('listInvoices', (query) => {
      const asked = Number(query['per_page'])
      return asked > 100 && asked < 250 ? { ...query, per_page: '25' } : query
    }),
  },
  'list.meta-echo': {
    'meta says per_page 25 always': amendingMeta('listInvoices', () => ({ per_page: 25 })),
    'Beyond the last page, meta says the last page': amendingMeta(
      'listInvoices',
      ({ page, total_pages }) => ({ page: Math.max(1, Math.min(page, total_pages)) }),
    ),
    'From 100 on, meta says per_page 100': amendingMeta('listInvoices', ({ per_page }) => ({
      per_page: Math.min(per_page, 100),
    })),
  },
  'list.meta-arithmetic': {
    'total_pages is rounded down': amendingMeta('listInvoices', ({ total, per_page }) => ({
      total_pages: Math.max(1, Math.floor(total / per_page)),
    })),
    'total_pages is one too many when the last page is full': amendingMeta(
      'listInvoices',
      ({ total, per_page }) => ({ total_pages: Math.floor(total / per_page) + 1 }),
    ),
    'total counts the page': answering('listInvoices', ({ invoices, meta }) => ({
      invoices,
      meta: { ...meta, total: invoices.length },
    })),
    'total and total_pages count without the date filters': around('listInvoices', (request, handler) => {
      const query = without(request.query, 'created_at_min', 'created_at_max')
      const { meta } = handler({ ...request, query }).body as { meta: object }
      const answer = handler(request)
      return { ...answer, body: { ...answer.body, meta } }
    }),
    'What the whole list counts is kept from the first time on: creations do not move it': fresh(() => {
      const totals = new WeakMap<object, number>()
      return changing('listInvoices', 'meta', (meta, { query, context: { store } }) => {
        if (Object.keys(query).some((name) => !name.includes('page'))) return meta
        const total = totals.get(store) ?? meta.total
        totals.set(store, total)
        return { ...meta, total, total_pages: Math.ceil(total / meta.per_page) }
      })
    }),
    'total leaves out invoices of type platform_order, which are listed': changing(
      'listInvoices',
      'meta',
      (meta, { query, context }) => {
        if (Object.keys(query).some((name) => !name.includes('page'))) return meta
        const imported = [...context.store.invoices.values()].filter(
          (one) => one.invoice_type === 'platform_order',
        )
        const total = meta.total - imported.length
        return { ...meta, total, total_pages: Math.ceil(total / meta.per_page) }
      },
    ),
  },
  'list.pages-partition': {
    'Each page begins with the last invoice of the one before': shifted((page) => (page > 1 ? -1 : 0)),
    'From the third page on, a page begins with the last invoice of the one before': shifted((page) =>
      page > 2 ? -1 : 0,
    ),
    'From the second page on, the first invoice of the page is left out': shifted((page) =>
      page > 1 ? 1 : 0,
    ),
    'When the last page is exactly full it is answered empty': answering('listInvoices', (body) => {
      const { total, page, per_page } = body.meta
      return page > 1 && page * per_page === total ? { ...body, invoices: [] } : body
    }),
    'Invoices of the same moment come in another order on even pages': finding(
      'listInvoices',
      (found, { query }) =>
        found.toSorted(
          (a, b) =>
            b.created_at.localeCompare(a.created_at) ||
            (Number(query['page']) % 2 === 0 ? a.id - b.id : b.id - a.id),
        ),
    ),
    'Of the page number only the first digit is read: page 11 is page 1': around(
      'listInvoices',
      (request, handler) => {
        const page = String(request.query['page'] ?? '1')
        const answer = handler({ ...request, query: { ...request.query, page: page.slice(0, 1) } })
        const { meta } = handler(request).body as { meta: object }
        return { ...answer, body: { ...answer.body, meta } }
      },
    ),
    'The oldest invoice is on no page but the first': answering('listInvoices', (body) => {
      const isLast = body.meta.page > 1 && body.meta.page === body.meta.total_pages
      return isLast ? { ...body, invoices: body.invoices.slice(0, -1) } : body
    }),
  },
  'list.beyond-last-page': {
    'A page past the last is not-found': answering('listInvoices', (body) => {
      if (body.meta.page > Math.max(1, body.meta.total_pages)) throw new Refusal('not-found')
      return body
    }),
    'Where the filters keep nothing, page 2 is not-found': answering('listInvoices', (body) => {
      if (body.meta.page > 1 && body.meta.total === 0) throw new Refusal('not-found')
      return body
    }),
    'A page past the last shows the last one again': around('listInvoices', (request, handler) => {
      const answer = handler(request)
      const { meta } = answer.body as { meta: { page: number; total_pages: number } }
      if (meta.page <= meta.total_pages || meta.total_pages === 0) return answer
      const last = handler({ ...request, query: { ...request.query, page: String(meta.total_pages) } })
      return { ...last, body: { ...last.body, meta } }
    }),
    'From page 1,000 on the first page is shown': around('listInvoices', (request, handler) => {
      const answer = handler(request)
      if (!(Number(request.query['page']) >= 1000)) return answer
      const first = handler({ ...request, query: { ...request.query, page: '1' } })
      return { ...first, body: { ...first.body, meta: (answer.body as { meta: object }).meta } }
    }),
  },
  'list.filter-invoice-type': {
    'invoice_type is ignored': asking('listInvoices', (query) => without(query, 'invoice_type')),
    'invoice_type pro_forma lists quotes too': filtering('invoice_type', 'pro_forma', ({ invoice_type }) =>
      ['quote', 'pro_forma'].includes(invoice_type),
    ),
    'invoice_type invoice lists platform_order too': filtering(
      'invoice_type',
      'invoice',
      ({ invoice_type }) => /invoice|platform_order/.test(invoice_type),
    ),
    'From the second page on, invoice_type is ignored': asking('listInvoices', (query) =>
      Number(query['page'] ?? 1) > 1 ? without(query, 'invoice_type') : query,
    ),
  },
  'list.filter-financial-status': {
    'financial_status is ignored': asking('listInvoices', (query) => without(query, 'financial_status')),
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
    'created_at_min is ignored': asking('listInvoices', (query) => without(query, 'created_at_min')),
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
    'created_at_max is ignored': asking('listInvoices', (query) => without(query, 'created_at_max')),
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
        hasBoth(query) ? without(query, 'invoice_type', 'financial_status') : query,
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
      'financial_status' in query ? without(query, 'created_at_min', 'created_at_max') : query,
    ),
    'With both dates only created_at_max holds': asking('listInvoices', (query) =>
      'created_at_max' in query ? without(query, 'created_at_min') : query,
    ),
    'Of three filters and more only the first two hold': asking('listInvoices', (query) =>
      without(query, ...FILTERS.filter((name) => name in query).slice(2)),
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
    'In the list amounts with three digits after the point (dinars) have two': amending(
      'listInvoices',
      ({ total_price }) => ({ total_price: total_price.replace(/(\.\d\d)\d$/, '$1') }),
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
    'In a search for customers page 0 is honoured': amendingMeta('listCustomers', (meta, { query }) =>
      'search' in query && query['page'] === '0' ? { page: 0 } : {},
    ),
    'per_page 0 lists everything': beyondRange('per_page', (value) => value === 0, '250'),
    'per_page 0 lists everything, while meta says 25': around('listInvoices', (request, handler) => {
      const answer = handler(request)
      if (Number(request.query['per_page'] ?? 1) !== 0) return answer
      const whole = handler({ ...request, query: { ...request.query, per_page: '250' } }).body as object
      return {
        ...answer,
        body: { ...whole, meta: { ...(answer.body as { meta: object }).meta, per_page: 25 } },
      }
    }),
    'per_page 251 is honoured': beyondRange('per_page', (value) => value === 251, '250'),
    'per_page has no upper limit': beyondRange('per_page', (value) => value > 250, '250'),
    'page 0 is answered as page 0': beyondRange('page', (value) => value === 0, '1'),
    'Negative pages count from the end': beyondRange('page', (value) => value < 0, '2'),
    'A negative per_page is honoured': beyondRange('per_page', (value) => value < 0, '5'),
    'Customers honour per_page 251 and more': amendingMeta('listCustomers', ({ total }, { query }) =>
      Number(query['per_page']) > 250
        ? {
            per_page: Number(query['per_page']),
            total_pages: Math.ceil(total / Number(query['per_page'])),
          }
        : {},
    ),
    'Search answers page 0 as page 0': amendingMeta('searchInvoices', (meta, { query }) =>
      query['page'] === '0' ? { page: 0 } : {},
    ),
  },
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const FILTERS = ['invoice_type', 'financial_status', 'created_at_min', 'created_at_max']

const hasBoth = (query: object): boolean => 'invoice_type' in query && 'financial_status' in query

/** Takes the items of a page from some places further down the list, meta as ever. */
function shifted(by: (page: number) => number): Change {
  return (parts) => {
    const { listInvoices } = parts.handlers
    return answering('listInvoices', (body, request) => {
      const { page, per_page } = body.meta
      const query = { ...request.query, page: '1', per_page: '250' }
      const { invoices } = listInvoices({ ...request, query }).body as { invoices: InvoiceSummary[] }
      const offset = Math.max(0, (page - 1) * per_page + by(page))
      return { ...body, invoices: invoices.slice(offset, offset + per_page) }
    })(parts)
  }
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
    asking('listInvoices', (query) => (testIn(query) ? without(query, name) : query)),
    finding('listInvoices', (found, { query }) => found.filter(testIn(query) ?? (() => true))),
  )
}

function without(query: Readonly<Record<string, unknown>>, ...names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)))
}

/** Answers some values out of range as if they were in it, though not with as many invoices. */
function beyondRange(name: 'page' | 'per_page', when: (value: number) => boolean, instead: string): Change {
  return around('listInvoices', (request, handler) => {
    const asked = Number(request.query[name] ?? Number.NaN)
    if (!when(asked)) return handler(request)
    const answer = handler({ ...request, query: { ...request.query, [name]: instead } })
    const { meta } = answer.body as { meta: object }
    return { ...answer, body: { ...answer.body, meta: { ...meta, [name]: asked } } }
  })
}
