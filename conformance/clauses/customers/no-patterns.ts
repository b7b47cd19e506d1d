import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { CUSTOMERS, type Fields } from '../records/record-kind.ts'
import { judging } from '../records/records.ts'
import { asPatterns, unheardWord, WILDCARDS } from '../search-texts.ts'
import { judgeForgotten } from './found.ts'
import { judgeFound, WAYS } from './listing.ts'

/** A customer whose name, email and tax number are words that nobody else has; with signs in them where an email may have them. */
function wordy(law: Law, signs: string): Fields {
  const word = (field: string) => unheardWord(law.seedOf(`pattern ${field} ${signs}`))
  return {
    first_name: `${word('first')}${signs}`,
    last_name: `${word('last')}${signs} ${law.marker}`,
    email: `${word('email')}@example.com`,
    tax_number: `${word('tax')}${signs}`,
  }
}

/** Texts that find a customer of ours where they are read as patterns; and one that holds such signs, which they find. */
export const noPatterns = check(
  ['customers.search-no-match', 'customers.search-name', 'customers.search-tax-number'],
  {
    name: 'customers by what is no pattern',
    needs: ['writes'],
    run: judging(CUSTOMERS, async (records) => {
      const { law } = records
      const words = wordy(law, '')
      const { shown } = await records.makeOne({ ...(await records.input()), ...words })
      await judgeForgotten(
        law,
        shown,
        Object.values(words).flatMap((word) => asPatterns(String(word))),
      )
      const odd = await records.makeOne({
        ...(await records.input()),
        ...wordy(law, ` ${WILDCARDS.join('x')}`),
      })
      for (const way of ['name', 'tax number'] as const)
        await judgeFound(law.of(WAYS[way].clause), odd.shown, way)
    }),
  },
)
