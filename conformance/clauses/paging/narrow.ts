import type { Law } from '../../judge/law.ts'
import type { Collection } from '../../server/store/inventory.ts'
import { page, WHOLE, type Listing, type Page } from './page.ts'

/** What a search finds of a store, in small pages: later pages may not forget the text. */
export async function judgeNarrow(
  law: Law,
  { items, complete }: Collection<unknown>,
  searches: readonly Listing[],
): Promise<void> {
  for (const search of searches) {
    const whole = await page(law, search, { per_page: WHOLE })
    if (isPart(whole) && !(complete && whole.meta.total >= items.length))
      return judgeThirds(law, search, whole)
  }
  law.missing('no text finds some of the records and not all')
}

/** Several records, all on one page. */
export const isPart = ({ meta: { total } }: Page): boolean => total >= 2 && total <= WHOLE

/** Pages of a third together hold what the one page holds; judged only where that is found again after. */
export async function judgeThirds(law: Law, search: Listing, whole: Page): Promise<void> {
  const per_page = Math.ceil(whole.meta.total / 3)
  const pages: Page[] = []
  for (const number of [1, 2, 3]) pages.push(await page(law, search, { per_page, page: number }))
  const again = await page(law, search, { per_page: WHOLE })
  if (!sameIds(whole.ids, again.ids)) return
  const ids = pages.flatMap((one) => one.ids)
  const totals = pages.map(({ meta }) => meta.total)
  law.judge(sameIds(whole.ids, ids) && totals.every((total) => total === whole.meta.total), {
    message: `${JSON.stringify(search.query)} at ${per_page} a page`,
    expected: `the records ${whole.ids.slice(0, 10).join(', ')}, of a total of ${whole.meta.total}`,
    got: `the records ${ids.slice(0, 10).join(', ')}, of totals of ${totals.join(', ')}`,
    exchanges: [whole, ...pages].map(({ exchange }) => exchange),
  })
}

const sameIds = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id))
