import type { ClauseId } from '../../../schemas/clauses.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import { isObject, member, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'

/** A paginated listing and the clause that judges each of its rules. */
export interface Listing {
  operation: OperationId
  /** Key of the array. */
  name: 'invoices' | 'customers'
  /** What every page is asked with, such as a search text. */
  query: { [parameter: string]: unknown }
  clauses: {
    defaults: ClauseId
    sizes: ClauseId
    echo: ClauseId
    arithmetic: ClauseId
    partition: ClauseId
    beyond: ClauseId
  }
}

/** One page as it was answered. */
export interface Page {
  ids: number[]
  items: { [field: string]: unknown }[]
  meta: { total: number; page: number; per_page: number; total_pages: number }
  exchange: Exchange
}

/** Asks for a page; the clause demands that it is a well-formed one. */
export async function page(
  law: Law,
  listing: Listing,
  clause: ClauseId,
  query: { [parameter: string]: unknown },
): Promise<Page> {
  const exchange = await law.call(listing.operation, { query: { ...listing.query, ...query } })
  return pageOf(law, listing.name, clause, exchange)
}

/** The page that an answer holds; the clause demands that it holds one. */
export function pageOf(law: Law, name: string, clause: ClauseId, exchange: Exchange): Page {
  law.of(clause).success(exchange)
  const items = member(exchange, name)
  const meta = member(exchange, 'meta')
  if (!Array.isArray(items) || !items.every(isObject) || !isMeta(meta)) {
    throw law.of(clause).violation({
      expected: `a page with ${name} (array of objects) and meta (integers)`,
      exchanges: exchange,
    })
  }
  return { ids: items.map(({ id }) => id as number), items, meta, exchange }
}

const isMeta = (meta: unknown): meta is Page['meta'] =>
  isObject(meta) &&
  ['total', 'page', 'per_page', 'total_pages'].every((field) => Number.isInteger(meta[field]))

/** How many records a page holds when its collection has `total`. */
export const expectedSize = (total: number, number: number, per_page: number): number =>
  Math.max(0, Math.min(per_page, total - (number - 1) * per_page))

/** meta says which page it is, and of which size. */
export function expectMeta(
  law: Law,
  clause: ClauseId,
  { meta, exchange }: Page,
  number: number,
  per_page: number,
): void {
  law.of(clause).judge(meta.page === number && meta.per_page === per_page, {
    expected: `meta with page ${number} and per_page ${per_page}`,
    got: `page ${meta.page} and per_page ${meta.per_page}`,
    exchanges: exchange,
  })
}
