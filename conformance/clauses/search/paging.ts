import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { judgeNarrow } from '../paging/narrow.ts'
import { underOne, type Listing } from '../paging/page.ts'
import { pagingRules } from '../paging/rules.ts'
import { richestText, searchedValues } from '../richest-text.ts'
import { isSearchable, mostFrequent } from '../search-texts.ts'

/** A search with as many results as any. */
export const richSearch = async (law: Law): Promise<Listing> =>
  underOne(law, 'searchInvoices', { q: await richestText(law) })

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
  ...pagingRules('invoices', richSearch).map(({ how, ...rule }) =>
    check('search.pagination', { name: `a search ${how}`, ...rule }),
  ),
  narrow,
]
