import { Refusal } from '../../mock-server/rules/refusal.ts'
import type { ApiRequest } from '../../mock-server/routes/handler.ts'
import type { InvoiceSummary } from '../../schemas/types.ts'
import { answering, around, changing, parameter, type Change, type Mutant } from './mutant.ts'
import { asking, finding } from './paging.ts'

/** Faults of GET /invoices/search. */
export const SEARCH_MUTANTS: readonly Mutant[] = [
  {
    id: 'search.results',
    clause: 'search.envelope',
    says: 'What was found stands under results.',
    mutate: answering('searchInvoices', ({ invoices, meta }) => ({ results: invoices, meta })),
  },
  {
    id: 'search.single-without-meta',
    clause: 'search.envelope',
    says: 'A search that finds one invoice answers no meta.',
    deep: true,
    mutate: answering('searchInvoices', ({ meta, ...body }) => (meta.total === 1 ? body : { ...body, meta })),
  },
  {
    id: 'search.single-object',
    clause: 'search.envelope',
    says: 'A search that finds one invoice answers it without an array.',
    deep: true,
    mutate: changing('searchInvoices', 'invoices', (found) => (found.length === 1 ? found[0] : found)),
  },
  {
    id: 'search.without-q-everything',
    clause: 'search.q-required',
    says: 'Without q everything is found.',
    mutate: withoutQ(() => true),
  },
  {
    id: 'search.without-q-page',
    clause: 'search.q-required',
    says: 'Without q, but with per_page, everything is found.',
    deep: true,
    mutate: withoutQ(({ query }) => 'per_page' in query),
  },
  {
    id: 'search.without-q-nothing',
    clause: 'search.q-required',
    says: 'Without q nothing is found.',
    mutate: around('searchInvoices', (request, handler) =>
      handler(
        'q' in request.query ? request : { ...request, query: { ...request.query, q: 'nothing but this' } },
      ),
    ),
  },
  {
    id: 'search.long-text-ignored',
    clause: 'search.no-match',
    says: 'Of a text of 20 and more characters nothing is looked for: everything is found.',
    deep: true,
    mutate: (parts) =>
      around('searchInvoices', (request, handler) =>
        String(request.query['q'] ?? '').length < 20
          ? handler(request)
          : parts.handlers.listInvoices(request),
      )(parts),
  },
  {
    id: 'search.only-newest-of-country',
    clause: 'search.by-country',
    says: 'Of the invoices that only their country tells the newest three are found.',
    deep: true,
    mutate: finding('searchInvoices', (found, request) => {
      const q = String(request.query['q']).toLowerCase()
      const tells = (one: InvoiceSummary) =>
        `${one.customer_name} ${one.customer_email} ${one.number} ${one.order_name}`.toLowerCase().includes(q)
      const byCountryAlone = found.filter((one) => !tells(one))
      return found.filter((one) => !byCountryAlone.slice(3).includes(one))
    }),
  },
  {
    id: 'search.first-name-only',
    clause: 'search.by-customer-name',
    says: 'First and last name together find nothing.',
    mutate: missing((one, q) => one.customer_name === q && q.includes(' ')),
  },
  {
    id: 'search.name-with-quote',
    clause: 'search.by-customer-name',
    says: 'Names with an apostrophe are not found.',
    deep: true,
    mutate: missing((one, q) => one.customer_name === q && q.includes("'")),
  },
  {
    id: 'search.name-with-hyphen',
    clause: 'search.by-customer-name',
    says: 'Names with a hyphen are not found.',
    deep: true,
    mutate: missing((one, q) => one.customer_name === q && /[-־]/.test(q)),
  },
  {
    id: 'search.name-non-latin',
    clause: 'search.by-customer-name',
    says: 'Names beyond Latin-1 are not found.',
    deep: true,
    mutate: missing((one, q) => one.customer_name === q && /[^ -ÿ]/.test(q)),
  },
  {
    id: 'search.name-three-words',
    clause: 'search.by-customer-name',
    says: 'Names of three words are not found.',
    deep: true,
    mutate: missing((one, q) => one.customer_name === q && q.split(' ').length > 2),
  },
  {
    id: 'search.name-of-quotes',
    clause: 'search.by-customer-name',
    says: 'Quotes are not found by name.',
    deep: true,
    mutate: missing((one, q) => one.customer_name === q && one.invoice_type === 'quote'),
  },
  {
    id: 'search.no-emails',
    clause: 'search.by-customer-email',
    says: 'Emails are not searched.',
    mutate: missing((one, q) => one.customer_email === q),
  },
  {
    id: 'search.email-cut-off',
    clause: 'search.by-customer-email',
    says: 'Of emails only the first 30 characters are in the index.',
    deep: true,
    mutate: missing((one, q) => one.customer_email === q && q.length > 30),
  },
  {
    id: 'search.email-of-same-customer',
    clause: 'search.by-customer-email',
    says: 'Of several invoices with one email only the newest is found by it.',
    deep: true,
    mutate: finding('searchInvoices', (found, request) =>
      found.filter(
        (one, index) =>
          one.customer_email !== parameter(request, 'q') ||
          found.findIndex(({ customer_email }) => customer_email === one.customer_email) === index,
      ),
    ),
  },
  {
    id: 'search.no-numbers',
    clause: 'search.by-number',
    says: 'Numbers are not searched.',
    mutate: missing((one, q) => one.number === q),
  },
  {
    id: 'search.number-of-drafts',
    clause: 'search.by-number',
    says: 'Quotes and pro-formas are not found by number.',
    deep: true,
    mutate: missing((one, q) => one.number === q && one.order_name.startsWith('#D')),
  },
  {
    id: 'search.number-of-imported',
    clause: 'search.by-number',
    says: 'Invoices of type platform_order are not found by number.',
    deep: true,
    mutate: missing((one, q) => one.number === q && one.invoice_type === 'platform_order'),
  },
  {
    id: 'search.number-ending-in-zero',
    clause: 'search.by-number',
    says: 'Numbers that end in a zero are not found.',
    deep: true,
    mutate: missing((one, q) => one.number === q && q.endsWith('0')),
  },
  {
    id: 'search.hash',
    clause: 'search.by-order-name',
    says: 'A # ends the search text, so that order names find nothing.',
    mutate: missing((_one, q) => q.includes('#')),
  },
  {
    id: 'search.order-name-of-drafts',
    clause: 'search.by-order-name',
    says: 'Draft orders are not found by order name.',
    deep: true,
    mutate: missing((one, q) => one.order_name === q && q.startsWith('#D')),
  },
  {
    id: 'search.no-countries',
    clause: 'search.by-country',
    says: 'Countries are not searched.',
    mutate: byCountry(() => true),
  },
  {
    id: 'search.country-of-two-words',
    clause: 'search.by-country',
    says: 'Countries of several words are not found.',
    deep: true,
    mutate: byCountry((q) => q.includes(' ')),
  },
  {
    id: 'search.country-of-voided',
    clause: 'search.by-country',
    says: 'Voided invoices are not found by country.',
    deep: true,
    mutate: byCountry((_q, one) => one.financial_status === 'voided'),
  },
  {
    id: 'search.no-match-newest',
    clause: 'search.no-match',
    says: 'Where nothing matches the newest invoices are shown.',
    mutate: fallingBack(() => ''),
  },
  {
    id: 'search.fuzzy',
    clause: 'search.no-match',
    says: 'A search that finds nothing is repeated with the first letter alone.',
    deep: true,
    mutate: fallingBack((q) => q.slice(0, 1)),
  },
  {
    id: 'search.default-10',
    clause: 'search.pagination',
    says: 'per_page is 10 when it is left out.',
    mutate: asking('searchInvoices', (query) => ({ per_page: '10', ...query })),
  },
  {
    id: 'search.total-of-page',
    clause: 'search.pagination',
    says: 'total counts the page.',
    mutate: answering('searchInvoices', ({ invoices, meta }) => ({
      invoices,
      meta: { ...meta, total: invoices.length },
    })),
  },
  {
    id: 'search.page-ignored',
    clause: 'search.pagination',
    says: 'Every page shows the first.',
    mutate: around('searchInvoices', (request, handler) => {
      const answer = handler({ ...request, query: { ...request.query, page: '1' } })
      return { ...answer, body: { ...answer.body, meta: metaOf(handler(request).body) } }
    }),
  },
  {
    id: 'search.last-page-repeats',
    clause: 'search.pagination',
    says: 'The last page is filled up with the end of the one before.',
    deep: true,
    mutate: around('searchInvoices', (request, handler) => {
      const answer = handler(request)
      const { page, per_page, total, total_pages } = metaOf(answer.body)
      if (page < 2 || page !== total_pages || total % per_page === 0) return answer
      const whole = handler({ ...request, query: { ...request.query, page: '1', per_page: '250' } })
      const { invoices } = whole.body as { invoices: object[] }
      return { ...answer, body: { invoices: invoices.slice(-per_page), meta: metaOf(answer.body) } }
    }),
  },
  {
    id: 'search.full-page-one-more',
    clause: 'search.pagination',
    says: 'total_pages is one too many when the last page is full.',
    deep: true,
    mutate: changing('searchInvoices', 'meta', (meta) => ({
      ...meta,
      total_pages: Math.floor(meta.total / meta.per_page) + 1,
    })),
  },
  {
    id: 'search.second-page-of-everything',
    clause: 'search.pagination',
    says: 'The second page is one of all invoices.',
    deep: true,
    mutate: (parts) => {
      const { listInvoices } = parts.handlers
      return around('searchInvoices', (request, handler) => {
        const answer = handler(request)
        return Number(request.query['page'] ?? 1) > 1
          ? { ...answer, body: { ...listInvoices(request).body, meta: metaOf(answer.body) } }
          : answer
      })(parts)
    },
  },
  {
    id: 'search.per-page-200',
    clause: 'search.pagination',
    says: 'per_page counts as 200 from 201 on.',
    deep: true,
    mutate: asking('searchInvoices', (query) =>
      Number(query['per_page']) > 200 ? { ...query, per_page: '200' } : query,
    ),
  },
  {
    id: 'search.as-slug',
    clause: 'search.literal-segment',
    says: 'search is taken for a slug: every search is not-found.',
    mutate: asSlug(() => true),
  },
  {
    id: 'search.as-slug-without-q',
    clause: 'search.literal-segment',
    says: 'Without q search is taken for a slug.',
    deep: true,
    mutate: asSlug(({ query }) => !('q' in query)),
  },
  {
    id: 'search.as-slug-paged',
    clause: 'search.literal-segment',
    says: 'With page before it, q goes unseen, and search is taken for a slug.',
    deep: true,
    mutate: asSlug(({ query }) => Object.keys(query)[0] === 'page'),
  },
]

const metaOf = (body: object | null) =>
  (body as { meta: { page: number; per_page: number; total: number; total_pages: number } }).meta

/** Leaves out of what is found what some texts should find. */
function missing(isLost: (found: InvoiceSummary, q: string, request: ApiRequest) => boolean): Change {
  return finding('searchInvoices', (found, request) =>
    found.filter((one) => !isLost(one, parameter(request, 'q') ?? '', request)),
  )
}

/** Leaves out what is found by nothing but its country. */
function byCountry(isLost: (q: string, found: InvoiceSummary) => boolean): Change {
  return missing((one, q) => {
    const others = [one.customer_name, one.customer_email, one.number, one.order_name]
      .join('\n')
      .toLowerCase()
    return !others.includes(q.toLowerCase()) && isLost(q, one)
  })
}

/** Lists everything at some searches without q. */
function withoutQ(when: (request: ApiRequest) => boolean): Change {
  return (parts) => {
    const { listInvoices } = parts.handlers
    return around('searchInvoices', (request, handler) =>
      !('q' in request.query) && when(request) ? listInvoices(request) : handler(request),
    )(parts)
  }
}

/** Searches for another text where one finds nothing; for an empty one lists everything. */
function fallingBack(to: (q: string) => string): Change {
  return (parts) => {
    const { listInvoices } = parts.handlers
    return around('searchInvoices', (request, handler) => {
      const answer = handler(request)
      if (metaOf(answer.body).total > 0) return answer
      const q = to(String(request.query['q']))
      return q === '' ? listInvoices(request) : handler({ ...request, query: { ...request.query, q } })
    })(parts)
  }
}

function asSlug(when: (request: ApiRequest) => boolean): Change {
  return around('searchInvoices', (request, handler) => {
    if (when(request)) throw new Refusal('not-found')
    return handler(request)
  })
}
