import type { InvoiceSummary } from '../../../schemas/types.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { judgeNarrow } from '../paging/narrow.ts'
import { pageOf, underOne, WHOLE, type Listing } from '../paging/page.ts'
import { pagingRules } from '../paging/rules.ts'
import { richestText, searchedValues } from '../richest-text.ts'
import { folded, isSearchable, mostFrequent } from '../search-texts.ts'
import { isCounted } from './by-field.ts'

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

/** So many words of two fields are searched. */
const WORDS = 4

/** What is found by its name and by its email is found once. */
const ofTwoFields = check('search.pagination', {
  name: 'searches for words that stand in two fields of an invoice',
  async run(law) {
    const { items } = await law.store.invoices()
    const words = mostFrequent(items.flatMap(sharedWords)).slice(0, WORDS)
    if (words.length === 0) law.notExercised('no invoice has an email with a word of its customer_name')
    for (const q of words) await judgeOnce(law, q)
  },
})

/** Unless it is refused, as too short a text may be, or finds nothing. */
const judgeOnce = (law: Law, q: string): Promise<void> =>
  law.settled(async () => {
    const exchange = await law.call('searchInvoices', { query: { q, per_page: WHOLE } })
    const found = isSuccess(exchange) ? pageOf(law, 'searchInvoices', exchange) : null
    if (!found || found.ids.length === 0) return 'unseen'
    const { ids, meta } = found
    if (isCounted(found) && new Set(ids).size === ids.length) return null
    return {
      message: `search for ${JSON.stringify(q)}`,
      expected: 'each invoice once, and their number for the total',
      got: `${ids.length} invoices, ${new Set(ids).size} of them different, and a total of ${meta.total}`,
      exchanges: exchange,
    }
  })

/** Words of three letters and more that its email has, too. */
const sharedWords = ({ customer_name, customer_email }: InvoiceSummary): string[] =>
  (String(customer_name).match(/\p{L}{3,}/gu) ?? []).filter((word) =>
    folded(String(customer_email)).includes(folded(word)),
  )

/** The paging rules of the list hold for what a search finds. */
export const searchPaging: readonly Check[] = [
  ...pagingRules('invoices', richSearch).map(({ how, ...rule }) =>
    check('search.pagination', { name: `a search ${how}`, ...rule }),
  ),
  narrow,
  ofTwoFields,
]
