import fc from 'fast-check'
import type { Law } from '../../judge/law.ts'
import { narrowings } from './narrowings.ts'
import { expectedSize, expectMeta, page, type Listing, type Page } from './page.ts'
import { around, CARELESS_SIZES, inRange, partitionSizes } from './sizes.ts'

/** Without parameters: page 1 of 25. */
export async function judgeDefaults(law: Law, listing: Listing): Promise<void> {
  const clause = listing.clauses.defaults
  const plain = await page(law, listing, clause, {})
  expectMeta(law, clause, plain, 1, 25)
  law.of(clause).judge(plain.ids.length === expectedSize(plain.meta.total, 1, 25), {
    expected: `${expectedSize(plain.meta.total, 1, 25)} of ${plain.meta.total} records`,
    got: `${plain.ids.length}`,
    exchanges: plain.exchange,
  })
  expectMeta(law, clause, await page(law, listing, clause, { page: 2 }), 2, 25)
  expectMeta(law, clause, await page(law, listing, clause, { per_page: 7 }), 1, 7)
}

/** Sizes that careless servers get wrong, then any: each honoured on the first, a middle and the last page. */
export async function judgeSizes(law: Law, listing: Listing): Promise<void> {
  const { total } = (await page(law, listing, listing.clauses.sizes, { per_page: 1 })).meta
  if (total === 0) law.notExercised('the collection is empty: a store with records would show page sizes')
  const sizes = [...CARELESS_SIZES, ...around(total)].filter(inRange)
  await law.property(fc.integer({ min: 1, max: 250 }), (per_page) => judgeSize(law, listing, per_page), {
    name: `${listing.operation} sizes`,
    examples: [...new Set(sizes)],
    runs: Math.max(law.runs, sizes.length),
  })
}

/** One size, on the first, a middle and the last page. */
export async function judgeSize(law: Law, listing: Listing, per_page: number): Promise<void> {
  const first = await page(law, listing, listing.clauses.sizes, { per_page })
  const last = Math.max(1, Math.ceil(first.meta.total / per_page))
  judgeOnePage(law, listing, first, 1, per_page)
  for (const number of new Set([Math.ceil(last / 2), last])) {
    if (number > 1)
      judgeOnePage(
        law,
        listing,
        await page(law, listing, listing.clauses.sizes, { per_page, page: number }),
        number,
        per_page,
      )
  }
}

/** Everything that one page says of itself. */
function judgeOnePage(law: Law, { clauses }: Listing, found: Page, number: number, per_page: number): void {
  const size = expectedSize(found.meta.total, number, per_page)
  law.of(clauses.sizes).judge(found.ids.length === size, {
    message: `page ${number} of ${found.meta.total} records at ${per_page} a page`,
    expected: `${size} records`,
    got: `${found.ids.length}`,
    exchanges: found.exchange,
  })
  expectMeta(law, clauses.echo, found, number, per_page)
  judgeTotalPages(law, clauses.arithmetic, found)
}

/** total_pages is total over per_page, rounded up; of nothing 0 or 1. */
export function judgeTotalPages(
  law: Law,
  clause: Listing['clauses']['arithmetic'],
  { meta, exchange }: Page,
): void {
  const pages = Math.ceil(meta.total / meta.per_page)
  const ok = meta.total === 0 ? [0, 1].includes(meta.total_pages) : meta.total_pages === pages
  const expected = meta.total === 0 ? '0 or 1' : String(pages)
  law.of(clause).judge(ok, {
    expected: `total_pages ${expected}`,
    got: String(meta.total_pages),
    exchanges: exchange,
  })
  if (meta.total === 0) law.observe('meta.empty_total_pages', meta.total_pages === 0 ? 0 : 1, exchange)
}

/** The pages hold each record exactly once, and as many as total says. */
export async function judgePartition(law: Law, listing: Listing): Promise<void> {
  const { total } = (await page(law, listing, listing.clauses.partition, { per_page: 1 })).meta
  if (total < 2)
    law.notExercised('fewer than two records: a store with more would show whether pages part them')
  for (const per_page of partitionSizes(total)) await judgeWalk(law, listing, per_page)
}

/** Walks all pages twice at most: on a live store records may come in between. */
async function judgeWalk(law: Law, listing: Listing, per_page: number): Promise<void> {
  let pages = await walkPages(law, listing, per_page)
  if (broken(pages) !== null) pages = await walkPages(law, listing, per_page)
  const wrong = broken(pages)
  law.of(listing.clauses.partition).judge(wrong === null, {
    message: `the pages at ${per_page} a page do not part the collection`,
    expected: 'each record on exactly one page',
    got: wrong ?? '',
    exchanges: pages.map(({ exchange }) => exchange).slice(0, 6),
  })
  law.of(listing.clauses.arithmetic).pass()
}

async function walkPages(law: Law, listing: Listing, per_page: number): Promise<Page[]> {
  const first = await page(law, listing, listing.clauses.partition, { per_page, page: 1 })
  const last = Math.min(Math.ceil(first.meta.total / per_page), 60)
  const rest = Array.from({ length: Math.max(0, last - 1) }, (_, index) =>
    page(law, listing, listing.clauses.partition, { per_page, page: index + 2 }),
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
export async function judgeBeyond(law: Law, listing: Listing): Promise<void> {
  await judgePast(law, listing, (total) => [25, 250, 1, ...around(total)], [1, 2, 1000])
  for (const narrowing of await narrowings(law, listing.operation)) {
    const part = { ...listing, query: { ...listing.query, ...narrowing } }
    await judgePast(law, part, (total) => [25, total], [1, 1000])
  }
}

async function judgePast(
  law: Law,
  listing: Listing,
  sizesOf: (total: number) => number[],
  distances: readonly number[],
): Promise<void> {
  const { total } = (await page(law, listing, listing.clauses.beyond, { per_page: 1 })).meta
  for (const per_page of new Set(sizesOf(total).filter(inRange))) {
    const last = Math.max(1, Math.ceil(total / per_page))
    for (const past of distances) await judgeEmpty(law, listing, { total, per_page, number: last + past })
  }
}

/** The page is empty, and its meta says which one it is; not judged once the collection has grown. */
async function judgeEmpty(
  law: Law,
  listing: Listing,
  { total, per_page, number }: { total: number; per_page: number; number: number },
): Promise<void> {
  const { beyond, echo } = listing.clauses
  const found = await page(law, listing, beyond, { per_page, page: number })
  if (found.meta.total > total) return
  law.of(beyond).judge(found.ids.length === 0, {
    message: `page ${number} of ${total} records at ${per_page} a page`,
    expected: 'an empty array',
    got: `${found.ids.length} records`,
    exchanges: found.exchange,
  })
  expectMeta(law, echo, found, number, per_page)
}
