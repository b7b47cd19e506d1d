import type { ClauseId } from '../../schemas/clauses.ts'
import type { OperationId } from '../../schemas/operations.ts'
import { isObject, isSuccess, member } from '../server/client/exchange.ts'
import { records } from '../server/store/inventory.ts'
import type { Passed } from './passed.ts'

type Rule = 'defaults' | 'sizes' | 'echo' | 'arithmetic' | 'partition' | 'beyond'

interface Listing {
  readonly key: 'invoices' | 'customers'
  readonly kind: 'invoice' | 'customer'
  readonly rules: Readonly<Record<Rule, ClauseId>>
}

const allOf = (clause: ClauseId): Listing['rules'] => ({
  defaults: clause,
  sizes: clause,
  echo: clause,
  arithmetic: clause,
  partition: clause,
  beyond: clause,
})

/** The listings that come in pages, and the clauses of each. */
export const LISTINGS: Partial<Record<OperationId, Listing>> = {
  listInvoices: {
    key: 'invoices',
    kind: 'invoice',
    rules: {
      defaults: 'list.defaults',
      sizes: 'list.per-page-range',
      echo: 'list.meta-echo',
      arithmetic: 'list.meta-arithmetic',
      partition: 'list.pages-partition',
      beyond: 'list.beyond-last-page',
    },
  },
  searchInvoices: { key: 'invoices', kind: 'invoice', rules: allOf('search.pagination') },
  listCustomers: { key: 'customers', kind: 'customer', rules: allOf('customers.list') },
}

interface Meta {
  readonly total: number
  readonly page: number
  readonly per_page: number
  readonly total_pages: number
}

/** What an answer shows of a listing, and what was asked for. */
export interface Page extends Listing {
  readonly asked: { readonly page: number; readonly per_page: number }
  readonly meta: Meta
  readonly ids: readonly number[]
  readonly items: readonly { readonly id: number; readonly [field: string]: unknown }[]
}

/** The page that an answer holds; null where it holds none, which others judge. */
export function pageOf(passed: Passed): Page | null {
  const listing = passed.operation && LISTINGS[passed.operation]
  const meta = member(passed, 'meta')
  if (!listing || !isSuccess(passed) || !isMeta(meta)) return null
  const asked = { page: numberOf(passed.query['page'], 1), per_page: numberOf(passed.query['per_page'], 25) }
  const isRead = Number.isSafeInteger(asked.page) && asked.page < 2 ** 31 && Number.isInteger(asked.per_page)
  if (!isRead) return null
  const items = records<Page['items'][number]>(passed, listing.key)
  const ids = items.map(({ id }) => id)
  const { key, kind, rules } = listing
  return { key, kind, rules, asked, meta, items, ids }
}

const numberOf = (sent: unknown, otherwise: number) => (sent === undefined ? otherwise : Number(sent))

const isMeta = (meta: unknown): meta is Meta =>
  isObject(meta) &&
  ['total', 'page', 'per_page', 'total_pages'].every((field) => Number.isInteger(meta[field]))
