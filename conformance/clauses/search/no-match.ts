import { atOnce } from '../../judge/at-once.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { page, type Listing } from '../paging/page.ts'
import { unheardWord } from '../search-texts.ts'

/** How long the words are: servers may cut texts, or treat long ones and short ones apart. */
const LENGTHS = [8, 12, 16, 20, 24, 32, 48, 64]

/** On a store with invoices: an empty one finds nothing anyway. */
const invoices = check('search.no-match', {
  name: 'search for a word that no field holds',
  async run(law) {
    const { items } = await law.store.invoices()
    if (items.length === 0) law.noInvoice()
    const texts = words(law).flatMap((word) => [word, word.toUpperCase()])
    await atOnce(texts, (q) => judgeNothing(law, { operation: 'searchInvoices', query: { q } }))
  },
})

const customers = check('customers.search-no-match', {
  name: 'customers by words of any length that none carries',
  async run(law) {
    const { items } = await law.store.customers()
    if (items.length === 0) law.notExercised('the store has no customer')
    await atOnce(words(law), (search) => judgeNothing(law, { operation: 'listCustomers', query: { search } }))
  },
})

const words = (law: Law): string[] =>
  LENGTHS.map((length) => unheardWord(law.seedOf(`${length} letters`), length))

async function judgeNothing(law: Law, search: Pick<Listing, 'operation' | 'query'>): Promise<void> {
  const { ids, meta, exchange } = await page(law, search)
  law.judge(ids.length === 0 && meta.total === 0, {
    expected: 'no record, and a total of 0',
    got: `${ids.length} records, and a total of ${meta.total}`,
    exchanges: exchange,
  })
}

export const noMatch: readonly Check[] = [invoices, customers]
