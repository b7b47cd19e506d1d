import type { Answer, ApiRequest } from '../../../mock-server/seams.ts'
import type { InvoiceSummary, Meta } from '../../../schemas/types.ts'
import { answering, around, bodyOf, changing, parameter, refusing } from './answers.ts'
import type { Change, FaultsOf } from './mutant.ts'
import { pagingFaults } from './paging-faults.ts'
import { finding } from './paging.ts'

/** Faults of GET /invoices/search. */
export const SEARCH_FAULTS: FaultsOf<'search'> = {
  'search.envelope': {
    'What was found stands under results': answering('searchInvoices', ({ invoices, meta }) => ({
      results: invoices,
      meta,
    })),
    'A search that finds one invoice answers no meta': answering('searchInvoices', ({ meta, ...body }) =>
      meta.total === 1 ? body : { ...body, meta },
    ),
    'A search that finds one invoice answers it without an array': changing(
      'searchInvoices',
      'invoices',
      (found) => (found.length === 1 ? found[0] : found),
    ),
  },
  'search.q-required': {
    'Without q everything is found': withoutQ(() => true),
    'Without q, but with per_page, everything is found': withoutQ(({ query }) => 'per_page' in query),
    'Without q nothing is found': around('searchInvoices', (request, handler) =>
      handler(
        'q' in request.query ? request : { ...request, query: { ...request.query, q: 'nothing but this' } },
      ),
    ),
  },
  'search.no-match': {
    'Of a text of 20 and more characters nothing is looked for: everything is found': (parts) =>
      around('searchInvoices', (request, handler) =>
        String(request.query['q'] ?? '').length < 20
          ? handler(request)
          : parts.handlers.listInvoices(request),
      )(parts),
    'Where nothing matches the newest invoices are shown': fallingBack(() => ''),
    'A search that finds nothing is repeated with the first letter alone': fallingBack((q) => q.slice(0, 1)),
  },
  'search.by-country': {
    'Of the invoices that only their country tells the newest three are found': finding(
      'searchInvoices',
      (found, request) => {
        const q = String(request.query['q']).toLowerCase()
        const tells = (one: InvoiceSummary) =>
          `${one.customer_name} ${one.customer_email} ${one.number} ${one.order_name}`
            .toLowerCase()
            .includes(q)
        const byCountryAlone = found.filter((one) => !tells(one))
        return found.filter((one) => !byCountryAlone.slice(3).includes(one))
      },
    ),
    'Countries are not searched': byCountry(() => true),
    'Countries of several words are not found': byCountry((q) => q.includes(' ')),
    'Voided invoices are not found by country': byCountry((_q, one) => one.financial_status === 'voided'),
  },
  'search.by-customer-name': {
    'First and last name together find nothing': missing(
      (one, q) => one.customer_name === q && q.includes(' '),
    ),
    'Names with an apostrophe are not found': missing((one, q) => one.customer_name === q && q.includes("'")),
    'Names with a hyphen are not found': missing((one, q) => one.customer_name === q && /[-־]/.test(q)),
    'Names beyond Latin-1 are not found': missing((one, q) => one.customer_name === q && /[^ -ÿ]/.test(q)),
    'Names of three words are not found': missing(
      (one, q) => one.customer_name === q && q.split(' ').length > 2,
    ),
    'Quotes are not found by name': missing(
      (one, q) => one.customer_name === q && one.invoice_type === 'quote',
    ),
  },
  'search.by-customer-email': {
    'Emails are not searched': missing((one, q) => one.customer_email === q),
    'Of emails only the first 30 characters are in the index': missing(
      (one, q) => one.customer_email === q && q.length > 30,
    ),
    'Of several invoices with one email only the newest is found by it': finding(
      'searchInvoices',
      (found, request) =>
        found.filter(
          (one, index) =>
            one.customer_email !== parameter(request, 'q') ||
            found.findIndex(({ customer_email }) => customer_email === one.customer_email) === index,
        ),
    ),
  },
  'search.by-number': {
    'Numbers are not searched': missing((one, q) => one.number === q),
    'Quotes and pro-formas are not found by number': missing(
      (one, q) => one.number === q && one.order_name.startsWith('#D'),
    ),
    'Invoices of type platform_order are not found by number': missing(
      (one, q) => one.number === q && one.invoice_type === 'platform_order',
    ),
    'Numbers that end in a zero are not found': missing((one, q) => one.number === q && q.endsWith('0')),
  },
  'search.by-order-name': {
    'A # ends the search text, so that order names find nothing': missing((_one, q) => q.includes('#')),
    'Draft orders are not found by order name': missing(
      (one, q) => one.order_name === q && q.startsWith('#D'),
    ),
  },
  'search.pagination': {
    ...pagingFaults('searchInvoices'),
    'The second page is one of all invoices': around('searchInvoices', (request, handler, { listInvoices }) =>
      Number(request.query['page'] ?? 1) > 1
        ? { ...handler(request), body: { ...listInvoices(request).body, meta: metaOf(handler(request)) } }
        : handler(request),
    ),
  },
  'search.literal-segment': {
    'search is taken for a slug: every search is not-found': refusing(
      'searchInvoices',
      'not-found',
      () => true,
    ),
    'Without q search is taken for a slug': refusing(
      'searchInvoices',
      'not-found',
      ({ query }) => !('q' in query),
    ),
    'With page before it, q goes unseen, and search is taken for a slug': refusing(
      'searchInvoices',
      'not-found',
      ({ query }) => Object.keys(query)[0] === 'page',
    ),
  },
}

const metaOf = (answer: Answer): Meta => bodyOf<'searchInvoices'>(answer).meta

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
  return around('searchInvoices', (request, handler, { listInvoices }) =>
    !('q' in request.query) && when(request) ? listInvoices(request) : handler(request),
  )
}

/** Searches for another text where one finds nothing; for an empty one lists everything. */
function fallingBack(to: (q: string) => string): Change {
  return around('searchInvoices', (request, handler, { listInvoices }) => {
    const answer = handler(request)
    if (metaOf(answer).total > 0) return answer
    const q = to(String(request.query['q']))
    return q === '' ? listInvoices(request) : handler({ ...request, query: { ...request.query, q } })
  })
}
