import type { Check } from '../../judge/check.ts'
import type { ClauseId } from '../../../schemas/clauses.ts'
import type { Trial } from '../../judge/trial.ts'
import { pageOf } from '../paging/page.ts'
import { unheardWord } from './search-texts.ts'

/** How long the words are: servers may cut texts, or treat long ones and short ones apart. */
const LENGTHS = [8, 12, 16, 20, 24, 32, 48, 64]

/** search.no-match, on a store with invoices: an empty one finds nothing anyway. */
const invoices: Check = {
  name: 'search for a word that no field holds',
  clauses: ['search.no-match'],
  async run(trial) {
    const { items } = await trial.session.inventory.invoices()
    if (items.length === 0) trial.notExercised('the store has no invoice')
    for (const word of words(trial))
      for (const q of [word, word.toUpperCase()])
        await judgeNothing(trial, 'search.no-match', 'searchInvoices', { q })
  },
}

/** customers.search-no-match in the same way. */
const customers: Check = {
  name: 'customers by words of any length that none carries',
  clauses: ['customers.search-no-match'],
  async run(trial) {
    const { items } = await trial.session.inventory.customers()
    if (items.length === 0) trial.notExercised('the store has no customer')
    for (const search of words(trial))
      await judgeNothing(trial, 'customers.search-no-match', 'listCustomers', { search })
  },
}

const words = (trial: Trial): string[] =>
  LENGTHS.map((length) => unheardWord(trial.seedOf(`${length} letters`), length))

async function judgeNothing(
  trial: Trial,
  clause: ClauseId,
  operation: 'searchInvoices' | 'listCustomers',
  query: { [parameter: string]: string },
): Promise<void> {
  const name = operation === 'listCustomers' ? 'customers' : 'invoices'
  const found = pageOf(trial, name, clause, await trial.call(operation, { query }))
  trial.judge(clause, found.ids.length === 0 && found.meta.total === 0, {
    expected: `none of the ${name}, and a total of 0`,
    got: `${found.ids.length} ${name}, and a total of ${found.meta.total}`,
    exchanges: found.exchange,
  })
}

export const noMatch: readonly Check[] = [invoices, customers]
