import type { Answer, ApiRequest } from '../../../mock-server/seams.ts'
import type { InvoiceSummary, Meta } from '../../../schemas/types.ts'
import { answering, around, asking, bodyOf, changing, parameter, type Query, refusing } from './answers.ts'
import { type Change, type FaultsOf, rows } from './mutant.ts'
import { pagingFaults } from './paging-faults.ts'
import { finding } from './paging.ts'

/** Faults of GET /invoices/search. */
export const SEARCH_FAULTS: FaultsOf<'search'> = {
  'search.envelope': {
    'What was found stands under results': answering('searchInvoices', ({ invoices: results, meta }) => ({
      results,
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
    ...rows(withoutQ, {
      'Without q everything is found': () => true,
      'Without q, but with per_page, everything is found': ({ query }) => 'per_page' in query,
    }),
    'Without q nothing is found': asking('searchInvoices', (query) => ({ q: 'nothing but this', ...query })),
  },
  'search.no-match': {
    'Of a text of 20 and more characters nothing is looked for: everything is found': around(
      'searchInvoices',
      (request, handler, { listInvoices }) =>
        String(request.query['q'] ?? '').length < 20 ? handler(request) : listInvoices(request),
    ),
    ...rows(fallingBack, {
      'Where nothing matches the newest invoices are shown': () => '',
      'A search that finds nothing is repeated with the first letter alone': (q) => q.slice(0, 1),
    }),
  },
  'search.by-country': {
    'Of the invoices that only their country tells the newest three are found': finding(
      'searchInvoices',
      (found, request) => {
        const byCountryAlone = found.filter((one) => !isTold(one, parameter(request, 'q') ?? ''))
        return found.filter((one) => !byCountryAlone.slice(3).includes(one))
      },
    ),
    ...rows(byCountry, {
      'Countries are not searched': () => true,
      'Countries of several words are not found': (_one, q) => q.includes(' '),
      'Voided invoices are not found by country': (one) => one.financial_status === 'voided',
    }),
  },
  'search.by-customer-name': rows(missingBy('customer_name'), {
    'First and last name together find nothing': (_one, q) => q.includes(' '),
    'Names with an apostrophe are not found': (_one, q) => q.includes("'"),
    'Names with a hyphen are not found': (_one, q) => /[-־]/.test(q),
    'Names beyond Latin-1 are not found': (_one, q) => /[^ -ÿ]/.test(q),
    'Names of three words are not found': (_one, q) => q.split(' ').length > 2,
    'Quotes are not found by name': (one) => one.invoice_type === 'quote',
  }),
  'search.by-customer-email': {
    ...rows(missingBy('customer_email'), {
      'Emails are not searched': () => true,
      'Of emails only the first 30 characters are in the index': (_one, q) => q.length > 30,
    }),
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
  'search.by-number': rows(missingBy('number'), {
    'Numbers are not searched': () => true,
    'Quotes and pro-formas are not found by number': (one) => one.order_name.startsWith('#D'),
    'Invoices of type platform_order are not found by number': (one) => one.invoice_type === 'platform_order',
    'Numbers that begin with a # are not found': (_one, q) => q.startsWith('#'),
    'Numbers that end in a zero are not found': (_one, q) => q.endsWith('0'),
  }),
  'search.by-order-name': {
    'A # ends the search text, so that order names find nothing': missing((_one, q) => q.includes('#')),
    ...rows(missingBy('order_name'), {
      'Draft orders are not found by order name': (_one, q) => q.startsWith('#D'),
    }),
  },
  'search.pagination': {
    ...pagingFaults('searchInvoices'),
    'The second page is one of all invoices': around('searchInvoices', (request, handler, { listInvoices }) =>
      Number(request.query['page'] ?? 1) > 1
        ? { ...handler(request), body: { ...listInvoices(request).body, meta: metaOf(handler(request)) } }
        : handler(request),
    ),
  },
  'search.literal-segment': rows(
    (when: (query: Query) => boolean) => refusing('searchInvoices', 'not-found', ({ query }) => when(query)),
    {
      'search is taken for a slug: every search is not-found': () => true,
      'Without q search is taken for a slug': (query) => !('q' in query),
      'With page before it, q goes unseen, and search is taken for a slug': (query) =>
        Object.keys(query)[0] === 'page',
    },
  ),
}

const metaOf = (answer: Answer): Meta => bodyOf<'searchInvoices'>(answer).meta

type IsLost = (found: InvoiceSummary, q: string) => boolean

/** Leaves out of what is found what some texts should find. */
function missing(isLost: IsLost): Change {
  return finding('searchInvoices', (found, request) =>
    found.filter((one) => !isLost(one, parameter(request, 'q') ?? '')),
  )
}

/** Leaves out what is found by the whole of one field. */
function missingBy(field: 'customer_name' | 'customer_email' | 'number' | 'order_name') {
  return (isLost: IsLost): Change => missing((one, q) => one[field] === q && isLost(one, q))
}

/** Leaves out what is found by nothing but its country. */
function byCountry(isLost: IsLost): Change {
  return missing((one, q) => !isTold(one, q) && isLost(one, q))
}

/** Whether an invoice is found by what its summary shows. */
const isTold = ({ customer_name, customer_email, number, order_name }: InvoiceSummary, q: string): boolean =>
  [customer_name, customer_email, number, order_name].join('\n').toLowerCase().includes(q.toLowerCase())

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
