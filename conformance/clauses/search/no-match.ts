import { type Check, check } from '../../judge/check.ts'
import type { ClauseId } from '../../../schemas/clauses.ts'
import type { Law } from '../../judge/law.ts'
import { pageOf } from '../paging/page.ts'
import { unheardWord } from './search-texts.ts'

/** How long the words are: servers may cut texts, or treat long ones and short ones apart. */
const LENGTHS = [8, 12, 16, 20, 24, 32, 48, 64]

/** search.no-match, on a store with invoices: an empty one finds nothing anyway. */
const invoices = check('search.no-match', {
  name: 'search for a word that no field holds',
  async run(law) {
    const { items } = await law.store.invoices()
    if (items.length === 0) law.notExercised('the store has no invoice')
    for (const word of words(law))
      for (const q of [word, word.toUpperCase()])
        await judgeNothing(law, 'search.no-match', 'searchInvoices', { q })
  },
})

/** customers.search-no-match in the same way. */
const customers = check('customers.search-no-match', {
  name: 'customers by words of any length that none carries',
  async run(law) {
    const { items } = await law.store.customers()
    if (items.length === 0) law.notExercised('the store has no customer')
    for (const search of words(law))
      await judgeNothing(law, 'customers.search-no-match', 'listCustomers', { search })
  },
})

const words = (law: Law): string[] =>
  LENGTHS.map((length) => unheardWord(law.seedOf(`${length} letters`), length))

async function judgeNothing(
  law: Law,
  clause: ClauseId,
  operation: 'searchInvoices' | 'listCustomers',
  query: { [parameter: string]: string },
): Promise<void> {
  const name = operation === 'listCustomers' ? 'customers' : 'invoices'
  const found = pageOf(law, name, clause, await law.call(operation, { query }))
  law.of(clause).judge(found.ids.length === 0 && found.meta.total === 0, {
    expected: `none of the ${name}, and a total of 0`,
    got: `${found.ids.length} ${name}, and a total of ${found.meta.total}`,
    exchanges: found.exchange,
  })
}

export const noMatch: readonly Check[] = [invoices, customers]
