import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { perRun } from '../../server/per-run.ts'
import { totalOf } from '../../server/store/inventory.ts'
import { pagingChecks } from '../paging/checks.ts'
import { judgeNarrow } from '../paging/narrow.ts'
import { underOne, type Listing } from '../paging/page.ts'
import { isSearchable, mostFrequent } from './search-texts.ts'

/** Texts that may well have many results, whatever the store. */
const COMMON = ['a', 'e', '1', '@', 'example', '#', 'INV']

const found = perRun<'richest', Promise<string>>()

/** A search with as many results as any: for whole values, parts of them, single letters. */
export async function richSearch(law: Law): Promise<Listing> {
  const q = await found(law.session, 'richest', () => richest(law))
  return underOne(law, 'searchInvoices', { q })
}

async function richest(law: Law): Promise<string> {
  const values = await searchedValues(law)
  if (values.length === 0) law.notExercised('the store has no invoice to search for')
  let best = { q: 'a', total: -1 }
  for (const q of new Set([...mostFrequent(values).slice(0, 4), ...COMMON])) {
    const total = totalOf(await law.call('searchInvoices', { query: { q } })) ?? -1
    if (total > best.total) best = { q, total }
  }
  return best.q
}

async function searchedValues(law: Law): Promise<string[]> {
  const { items } = await law.store.invoices()
  return items.flatMap(({ customer_name, customer_email, number }) => [customer_name, customer_email, number])
}

/** Texts that are tried in search of one that finds a part of the store. */
const MOST_TEXTS = 60

/** A search that finds a part of the store. */
const narrow = check('search.pagination', {
  name: 'the pages of a narrow search',
  async run(law) {
    const values = (await searchedValues(law)).filter(isSearchable)
    const parts = values.flatMap((text) => text.split(/[\s@.]+/).filter(isSearchable))
    const texts = new Set([...mostFrequent(values).slice(0, 4), ...parts])
    const searches = [...texts].slice(0, MOST_TEXTS).map((q) => underOne(law, 'searchInvoices', { q }))
    await judgeNarrow(law, await law.store.invoices(), searches)
  },
})

/** The paging rules of the list hold for what a search finds. */
export const searchPaging: readonly Check[] = [
  ...pagingChecks('search.pagination', 'a search', richSearch),
  narrow,
]
