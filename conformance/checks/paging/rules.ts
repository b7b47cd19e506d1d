import fc from 'fast-check'
import type { Trial } from '../../judge/trial.ts'
import { expectedSize, page, type Listing, type Page } from './page.ts'

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
  const sizes = [1, 2, 3, 9, 24, 25, 26, 50, 99, 100, 101, 200, 249, 250, ...around(total)].filter(inRange)
  await trial.property(fc.integer({ min: 1, max: 250 }), (per_page) => judgeSize(trial, listing, per_page), {
    name: `${listing.operation} sizes`,
    examples: [...new Set(sizes)],
    runs: Math.max(trial.session.runs, sizes.length),
  })
}

/** Sizes at which the last page is exactly full, nearly full or nearly empty. */
const around = (total: number) => [
  total - 1,
  total,
  total + 1,
  Math.ceil(total / 2),
  Math.ceil(total / 2) + 1,
  smallestDivisor(total),
]
const smallestDivisor = (total: number) => [2, 3, 5, 7, 11, 13].find((divisor) => total % divisor === 0) ?? 1
const inRange = (per_page: number) => per_page >= 1 && per_page <= 250

async function judgeSize(trial: Trial, listing: Listing, per_page: number): Promise<void> {
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
    trial.session.observations.observe('meta.empty_total_pages', meta.total_pages, exchange)
}

function expectMeta(
  trial: Trial,
  clause: Listing['clauses']['echo'],
  { meta, exchange }: Page,
  number: number,
  per_page: number,
): void {
  trial.judge(clause, meta.page === number && meta.per_page === per_page, {
    expected: `meta with page ${number} and per_page ${per_page}`,
    got: `page ${meta.page} and per_page ${meta.per_page}`,
    exchanges: exchange,
  })
}

/** The pages hold each record exactly once, and as many as total says. */
export async function judgePartition(trial: Trial, listing: Listing): Promise<void> {
  const { total } = (await page(trial, listing, listing.clauses.partition, { per_page: 1 })).meta
  if (total < 2)
    trial.notExercised('fewer than two records: a store with more would show whether pages part them')
  for (const per_page of partitionSizes(total)) await judgeWalk(trial, listing, per_page)
}

/** A few sizes that need no more than a dozen pages or so, exact divisors of the total among them. */
function partitionSizes(total: number): number[] {
  const wanted = [
    25,
    250,
    Math.ceil(total / 2),
    Math.ceil(total / 3),
    Math.ceil(total / 10),
    Math.max(1, Math.floor(total / 4)),
  ]
  const divisor = [5, 3, 2, 7].find((one) => total % one === 0)
  const sizes = divisor ? [...wanted, total / divisor] : wanted
  return [...new Set(sizes)].filter((size) => inRange(size) && total / size <= 40)
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

/** Past the last page: a success with an empty array. */
export async function judgeBeyond(trial: Trial, listing: Listing): Promise<void> {
  const clause = listing.clauses.beyond
  const { total } = (await page(trial, listing, clause, { per_page: 1 })).meta
  const sizes = [25, 250, 1, ...around(total)].filter(inRange)
  for (const per_page of new Set(sizes)) {
    const last = Math.max(1, Math.ceil(total / per_page))
    for (const past of [1, 2, 1000]) {
      const found = await page(trial, listing, clause, { per_page, page: last + past })
      if (found.meta.total > total) continue
      trial.judge(clause, found.ids.length === 0, {
        message: `page ${last + past} of ${last} at ${per_page} a page`,
        expected: 'an empty array',
        got: `${found.ids.length} records`,
        exchanges: found.exchange,
      })
    }
  }
}
