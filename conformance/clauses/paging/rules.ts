import fc from 'fast-check'
import type { Trial } from '../../judge/trial.ts'
import { narrowings } from './narrowings.ts'
import { expectedSize, expectMeta, page, type Listing, type Page } from './page.ts'
import { around, CARELESS_SIZES, inRange, partitionSizes } from './sizes.ts'

/** Without parameters: page 1 of 25. */
export async function judgeDefaults(trial: Trial, listing: Listing): Promise<void> {
  const clause = listing.clauses.defaults
  const plain = await page(trial, listing, clause, {})
  expectMeta(trial, clause, plain, 1, 25)
  trial.judge(clause, plain.ids.length === expectedSize(plain.meta.total, 1, 25), {
    expected: `${expectedSize(plain.meta.total, 1, 25)} of ${plain.meta.total} records`,
    got: `${plain.ids.length}`,
    exchanges: plain.exchange,
  })
  expectMeta(trial, clause, await page(trial, listing, clause, { page: 2 }), 2, 25)
  expectMeta(trial, clause, await page(trial, listing, clause, { per_page: 7 }), 1, 7)
}

/** Sizes that careless servers get wrong, then any: each honoured on the first, a middle and the last page. */
export async function judgeSizes(trial: Trial, listing: Listing): Promise<void> {
  const { total } = (await page(trial, listing, listing.clauses.sizes, { per_page: 1 })).meta
  if (total === 0) trial.notExercised('the collection is empty: a store with records would show page sizes')
  const sizes = [...CARELESS_SIZES, ...around(total)].filter(inRange)
  await trial.property(fc.integer({ min: 1, max: 250 }), (per_page) => judgeSize(trial, listing, per_page), {
    name: `${listing.operation} sizes`,
    examples: [...new Set(sizes)],
    runs: Math.max(trial.session.runs, sizes.length),
  })
}

/** One size, on the first, a middle and the last page. */
export async function judgeSize(trial: Trial, listing: Listing, per_page: number): Promise<void> {
  const first = await page(trial, listing, listing.clauses.sizes, { per_page })
  const last = Math.max(1, Math.ceil(first.meta.total / per_page))
  judgeOnePage(trial, listing, first, 1, per_page)
  for (const number of new Set([Math.ceil(last / 2), last])) {
    if (number > 1)
      judgeOnePage(
        trial,
        listing,
        await page(trial, listing, listing.clauses.sizes, { per_page, page: number }),
        number,
        per_page,
      )
  }
}

/** Everything that one page says of itself. */
function judgeOnePage(
  trial: Trial,
  { clauses }: Listing,
  found: Page,
  number: number,
  per_page: number,
): void {
  const size = expectedSize(found.meta.total, number, per_page)
  trial.judge(clauses.sizes, found.ids.length === size, {
    message: `page ${number} of ${found.meta.total} records at ${per_page} a page`,
    expected: `${size} records`,
    got: `${found.ids.length}`,
    exchanges: found.exchange,
  })
  expectMeta(trial, clauses.echo, found, number, per_page)
  judgeTotalPages(trial, clauses.arithmetic, found)
}

/** total_pages is total over per_page, rounded up; of nothing 0 or 1. */
export function judgeTotalPages(
  trial: Trial,
  clause: Listing['clauses']['arithmetic'],
  { meta, exchange }: Page,
): void {
  const pages = Math.ceil(meta.total / meta.per_page)
  const ok = meta.total === 0 ? [0, 1].includes(meta.total_pages) : meta.total_pages === pages
  const expected = meta.total === 0 ? '0 or 1' : String(pages)
  trial.judge(clause, ok, {
    expected: `total_pages ${expected}`,
    got: String(meta.total_pages),
    exchanges: exchange,
  })
  if (meta.total === 0)
    trial.session.observations.observe('meta.empty_total_pages', meta.total_pages === 0 ? 0 : 1, exchange)
}

/** The pages hold each record exactly once, and as many as total says. */
export async function judgePartition(trial: Trial, listing: Listing): Promise<void> {
  const { total } = (await page(trial, listing, listing.clauses.partition, { per_page: 1 })).meta
  if (total < 2)
    trial.notExercised('fewer than two records: a store with more would show whether pages part them')
  for (const per_page of partitionSizes(total)) await judgeWalk(trial, listing, per_page)
}

/** Walks all pages twice at most: on a live store records may come in between. */
async function judgeWalk(trial: Trial, listing: Listing, per_page: number): Promise<void> {
  let pages = await walkPages(trial, listing, per_page)
  if (broken(pages) !== null) pages = await walkPages(trial, listing, per_page)
  const wrong = broken(pages)
  trial.judge(listing.clauses.partition, wrong === null, {
    message: `the pages at ${per_page} a page do not part the collection`,
    expected: 'each record on exactly one page',
    got: wrong ?? '',
    exchanges: pages.map(({ exchange }) => exchange).slice(0, 6),
  })
  trial.pass(listing.clauses.arithmetic)
}

async function walkPages(trial: Trial, listing: Listing, per_page: number): Promise<Page[]> {
  const first = await page(trial, listing, listing.clauses.partition, { per_page, page: 1 })
  const last = Math.min(Math.ceil(first.meta.total / per_page), 60)
  const rest = Array.from({ length: Math.max(0, last - 1) }, (_, index) =>
    page(trial, listing, listing.clauses.partition, { per_page, page: index + 2 }),
  )
  return [first, ...(await Promise.all(rest))]
}

/** What is wrong with the pages of one walk, null when they part the collection. */
function broken(pages: readonly Page[]): string | null {
  const ids = pages.flatMap((one) => one.ids)
  const total = pages[0]!.meta.total
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) return `record ${twice} stands on more than one page`
  if (pages.some(({ meta }) => meta.total !== total)) return 'total differs from page to page'
  return ids.length === total ? null : `${ids.length} records where meta.total is ${total}`
}

/** Past the last page: a success with an empty array; also of a part of the collection, and of an empty part. */
export async function judgeBeyond(trial: Trial, listing: Listing): Promise<void> {
  await judgePast(trial, listing, (total) => [25, 250, 1, ...around(total)], [1, 2, 1000])
  for (const narrowing of await narrowings(trial, listing.operation)) {
    const part = { ...listing, query: { ...listing.query, ...narrowing } }
    await judgePast(trial, part, (total) => [25, total], [1, 1000])
  }
}

async function judgePast(
  trial: Trial,
  listing: Listing,
  sizesOf: (total: number) => number[],
  distances: readonly number[],
): Promise<void> {
  const { total } = (await page(trial, listing, listing.clauses.beyond, { per_page: 1 })).meta
  for (const per_page of new Set(sizesOf(total).filter(inRange))) {
    const last = Math.max(1, Math.ceil(total / per_page))
    for (const past of distances) await judgeEmpty(trial, listing, { total, per_page, number: last + past })
  }
}

/** The page is empty, and its meta says which one it is; not judged once the collection has grown. */
async function judgeEmpty(
  trial: Trial,
  listing: Listing,
  { total, per_page, number }: { total: number; per_page: number; number: number },
): Promise<void> {
  const { beyond, echo } = listing.clauses
  const found = await page(trial, listing, beyond, { per_page, page: number })
  if (found.meta.total > total) return
  trial.judge(beyond, found.ids.length === 0, {
    message: `page ${number} of ${total} records at ${per_page} a page`,
    expected: 'an empty array',
    got: `${found.ids.length} records`,
    exchanges: found.exchange,
  })
  expectMeta(trial, echo, found, number, per_page)
}
