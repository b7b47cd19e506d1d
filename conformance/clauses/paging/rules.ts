import fc from 'fast-check'
import { atOnce } from '../../judge/at-once.ts'
import type { Law } from '../../judge/law.ts'
import type { Place } from '../../judge/touches.ts'
import { narrowings } from './narrowings.ts'
import { judgeFull, judgeMeta, page, type AskedPage, type Listing, type Page } from './page.ts'
import { around, CARELESS_SIZES, inRange, partitionSizes } from './sizes.ts'

/** Without parameters: page 1 of 25. */
export async function judgeDefaults(listing: Listing): Promise<void> {
  const law = listing.rules.defaults
  await askElsewhere(law, listing)
  const plain = await page(law, listing)
  judgeMeta(law, plain)
  judgeFull(law, plain, plain.asked)
  judgeMeta(law, await page(law, listing, { page: 2 }))
  judgeMeta(law, await page(law, listing, { per_page: 7 }))
}

/** What another store asks for is no default of this one. */
async function askElsewhere(law: Law, { operation, query }: Listing): Promise<void> {
  if (law.target.other_store_api_key !== null)
    await law.call(operation, { query: { ...query, page: 2, per_page: 3 }, key: 'other_store' })
}

/** Sizes that careless servers get wrong, then any: each honoured on the first, a middle and the last page. */
export async function judgeSizes(listing: Listing): Promise<void> {
  const law = listing.rules.sizes
  const { total } = (await page(law, listing, { per_page: 1 })).meta
  if (total === 0) law.notExercised('the collection is empty: a store with records would show page sizes')
  const sizes = [...CARELESS_SIZES, ...around(total)].filter(inRange)
  await law.property(fc.integer({ min: 1, max: 250 }), (per_page) => judgeSize(listing, per_page), {
    name: `${listing.operation} sizes`,
    examples: [...new Set(sizes)],
    runs: Math.max(law.runs, sizes.length),
    apart: true,
  })
}

/** One size, on the first, a middle and the last page. */
export async function judgeSize(listing: Listing, per_page: number): Promise<void> {
  const law = listing.rules.sizes
  const first = await page(law, listing, { per_page })
  const last = Math.ceil(first.meta.total / per_page)
  judgeOnePage(listing, first)
  for (const number of new Set([Math.ceil(last / 2), last]))
    if (number > 1) judgeOnePage(listing, await page(law, listing, { per_page, page: number }))
}

/** Everything that one page says of itself. */
function judgeOnePage({ rules: { sizes, echo, arithmetic } }: Listing, found: AskedPage): void {
  judgeFull(sizes, found, found.asked)
  judgeMeta(echo, found)
  judgeTotalPages(arithmetic, found)
}

/** total_pages is total over per_page, rounded up; of nothing 0 or 1. */
function judgeTotalPages(law: Law, { meta: { total, per_page, total_pages }, exchange }: Page): void {
  const allowed = total === 0 ? [0, 1] : [Math.ceil(total / per_page)]
  law.judge(allowed.includes(total_pages), {
    expected: `total_pages ${allowed.join(' or ')}`,
    got: String(total_pages),
    exchanges: exchange,
  })
}

/** The pages hold each record exactly once, and as many as total says. */
export async function judgePartition(listing: Listing): Promise<void> {
  const { partition, arithmetic } = listing.rules
  const { total } = (await page(partition, listing, { per_page: 1 })).meta
  if (total < 2)
    partition.notExercised('fewer than two records: a store with more would show whether pages part them')
  for (const per_page of partitionSizes(total)) {
    await partition.settled(() => overlap(listing, per_page))
    arithmetic.pass()
  }
}

/** What the pages of a size do instead of parting the collection; null when they part it. */
async function overlap(listing: Listing, per_page: number) {
  const pages = await allPages(listing, per_page)
  const wrong = broken(pages)
  // What others added or deleted meanwhile, they may add and delete at each look.
  if (wrong !== null && (await hasMoved(listing, per_page, pages[0]))) return 'unseen'
  return wrong === null
    ? null
    : {
        message: `the pages at ${per_page} a page do not part the collection`,
        expected: 'each record on exactly one page',
        got: wrong,
        exchanges: pages.map(({ exchange }) => exchange).slice(0, 6),
      }
}

/** Whether the collection is another now than when its first page was asked for. */
async function hasMoved(listing: Listing, per_page: number, first: Page): Promise<boolean> {
  const now = await page(listing.rules.partition, listing, { per_page, page: 1 })
  return now.meta.total !== first.meta.total || now.ids[0] !== first.ids[0]
}

const MOST_PAGES = 60

async function allPages(listing: Listing, per_page: number): Promise<[Page, ...Page[]]> {
  const ask = (number: number) => page(listing.rules.partition, listing, { per_page, page: number })
  const first = await ask(1)
  const last = Math.min(Math.ceil(first.meta.total / per_page), MOST_PAGES)
  const later = Array.from({ length: Math.max(0, last - 1) }, (_, index) => ask(index + 2))
  return [first, ...(await Promise.all(later))]
}

function broken(pages: readonly [Page, ...Page[]]): string | null {
  const ids = pages.flatMap((one) => one.ids)
  const { total } = pages[0].meta
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) return `record ${String(twice)} stands on more than one page`
  if (pages.some(({ meta }) => meta.total !== total)) return 'total differs from page to page'
  return ids.length === total ? null : `${ids.length} records where meta.total is ${total}`
}

/** Past the last page: a success with an empty array; also of a part of the collection, and of an empty part. */
export async function judgeBeyond(listing: Listing): Promise<void> {
  await judgePast(listing, (total) => [25, 250, 1, ...around(total)], [1, 2, 1000])
  await atOnce(await narrowings(listing.rules.beyond, listing.operation), (narrowing) => {
    const part = { ...listing, query: { ...listing.query, ...narrowing } }
    return judgePast(part, (total) => [25, total], [1, 1000])
  })
}

async function judgePast(
  listing: Listing,
  sizesOf: (total: number) => number[],
  distances: readonly number[],
): Promise<void> {
  const { beyond, echo } = listing.rules
  const { total } = (await page(beyond, listing, { per_page: 1 })).meta
  for (const per_page of new Set(sizesOf(total).filter(inRange))) {
    const last = Math.max(1, Math.ceil(total / per_page))
    // Before the last of them stand more records than 32 bits count.
    await atOnce([...distances, Math.ceil(2 ** 31 / per_page)], async (past) => {
      const found = await page(beyond, listing, { per_page, page: last + past })
      // Once the collection has grown, this page may have records.
      if (found.meta.total > total) return
      judgeFull(beyond, found, found.asked)
      judgeMeta(echo, found)
    })
  }
}

const RULES = {
  'without paging parameters': judgeDefaults,
  'at every page size': judgeSizes,
  'page by page': judgePartition,
  'past its end': judgeBeyond,
}

/**
 * The rules of paging for a listing of which one clause tells them all, by what a check of each is called. What another
 * store asks for comes right before what is asked without paging, so that one has the place of its records to itself.
 */
export const pagingRules = (place: Place, listing: (law: Law) => Listing | Promise<Listing>) =>
  Object.entries(RULES).map(([how, judge]) => ({
    how,
    run: async (law: Law) => judge(await listing(law)),
    ...(judge === judgeDefaults && { touches: { [place]: 'changes' } as const }),
  }))
