import {
  type Answer,
  type ApiRequest,
  type Handler,
  pageOf,
  pagesOf,
  readPaging,
} from '../../../mock-server/seams.ts'
import type { CustomersResponse, InvoicesResponse, Meta } from '../../../schemas/types.ts'
import { around, type Query } from './answers.ts'
import type { Change } from './mutant.ts'
import type { OneOrMore } from './operations.ts'

/** What the listings answer: their items under one key, and where the page stands. */
interface Listings {
  listInvoices: InvoicesResponse
  searchInvoices: InvoicesResponse
  listCustomers: CustomersResponse
}

export type Listing = keyof Listings
type Many = 'invoices' | 'customers'
type ItemOf<L extends Listing> = Listings[L][Many & keyof Listings[L]] extends (infer I)[] ? I : never

/** A page as it is answered. */
export interface Page<L extends Listing> {
  readonly items: readonly ItemOf<L>[]
  readonly meta: Meta
}

/** What a fault may do with a page: look at the query, and ask for the page that another one would get. */
export interface Asking<L extends Listing> {
  readonly query: Query
  readonly context: ApiRequest['context']
  ask(other: Query): Page<L>
}

/** Changes the pages of a listing. */
export function paged<L extends Listing>(
  listings: OneOrMore<L>,
  change: (page: Page<L>, asking: Asking<L>) => Partial<Page<L>>,
): Change {
  return around(listings, (request, handler) => {
    const ask = (query: Query) => pageIn<L>(handler({ ...request, query }))
    const answer = handler(request)
    const page = pageIn<L>(answer)
    const { query, context } = request
    const { items, meta } = { ...page, ...change(page, { query, context, ask }) }
    return { ...answer, body: { [keyOf(request)]: items, meta } }
  })
}

/**
 * Changes what a listing finds; pages are made of that as ever.
 * @param change is given all that there is, too, whatever was asked for
 */
export function finding<L extends Listing>(
  listing: L,
  change: (found: ItemOf<L>[], request: ApiRequest, all: () => ItemOf<L>[]) => ItemOf<L>[],
): Change {
  return around(listing, (request, handler, handlers) => {
    const everything = listing === 'listCustomers' ? handlers.listCustomers : handlers.listInvoices
    const all = () => everyItem<L>({ ...request, query: {} }, everything)
    const found = change(everyItem<L>(request, handler), request, all)
    const asked = readPaging(request.query, () => 'clamped')
    const { records, meta } = pageOf(pagesOf(found), asked, request.context.dialect)
    return { outcome: 'ok', body: { [keyOf(request)]: records, meta } }
  })
}

const keyOf = ({ operation }: ApiRequest): Many => (operation === 'listCustomers' ? 'customers' : 'invoices')

function pageIn<L extends Listing>({ body }: Answer): Page<L> {
  // A listing's answer.
  const { invoices, customers, meta } = body as Partial<Record<Many, ItemOf<L>[]>> & { meta: Meta }
  return { items: invoices ?? customers ?? [], meta }
}

function everyItem<L extends Listing>(request: ApiRequest, handler: Handler): ItemOf<L>[] {
  const page = (number: number): ItemOf<L>[] => {
    const query = { ...request.query, page: String(number), per_page: '250' }
    const { items, meta } = pageIn<L>(handler({ ...request, query }))
    return number < meta.total_pages ? [...items, ...page(number + 1)] : [...items]
  }
  return page(1)
}
