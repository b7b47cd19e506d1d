import { Refusal } from '../../mock-server/rules/refusal.ts'
import type { InvoiceSummary } from '../../schemas/types.ts'
import { all, answering, around, changing, changingEach, fresh, type Change, type Mutant } from './mutant.ts'
import { asking, finding } from './paging.ts'

/** Faults of GET /invoices: pages, counts and filters. */
export const LIST_MUTANTS: readonly Mutant[] = [
  {
    id: 'list.items',
    clause: 'list.envelope',
    says: 'The invoices stand under items.',
    mutate: answering('listInvoices', ({ invoices, meta }) => ({ items: invoices, meta })),
  },
  {
    id: 'list.filtered-without-meta',
    clause: 'list.envelope',
    says: 'A list with a financial_status has no meta.',
    deep: true,
    mutate: answering('listInvoices', ({ meta, ...body }, { query }) =>
      'financial_status' in query ? body : { ...body, meta },
    ),
  },
  {
    id: 'list.empty-null',
    clause: 'list.envelope',
    says: 'Where nothing is listed, invoices is null.',
    deep: true,
    mutate: changing('listInvoices', 'invoices', (invoices) => (invoices.length > 0 ? invoices : null)),
  },
  {
    id: 'list.default-20',
    clause: 'list.defaults',
    says: 'per_page is 20 when it is left out.',
    mutate: asking('listInvoices', (query) => ({ per_page: '20', ...query })),
  },
  {
    id: 'list.default-with-page',
    clause: 'list.defaults',
    says: 'per_page is 50 when only page is given.',
    deep: true,
    mutate: asking('listInvoices', (query) => ('page' in query ? { per_page: '50', ...query } : query)),
  },
  {
    id: 'list.default-filtered',
    clause: 'list.defaults',
    says: 'per_page is 10 when only a filter is given.',
    deep: true,
    mutate: asking('listInvoices', (query) =>
      'invoice_type' in query ? { per_page: '10', ...query } : query,
    ),
  },
  {
    id: 'list.default-page-zero',
    clause: 'list.defaults',
    says: 'Without page, meta says page 0.',
    mutate: changing('listInvoices', 'meta', (meta, { query }) =>
      'page' in query ? meta : { ...meta, page: 0 },
    ),
  },
  {
    id: 'list.at-most-50',
    clause: 'list.per-page-range',
    says: 'A page holds 50 invoices at most, whatever per_page and meta say.',
    mutate: changing('listInvoices', 'invoices', (invoices) => invoices.slice(0, 50)),
  },
  {
    id: 'list.250-refused',
    clause: 'list.per-page-range',
    says: 'per_page 250 is unprocessable.',
    deep: true,
    mutate: around('listInvoices', (request, handler) => {
      if (request.query['per_page'] === '250')
        throw new Refusal('unprocessable', { per_page: ['is too big'] })
      return handler(request)
    }),
  },
  {
    id: 'list.one-is-two',
    clause: 'list.per-page-range',
    says: 'per_page 1 lists two invoices.',
    deep: true,
    mutate: around('listInvoices', (request, handler) => {
      const answer = handler(request)
      if (request.query['per_page'] !== '1') return answer
      const { invoices } = handler({ ...request, query: { ...request.query, per_page: '2' } }).body as {
        invoices: object[]
      }
      return { ...answer, body: { ...answer.body, invoices } }
    }),
  },
  {
    id: 'list.compared-as-text',
    clause: 'list.per-page-range',
    says: 'per_page is compared with 250 as text, so that 3 and 30 are too big and become 25.',
    deep: true,
    mutate: asking('listInvoices', (query) =>
      String(query['per_page'] ?? '') > '250' ? { ...query, per_page: '25' } : query,
    ),
  },
  {
    id: 'list.between-100-and-250',
    clause: 'list.per-page-range',
    says: 'From 101 to 249 per_page counts as 25.',
    deep: true,
    mutate: asking('listInvoices', (query) => {
      const asked = Number(query['per_page'])
      return asked > 100 && asked < 250 ? { ...query, per_page: '25' } : query
    }),
  },
  {
    id: 'list.echoes-default',
    clause: 'list.meta-echo',
    says: 'meta says per_page 25 always.',
    mutate: changing('listInvoices', 'meta', (meta) => ({ ...meta, per_page: 25 })),
  },
  {
    id: 'list.echoes-last-page',
    clause: 'list.meta-echo',
    says: 'Beyond the last page, meta says the last page.',
    deep: true,
    mutate: changing('listInvoices', 'meta', (meta) => ({
      ...meta,
      page: Math.max(1, Math.min(meta.page, meta.total_pages)),
    })),
  },
  {
    id: 'list.echoes-100',
    clause: 'list.meta-echo',
    says: 'From 100 on, meta says per_page 100.',
    deep: true,
    mutate: changing('listInvoices', 'meta', (meta) => ({ ...meta, per_page: Math.min(meta.per_page, 100) })),
  },
  {
    id: 'list.pages-rounded-down',
    clause: 'list.meta-arithmetic',
    says: 'total_pages is rounded down.',
    mutate: changing('listInvoices', 'meta', (meta) => ({
      ...meta,
      total_pages: Math.max(1, Math.floor(meta.total / meta.per_page)),
    })),
  },
  {
    id: 'list.pages-one-more',
    clause: 'list.meta-arithmetic',
    says: 'total_pages is one too many when the last page is full.',
    deep: true,
    mutate: changing('listInvoices', 'meta', (meta) => ({
      ...meta,
      total_pages: Math.floor(meta.total / meta.per_page) + 1,
    })),
  },
  {
    id: 'list.total-of-page',
    clause: 'list.meta-arithmetic',
    says: 'total counts the page.',
    mutate: answering('listInvoices', ({ invoices, meta }) => ({
      invoices,
      meta: { ...meta, total: invoices.length },
    })),
  },
  {
    id: 'list.total-unfiltered',
    clause: 'list.meta-arithmetic',
    says: 'total and total_pages count without the date filters.',
    deep: true,
    mutate: around('listInvoices', (request, handler) => {
      const query = without(request.query, 'created_at_min', 'created_at_max')
      const { meta } = handler({ ...request, query }).body as { meta: object }
      const answer = handler(request)
      return { ...answer, body: { ...answer.body, meta } }
    }),
  },
  {
    id: 'list.total-stale',
    clause: 'list.meta-arithmetic',
    says: 'What the whole list counts is kept from the first time on: creations do not move it.',
    deep: true,
    mutate: fresh(() => {
      const totals = new WeakMap<object, number>()
      return changing('listInvoices', 'meta', (meta, { query, context: { store } }) => {
        if (Object.keys(query).some((name) => !name.includes('page'))) return meta
        const total = totals.get(store) ?? meta.total
        totals.set(store, total)
        return { ...meta, total, total_pages: Math.ceil(total / meta.per_page) }
      })
    }),
  },
  {
    id: 'list.total-without-imported',
    clause: 'list.meta-arithmetic',
    says: 'total leaves out invoices of type platform_order, which are listed.',
    deep: true,
    mutate: changing('listInvoices', 'meta', (meta, { query, context }) => {
      if (Object.keys(query).some((name) => !name.includes('page'))) return meta
      const imported = [...context.store.invoices.values()].filter(
        (one) => one.invoice_type === 'platform_order',
      )
      const total = meta.total - imported.length
      return { ...meta, total, total_pages: Math.ceil(total / meta.per_page) }
    }),
  },
  {
    id: 'list.pages-overlap',
    clause: 'list.pages-partition',
    says: 'Each page begins with the last invoice of the one before.',
    mutate: shifted((page) => (page > 1 ? -1 : 0)),
  },
  {
    id: 'list.third-page-overlaps',
    clause: 'list.pages-partition',
    says: 'From the third page on, a page begins with the last invoice of the one before.',
    deep: true,
    mutate: shifted((page) => (page > 2 ? -1 : 0)),
  },
  {
    id: 'list.second-page-skips',
    clause: 'list.pages-partition',
    says: 'From the second page on, the first invoice of the page is left out.',
    mutate: shifted((page) => (page > 1 ? 1 : 0)),
  },
  {
    id: 'list.last-full-page-empty',
    clause: 'list.pages-partition',
    says: 'When the last page is exactly full it is answered empty.',
    deep: true,
    mutate: answering('listInvoices', (body) => {
      const { total, page, per_page } = body.meta
      return page > 1 && page * per_page === total ? { ...body, invoices: [] } : body
    }),
  },
  {
    id: 'list.ties-by-page',
    clause: 'list.pages-partition',
    says: 'Invoices of the same moment come in another order on even pages.',
    deep: true,
    mutate: finding('listInvoices', (found, { query }) =>
      found.toSorted(
        (a, b) =>
          b.created_at.localeCompare(a.created_at) ||
          (Number(query['page']) % 2 === 0 ? a.id - b.id : b.id - a.id),
      ),
    ),
  },
  {
    id: 'list.eleventh-page',
    clause: 'list.pages-partition',
    says: 'Of the page number only the first digit is read: page 11 is page 1.',
    deep: true,
    mutate: around('listInvoices', (request, handler) => {
      const page = String(request.query['page'] ?? '1')
      const answer = handler({ ...request, query: { ...request.query, page: page.slice(0, 1) } })
      const { meta } = handler(request).body as { meta: object }
      return { ...answer, body: { ...answer.body, meta } }
    }),
  },
  {
    id: 'list.last-item-lost',
    clause: 'list.pages-partition',
    says: 'The oldest invoice is on no page but the first.',
    deep: true,
    mutate: answering('listInvoices', (body) => {
      const isLast = body.meta.page > 1 && body.meta.page === body.meta.total_pages
      return isLast ? { ...body, invoices: body.invoices.slice(0, -1) } : body
    }),
  },
  {
    id: 'list.beyond-not-found',
    clause: 'list.beyond-last-page',
    says: 'A page past the last is not-found.',
    mutate: answering('listInvoices', (body) => {
      if (body.meta.page > Math.max(1, body.meta.total_pages)) throw new Refusal('not-found')
      return body
    }),
  },
  {
    id: 'list.beyond-nothing',
    clause: 'list.beyond-last-page',
    says: 'Where the filters keep nothing, page 2 is not-found.',
    deep: true,
    mutate: answering('listInvoices', (body) => {
      if (body.meta.page > 1 && body.meta.total === 0) throw new Refusal('not-found')
      return body
    }),
  },
  {
    id: 'list.beyond-repeats',
    clause: 'list.beyond-last-page',
    says: 'A page past the last shows the last one again.',
    mutate: around('listInvoices', (request, handler) => {
      const answer = handler(request)
      const { meta } = answer.body as { meta: { page: number; total_pages: number } }
      if (meta.page <= meta.total_pages || meta.total_pages === 0) return answer
      const last = handler({ ...request, query: { ...request.query, page: String(meta.total_pages) } })
      return { ...last, body: { ...last.body, meta } }
    }),
  },
  {
    id: 'list.far-beyond-first',
    clause: 'list.beyond-last-page',
    says: 'From page 1,000 on the first page is shown.',
    deep: true,
    mutate: around('listInvoices', (request, handler) => {
      const answer = handler(request)
      if (!(Number(request.query['page']) >= 1000)) return answer
      const first = handler({ ...request, query: { ...request.query, page: '1' } })
      return { ...first, body: { ...first.body, meta: (answer.body as { meta: object }).meta } }
    }),
  },
  {
    id: 'list.type-ignored',
    clause: 'list.filter-invoice-type',
    says: 'invoice_type is ignored.',
    mutate: asking('listInvoices', (query) => without(query, 'invoice_type')),
  },
  {
    id: 'list.pro-forma-with-quotes',
    clause: 'list.filter-invoice-type',
    says: 'invoice_type pro_forma lists quotes too.',
    deep: true,
    mutate: filtering('invoice_type', 'pro_forma', ({ invoice_type }) =>
      ['quote', 'pro_forma'].includes(invoice_type),
    ),
  },
  {
    id: 'list.invoice-with-imported',
    clause: 'list.filter-invoice-type',
    says: 'invoice_type invoice lists platform_order too.',
    deep: true,
    mutate: filtering('invoice_type', 'invoice', ({ invoice_type }) =>
      /invoice|platform_order/.test(invoice_type),
    ),
  },
  {
    id: 'list.type-ignored-on-page-2',
    clause: 'list.filter-invoice-type',
    says: 'From the second page on, invoice_type is ignored.',
    deep: true,
    mutate: asking('listInvoices', (query) =>
      Number(query['page'] ?? 1) > 1 ? without(query, 'invoice_type') : query,
    ),
  },
  {
    id: 'list.status-ignored',
    clause: 'list.filter-financial-status',
    says: 'financial_status is ignored.',
    mutate: asking('listInvoices', (query) => without(query, 'financial_status')),
  },
  {
    id: 'list.paid-by-part',
    clause: 'list.filter-financial-status',
    says: 'financial_status paid lists partially_paid too.',
    deep: true,
    mutate: filtering('financial_status', 'paid', ({ financial_status }) =>
      financial_status.includes('paid'),
    ),
  },
  {
    id: 'list.refunded-by-part',
    clause: 'list.filter-financial-status',
    says: 'financial_status refunded lists partially_refunded too.',
    deep: true,
    mutate: filtering('financial_status', 'refunded', ({ financial_status }) =>
      financial_status.includes('refunded'),
    ),
  },
  {
    id: 'list.voided-hidden',
    clause: 'list.filter-financial-status',
    says: 'financial_status voided lists nothing.',
    deep: true,
    mutate: filtering('financial_status', 'voided', () => false),
  },
  {
    id: 'list.authorized-ignored',
    clause: 'list.filter-financial-status',
    says: 'financial_status authorized is ignored.',
    deep: true,
    mutate: filtering('financial_status', 'authorized', () => true),
  },
  {
    id: 'list.partially-refunded-misses-quotes',
    clause: 'list.filter-financial-status',
    says: 'financial_status partially_refunded does not list quotes.',
    deep: true,
    mutate: filtering(
      'financial_status',
      'partially_refunded',
      (one) => one.financial_status === 'partially_refunded' && one.invoice_type !== 'quote',
    ),
  },
  {
    id: 'list.min-ignored',
    clause: 'list.filter-created-min',
    says: 'created_at_min is ignored.',
    mutate: asking('listInvoices', (query) => without(query, 'created_at_min')),
  },
  {
    id: 'list.min-exclusive',
    clause: 'list.filter-created-min',
    says: 'created_at_min leaves out its own day.',
    deep: true,
    mutate: bounding('created_at_min', (one, day) => one.created_at > `${day}T23:59:59.999Z`),
  },
  {
    id: 'list.min-from-noon',
    clause: 'list.filter-created-min',
    says: 'created_at_min begins at noon of its day.',
    deep: true,
    mutate: bounding('created_at_min', (one, day) => one.created_at >= `${day}T12:00:00.000Z`),
  },
  {
    id: 'list.min-by-update',
    clause: 'list.filter-created-min',
    says: 'created_at_min looks at updated_at.',
    deep: true,
    mutate: bounding('created_at_min', (one, day) => one.updated_at >= `${day}T00:00:00.000Z`),
  },
  {
    id: 'list.max-ignored',
    clause: 'list.filter-created-max',
    says: 'created_at_max is ignored.',
    mutate: asking('listInvoices', (query) => without(query, 'created_at_max')),
  },
  {
    id: 'list.max-at-midnight',
    clause: 'list.filter-created-max',
    says: 'created_at_max ends when its day begins.',
    deep: true,
    mutate: bounding('created_at_max', (one, day) => one.created_at <= `${day}T00:00:00.000Z`),
  },
  {
    id: 'list.max-by-update',
    clause: 'list.filter-created-max',
    says: 'created_at_max looks at updated_at.',
    deep: true,
    mutate: bounding('created_at_max', (one, day) => one.updated_at <= `${day}T23:59:59.999Z`),
  },
  {
    id: 'list.max-day-off',
    clause: 'list.filter-created-max',
    says: 'created_at_max includes the day after.',
    deep: true,
    mutate: bounding('created_at_max', (one, day) => Date.parse(one.created_at) < Date.parse(day) + 2 * DAY),
  },
  {
    id: 'list.filters-or',
    clause: 'list.filter-combination',
    says: 'Of invoice_type and financial_status one is enough.',
    deep: true,
    mutate: all(
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
  },
  {
    id: 'list.status-drops-dates',
    clause: 'list.filter-combination',
    says: 'With financial_status the date filters are ignored.',
    deep: true,
    mutate: asking('listInvoices', (query) =>
      'financial_status' in query ? without(query, 'created_at_min', 'created_at_max') : query,
    ),
  },
  {
    id: 'list.max-wins',
    clause: 'list.filter-combination',
    says: 'With both dates only created_at_max holds.',
    deep: true,
    mutate: asking('listInvoices', (query) =>
      'created_at_max' in query ? without(query, 'created_at_min') : query,
    ),
  },
  {
    id: 'list.third-filter-dropped',
    clause: 'list.filter-combination',
    says: 'Of three filters and more only the first two hold.',
    deep: true,
    mutate: asking('listInvoices', (query) =>
      without(query, ...FILTERS.filter((name) => name in query).slice(2)),
    ),
  },
  {
    id: 'list.zones-differ',
    clause: 'list.dates-complement',
    says: 'created_at_min reckons in UTC, created_at_max five hours behind.',
    deep: true,
    mutate: bounding(
      'created_at_max',
      (one, day) => Date.parse(one.created_at) < Date.parse(day) + DAY + 5 * HOUR,
    ),
  },
  {
    id: 'list.max-takes-midnight',
    clause: 'list.dates-complement',
    says: 'created_at_max includes the first moment of the next day.',
    deep: true,
    mutate: bounding('created_at_max', (one, day) => Date.parse(one.created_at) <= Date.parse(day) + DAY),
  },
  {
    id: 'list.max-last-second',
    clause: 'list.dates-complement',
    says: 'created_at_max ends at 23:59:59 sharp: what lies within the last second is left out.',
    deep: true,
    mutate: bounding('created_at_max', (one, day) => one.created_at <= `${day}T23:59:59.000Z`),
  },
  {
    id: 'list.name-stale',
    clause: 'list.summary-agrees-with-detail',
    says: 'The list shows the customer_name that it showed first, whatever a regeneration brought.',
    deep: true,
    mutate: fresh(() => {
      const shown = new Map<string, string>()
      return changingEach('listInvoices', 'invoices', (summary) => {
        const customer_name = shown.get(summary.slug) ?? summary.customer_name
        shown.set(summary.slug, customer_name)
        return { ...summary, customer_name }
      })
    }),
  },
  {
    id: 'list.updated-at-stale',
    clause: 'list.summary-agrees-with-detail',
    says: 'The updated_at in the list is the created_at.',
    deep: true,
    mutate: changingEach('listInvoices', 'invoices', (summary) => ({
      ...summary,
      updated_at: summary.created_at,
    })),
  },
  {
    id: 'list.currency-of-store',
    clause: 'list.summary-agrees-with-detail',
    says: 'In the list every invoice is in EUR.',
    mutate: changingEach('listInvoices', 'invoices', (summary) => ({ ...summary, currency: 'EUR' })),
  },
  {
    id: 'list.total-rounded',
    clause: 'list.summary-agrees-with-detail',
    says: 'In the list amounts with three digits after the point (dinars) have two.',
    deep: true,
    mutate: changingEach('listInvoices', 'invoices', (summary) => ({
      ...summary,
      total_price: summary.total_price.replace(/(\.\d\d)\d$/, '$1'),
    })),
  },
  {
    id: 'list.emails-of-neighbours',
    clause: 'list.summary-agrees-with-detail',
    says: 'An invoice without customer_email shows that of the one above it.',
    deep: true,
    mutate: changing('listInvoices', 'invoices', (invoices) =>
      invoices.map((summary, index) => ({
        ...summary,
        customer_email: summary.customer_email || (invoices[index - 1]?.customer_email ?? ''),
      })),
    ),
  },
  {
    id: 'list.found-customers-below-zero',
    clause: 'list.out-of-range',
    says: 'In a search for customers page 0 is honoured.',
    deep: true,
    mutate: changing('listCustomers', 'meta', (meta, { query }) =>
      'search' in query && query['page'] === '0' ? { ...meta, page: 0 } : meta,
    ),
  },
  {
    id: 'list.zero-is-everything',
    clause: 'list.out-of-range',
    says: 'per_page 0 lists everything.',
    mutate: beyondRange('per_page', (value) => value === 0, '250'),
  },
  {
    id: 'list.zero-quietly-everything',
    clause: 'list.out-of-range',
    says: 'per_page 0 lists everything, while meta says 25.',
    deep: true,
    mutate: around('listInvoices', (request, handler) => {
      const answer = handler(request)
      if (Number(request.query['per_page'] ?? 1) !== 0) return answer
      const whole = handler({ ...request, query: { ...request.query, per_page: '250' } }).body as object
      return {
        ...answer,
        body: { ...whole, meta: { ...(answer.body as { meta: object }).meta, per_page: 25 } },
      }
    }),
  },
  {
    id: 'list.251-honoured',
    clause: 'list.out-of-range',
    says: 'per_page 251 is honoured.',
    deep: true,
    mutate: beyondRange('per_page', (value) => value === 251, '250'),
  },
  {
    id: 'list.thousand-honoured',
    clause: 'list.out-of-range',
    says: 'per_page has no upper limit.',
    mutate: beyondRange('per_page', (value) => value > 250, '250'),
  },
  {
    id: 'list.page-zero',
    clause: 'list.out-of-range',
    says: 'page 0 is answered as page 0.',
    mutate: beyondRange('page', (value) => value === 0, '1'),
  },
  {
    id: 'list.negative-page',
    clause: 'list.out-of-range',
    says: 'Negative pages count from the end.',
    deep: true,
    mutate: beyondRange('page', (value) => value < 0, '2'),
  },
  {
    id: 'list.negative-per-page',
    clause: 'list.out-of-range',
    says: 'A negative per_page is honoured.',
    deep: true,
    mutate: beyondRange('per_page', (value) => value < 0, '5'),
  },
  {
    id: 'list.customers-251',
    clause: 'list.out-of-range',
    says: 'Customers honour per_page 251 and more.',
    deep: true,
    mutate: changing('listCustomers', 'meta', (meta, { query }) =>
      Number(query['per_page']) > 250
        ? {
            ...meta,
            per_page: Number(query['per_page']),
            total_pages: Math.ceil(meta.total / Number(query['per_page'])),
          }
        : meta,
    ),
  },
  {
    id: 'list.search-page-zero',
    clause: 'list.out-of-range',
    says: 'Search answers page 0 as page 0.',
    deep: true,
    mutate: changing('searchInvoices', 'meta', (meta, { query }) =>
      query['page'] === '0' ? { ...meta, page: 0 } : meta,
    ),
  },
]

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
