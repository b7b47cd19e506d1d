import type { Customer } from '../../../schemas/types.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { expectedSize, page, type Listing, type Page } from '../paging/page.ts'
import { CUSTOMERS } from '../records/record-kind.ts'
import { judging } from '../records/records.ts'
import { isSearchable, unheardWord } from '../search/search-texts.ts'
import { CUSTOMER_PAGES } from './listing.ts'

const CLAUSE = 'customers.list'

const searchFor = (search: string): Listing => ({ ...CUSTOMER_PAGES, query: { search } })

/** The most that a page holds. */
const WHOLE = 250

/** customers.list with a search: its total and pages are those of what is found. */
const foundInPages = check('customers.list', {
  name: 'the pages of found customers',
  async run(law) {
    const { items } = await law.store.customers()
    const searches = [items[0], items.at(-1)].map((item) => item?.email).filter(isSearchable)
    for (const search of new Set(searches)) await judgeTotal(law, search)
  },
})

async function judgeTotal(law: Law, search: string): Promise<void> {
  const { ids, meta, exchange } = await page(law, searchFor(search), CLAUSE, {})
  law.judge(ids.length === expectedSize(meta.total, meta.page, meta.per_page), {
    message: `search for ${JSON.stringify(search)}`,
    expected: `${ids.length} in all, as many as the first page shows`,
    got: `a total of ${meta.total}`,
    exchanges: exchange,
  })
}

/** Texts that are tried in search of one that finds a part of the store. */
const MOST_TEXTS = 30

/** A search that finds a part of the store, in small pages: later pages may not forget the text. */
const narrow = check('customers.list', {
  name: 'the pages of a narrow search for customers',
  async run(law) {
    const { items, complete } = await law.store.customers()
    for (const search of textsOf(items).slice(0, MOST_TEXTS)) {
      const whole = await page(law, searchFor(search), CLAUSE, { per_page: WHOLE })
      if (isPart(whole) && !(complete && whole.meta.total >= items.length))
        return judgeNarrow(law, search, whole)
    }
    law.missing('no text finds some customers and not all')
  },
})

const isPart = ({ meta: { total } }: Page) => total >= 2 && total <= WHOLE

/** What customers may be searched by, whole or word by word, the most frequent first. */
function textsOf(items: readonly Customer[]): string[] {
  const values = items.flatMap(({ first_name, last_name, email, tax_number }) => [
    [first_name, last_name].filter(isSearchable).join(' '),
    ...[first_name, last_name, tax_number, email].filter(isSearchable),
    ...(isSearchable(email) ? email.split('@') : []),
  ])
  const counts = new Map<string, number>()
  for (const value of values.filter(isSearchable)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([value]) => value)
}

/** The same for customers of our own, who have one name that nobody else has. */
const namesakes = check('customers.list', {
  name: 'the pages of a search for customers of our own',
  needs: ['writes'],
  run: judging(CUSTOMERS, async (records) => {
    const { law } = records
    const [first_name, last_name] = [unheardWord(law.seedOf('first')), unheardWord(law.seedOf('last'))]
    for (const input of await records.inputs(5)) await records.makeOne({ ...input, first_name, last_name })
    for (const search of [`${first_name} ${last_name}`, first_name, last_name]) {
      const whole = await page(law, searchFor(search), CLAUSE, { per_page: WHOLE })
      if (isPart(whole)) await judgeNarrow(law, search, whole)
    }
  }),
})

/** Pages of a third, which together hold what the one page holds; judged only where that is found again after. */
async function judgeNarrow(law: Law, search: string, whole: Page): Promise<void> {
  const listing = searchFor(search)
  const per_page = Math.ceil(whole.meta.total / 3)
  const pages: Page[] = []
  for (const number of [1, 2, 3]) pages.push(await page(law, listing, CLAUSE, { per_page, page: number }))
  const again = await page(law, listing, CLAUSE, { per_page: WHOLE })
  if (!sameIds(whole.ids, again.ids)) return
  const ids = pages.flatMap((one) => one.ids)
  const totals = pages.map(({ meta }) => meta.total)
  law.judge(sameIds(whole.ids, ids) && totals.every((total) => total === whole.meta.total), {
    message: `search for ${JSON.stringify(search)} at ${per_page} a page`,
    expected: `customers ${whole.ids.slice(0, 10).join(', ')}, of a total of ${whole.meta.total}`,
    got: `customers ${ids.slice(0, 10).join(', ')}, of totals of ${totals.join(', ')}`,
    exchanges: [whole, ...pages].map(({ exchange }) => exchange),
  })
}

const sameIds = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((id) => other.includes(id))

export const foundPages: readonly Check[] = [foundInPages, narrow]
export const ownFoundPages: readonly Check[] = [namesakes]
