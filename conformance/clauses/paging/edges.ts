import { atOnce } from '../../judge/at-once.ts'
import { isObject } from '../../server/client/exchange.ts'
import { spread } from '../sampled.ts'
import { page, WHOLE, type Listing, type Page } from './page.ts'

/** Edges that are looked at, for all fields together and for each. */
const MOST = 16
const OF_EACH = 3
/** The size of a page for which none is asked. */
const PRESET = 25

/**
 * Records that are equal in what a list is ordered by may not come in one order on one page and in another on the next:
 * at an edge between two of them no record is lost, and none comes twice. Which field that is need not be known. So it
 * is at the edge of the pages that no size is asked for, whatever stands there.
 */
export async function judgeEdges(listing: Listing): Promise<void> {
  const law = listing.rules.partition
  const { items } = await page(law, listing, { per_page: WHOLE })
  const edges = edgesBetweenEquals(items).map((per_page) => ({ per_page }))
  const unsaid = items.length > PRESET ? [{}] : []
  await atOnce([...edges, ...unsaid], (size) => law.settled(() => lostAt(listing, size)))
}

/** Sizes of a first page whose last record equals, in some field, the first one of the next page. */
export function edgesBetweenEquals(items: readonly Record<string, unknown>[]): number[] {
  const [first = {}] = items
  const edges = Object.keys(first)
    .filter((field) => !isObject(first[field]))
    .flatMap((field) => GRAINS.flatMap((grain) => spread(equalNeighbours(items, field, grain), OF_EACH)))
  return spread([...new Set(edges)], MOST)
}

/** A time may be ordered by to the second, or the day; any other value as a whole. */
const GRAINS = [undefined, 19, 10] as const

function equalNeighbours(
  items: readonly Record<string, unknown>[],
  field: string,
  grain: number | undefined,
): number[] {
  const valueOf = (item: Record<string, unknown> | undefined) => String(item?.[field]).slice(0, grain)
  const isTime = (items[0]?.[field] ?? '') !== '' && field.endsWith('_at')
  if (grain !== undefined && !isTime) return []
  return items.flatMap((item, at) =>
    at > 0 && valueOf(item) === valueOf(items[at - 1]) && at < WHOLE ? [at] : [],
  )
}

/** What the first two pages of a size lose or show twice; null where they part what they show. */
async function lostAt(listing: Listing, size: { per_page?: number }) {
  const law = listing.rules.partition
  const { per_page = PRESET } = size
  const pages: [Page, Page] = [
    await page(law, listing, { ...size, page: 1 }),
    await page(law, listing, { ...size, page: 2 }),
  ]
  const ids = pages.flatMap((one) => one.ids)
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  const { total } = pages[1].meta
  const isShort = ids.length < Math.min(total, 2 * per_page)
  if (twice === undefined && !isShort) return null
  return {
    message: `records at the edge of ${per_page} a page`,
    expected: 'each record on one page',
    got: twice === undefined ? `${ids.length} of ${total} records` : `record ${String(twice)} on both`,
    exchanges: pages.map(({ exchange }) => exchange),
  }
}
