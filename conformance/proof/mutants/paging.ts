import { type ApiRequest, type Handler, pageOf, pagesOf, readPaging } from '../../../mock-server/seams.ts'
import type { CustomersResponse, InvoicesResponse } from '../../../schemas/types.ts'
import { around, type Change } from './mutant.ts'

/** What the listings answer: their items under one key, and where the page stands. */
interface Listings {
  listInvoices: InvoicesResponse
  searchInvoices: InvoicesResponse
  listCustomers: CustomersResponse
}

type Listing = keyof Listings
type ItemOf<L extends Listing> = Listings[L] extends { invoices: (infer I)[] }
  ? I
  : Listings[L] extends { customers: (infer C)[] }
    ? C
    : never

/** Changes what a listing finds; pages are made of that as ever. */
export function finding<L extends Listing>(
  listing: L,
  change: (found: ItemOf<L>[], request: ApiRequest) => ItemOf<L>[],
): Change {
  return around(listing, (request, handler) => {
    const key = listing === 'listCustomers' ? 'customers' : 'invoices'
    const found = change(everyItem(key, request, handler) as ItemOf<L>[], request)
    const { dialect } = request.context
    const { records, meta } = pageOf(pagesOf(found), readPaging(request.query, 'clamped'), dialect)
    return { outcome: 'ok', body: { [key]: records, meta } }
  })
}

/** Changes the query that a listing is asked with. */
export function asking(
  listings: Listing | readonly Listing[],
  change: (query: ApiRequest['query']) => ApiRequest['query'],
): Change {
  return around(listings, (request, handler) => handler({ ...request, query: change(request.query) }))
}

function everyItem(key: 'invoices' | 'customers', request: ApiRequest, handler: Handler): unknown[] {
  const page = (number: number): unknown[] => {
    const query = { ...request.query, page: String(number), per_page: '250' }
    const { [key]: items, meta } = handler({ ...request, query }).body as Record<string, unknown[]> & {
      meta: { total_pages: number }
    }
    return number < meta.total_pages ? [...(items ?? []), ...page(number + 1)] : (items ?? [])
  }
  return page(1)
}
