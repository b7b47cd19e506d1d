import { plural } from '../../../schemas/printing/plain-text.ts'
import type { InvoiceSummary } from '../../../schemas/types.ts'
import type { Evidence, Law } from '../../judge/law.ts'
import { isDateTime } from '../../judge/watch/shape/values.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { totalOf, type Kept } from '../../server/store/inventory.ts'
import type { Query } from '../filters/filters.ts'
import { WHOLE, type Listing } from '../paging/page.ts'

/** GET /invoices and the laws of its paging. */
export const invoiceList = (law: Law, query: Query = {}): Listing => ({
  operation: 'listInvoices',
  query,
  rules: {
    defaults: law.of('list.defaults'),
    sizes: law.of('list.per-page-range'),
    echo: law.of('list.meta-echo'),
    arithmetic: law.of('list.meta-arithmetic'),
    partition: law.of('list.pages-partition'),
    beyond: law.of('list.beyond-last-page'),
  },
})

/** All invoices of the store; a store too large to read, or without any, cannot show what a filter does. */
export async function allInvoices(law: Law): Promise<InvoiceSummary[]> {
  const { items, complete } = await law.store.invoices()
  if (items.length === 0) law.noInvoice()
  if (!complete) law.notExercised('the store has more invoices than are read: a smaller store would show it')
  return items
}

/** Those that tell when they were created. */
export const datedInvoices = async (law: Law): Promise<InvoiceSummary[]> =>
  (await allInvoices(law)).filter(({ created_at }) => isDateTime(created_at))

/** A filter with well-formed values was refused. */
class RefusedFilter extends Error {
  readonly exchange: Exchange

  constructor(exchange: Exchange) {
    super()
    this.exchange = exchange
  }
}

/** Which invoices a filter keeps. @throws {RefusedFilter} which `settledByFilter` reports */
export async function keptBy(law: Law, query: Query): Promise<Kept> {
  const kept = await law.store.kept(query)
  if (kept.refused) throw new RefusedFilter(kept.refused)
  return kept
}

/** Looks as `settled` does; a refused filter deviates from the clause. */
export const settledByFilter = (law: Law, look: () => Promise<Evidence | 'unseen' | null>): Promise<void> =>
  law.settled(async () => {
    try {
      return await look()
    } catch (error) {
      if (!(error instanceof RefusedFilter)) throw error
      return refusedFilter(error.exchange)
    }
  })

const refusedFilter = (exchange: Exchange): Evidence => ({ expected: 'a success', exchanges: exchange })

/** What the list keeps by a query. */
interface Expected {
  query: Query
  /** Ids. */
  expected: readonly number[]
  /** How the expected invoices came to be known. */
  before?: readonly Exchange[]
  /** Asked for in so many pages: a filter may be forgotten behind the first one. */
  pages?: number
}

/** What the list shows besides exactly the invoices that are expected; null where it keeps these. */
export async function deviation(
  law: Law,
  { query, expected, before = [], pages = 1 }: Expected,
): Promise<Evidence | null> {
  const part = Math.ceil(expected.length / pages)
  const per_page = pages === 1 || part === 0 ? WHOLE : Math.min(part, WHOLE)
  const { items, exchanges } = await law.walk('listInvoices', { query, per_page })
  const refused = exchanges.find((exchange) => !isSuccess(exchange))
  if (refused) return refusedFilter(refused)
  const ids = items.map(({ id }) => id)
  const [besides, lacking] = [notAmong(ids, expected), notAmong(expected, ids)]
  // Each page counts by itself.
  const total = exchanges.map(totalOf).find((one) => one !== expected.length)
  if (besides.length + lacking.length === 0 && total === undefined) return null
  if (await hasGrown(law)) return null
  return {
    message: JSON.stringify(query),
    expected: `exactly the ${plural(expected.length, 'invoice')} that match`,
    got: keptInWords(besides, lacking, total),
    exchanges: [...before, ...exchanges.slice(0, 3)],
  }
}

/** `the ids 3, 5 too many; the id 4 missing; meta.total 45`, of these what deviates. */
function keptInWords(besides: readonly number[], lacking: readonly number[], total?: number | null): string {
  return [
    ...(besides.length > 0 ? [`${idsInWords(besides)} too many`] : []),
    ...(lacking.length > 0 ? [`${idsInWords(lacking)} missing`] : []),
    ...(total === undefined ? [] : [`meta.total ${total}`]),
  ].join('; ')
}

const idsInWords = (ids: readonly number[]): string => `the ${ids.length === 1 ? 'id' : 'ids'} ${few(ids)}`

/** Whether others made invoices since the whole list was read, which what is expected comes from. */
async function hasGrown(law: Law): Promise<boolean> {
  const { exchanges } = await law.store.invoices()
  const [before] = exchanges.map(totalOf)
  return totalOf(await law.call('listInvoices', { query: { per_page: 1 } })) !== before
}

function notAmong(ids: readonly number[], others: readonly number[]): number[] {
  const known = new Set(others)
  return ids.filter((id) => !known.has(id))
}

export const few = (ids: readonly number[]): string => ids.slice(0, 5).join(', ') || 'none'
