import type { Law } from '../../judge/law.ts'
import { isObject, member, type Exchange } from '../../server/client/exchange.ts'
import { MANY, type Paginated } from '../../server/store/inventory.ts'

/** The rules of paging, each with the law that judges it. */
type Rules = Record<'defaults' | 'sizes' | 'echo' | 'arithmetic' | 'partition' | 'beyond', Law>

/** A paginated listing, or a part of it. */
export interface Listing {
  operation: Paginated
  /** What every page is asked with, such as a search text. */
  query: Readonly<Record<string, unknown>>
  rules: Rules
}

/** A listing of which one law judges every rule. */
export function underOne(law: Law, operation: Paginated, query: Listing['query'] = {}): Listing {
  const rules = { defaults: law, sizes: law, echo: law, arithmetic: law, partition: law, beyond: law }
  return { operation, query, rules }
}

/** Which page, and of which size. */
interface Place {
  page: number
  per_page: number
}

/** One page as it was answered. */
export interface Page {
  ids: unknown[]
  items: Record<string, unknown>[]
  meta: Place & { total: number; total_pages: number }
  exchange: Exchange
}

/** The page that was asked for. */
export interface AskedPage extends Page {
  asked: Place
}

/** The most that a page holds. */
export const WHOLE = 250

/** Asks for a page; the law demands that it is a well-formed one. */
export async function page(
  law: Law,
  { operation, query }: Pick<Listing, 'operation' | 'query'>,
  place: Partial<Place> = {},
): Promise<AskedPage> {
  const exchange = await law.call(operation, { query: { ...query, ...place } })
  return { ...pageOf(law, operation, exchange), asked: { page: 1, per_page: 25, ...place } }
}

/** The page that an answer holds; the law demands that it holds one. */
export function pageOf(law: Law, operation: Paginated, exchange: Exchange): Page {
  law.success(exchange)
  const items = member(exchange, MANY[operation])
  const meta = member(exchange, 'meta')
  if (Array.isArray(items) && items.every(isObject) && isMeta(meta))
    return { ids: items.map(({ id }) => id), items, meta, exchange }
  throw law.violation({
    field: wrongIn(meta, MANY[operation]),
    expected: `a page with ${MANY[operation]} (array of objects) and meta (integers)`,
    exchanges: exchange,
  })
}

const COUNTS = ['total', 'page', 'per_page', 'total_pages'] as const

const isMeta = (meta: unknown): meta is Page['meta'] =>
  isObject(meta) && COUNTS.every((field) => Number.isInteger(meta[field]))

/** What of a body keeps it from being a page: the first count that is none, or its records. */
function wrongIn(meta: unknown, many: string): string {
  if (!isObject(meta)) return 'meta'
  const count = COUNTS.find((field) => !Number.isInteger(meta[field]))
  return count === undefined ? many : `meta.${count}`
}

/** meta says which page it is, and of which size. */
export function judgeMeta(law: Law, { meta, asked, exchange }: AskedPage): void {
  law.judge(meta.page === asked.page && meta.per_page === asked.per_page, {
    expected: `meta with page ${asked.page} and per_page ${asked.per_page}`,
    got: `page ${meta.page} and per_page ${meta.per_page}`,
    exchanges: exchange,
  })
}

/** The page holds as many records as there are left for it of the total. */
export function judgeFull(law: Law, { ids, meta, exchange }: Page, { page: number, per_page }: Place): void {
  const size = Math.max(0, Math.min(per_page, meta.total - (number - 1) * per_page))
  law.judge(ids.length === size, {
    message: `page ${number} of ${meta.total} records at ${per_page} a page`,
    expected: `${size} records`,
    got: `${ids.length}`,
    exchanges: exchange,
  })
}
