import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { CUSTOMERS, type Fields } from '../records/record-kind.ts'
import { judging } from '../records/records.ts'
import { unheardWord } from '../search-texts.ts'
import { judgeFound, WAYS } from './listing.ts'

/** Longer than the 64 characters that some index, each part of the name too: it may be found by its parts alone. */
const longValues = (law: Law) => {
  const word = (field: string, length: number) => unheardWord(law.seedOf(`long ${field}`), length)
  const label = word('domain', 40)
  return {
    name: {
      first_name: `${word('first', 34)} ${word('second', 34)}`,
      last_name: `${word('last', 34)} ${word('third', 34)} ${law.marker}`,
    },
    email: { email: `${word('email', 40)}.${law.marker}@${label}.example.com` },
    'tax number': { tax_number: word('tax', 70).toUpperCase() },
  } as const satisfies Record<keyof typeof WAYS, Fields>
}

/** A customer is found by a long value too, where the server takes it: a limit of its own may refuse it. */
const longOnes = check(['customers.search-name', 'customers.search-email', 'customers.search-tax-number'], {
  name: 'customers of long values found',
  needs: ['writes'],
  run: judging(CUSTOMERS, async (records) => {
    const values = longValues(records.law)
    for (const way of ['name', 'email', 'tax number'] as const)
      await records.tidying(async () => {
        const { shown } = await records.create({ ...(await records.input()), ...values[way] })
        const law = records.law.of(WAYS[way].clause)
        if (shown) await judgeFound(law, shown, way)
        else law.missing(`no customer of a long ${way} was accepted`)
      })
  }),
})

export const customersOfLongValues: readonly Check[] = [longOnes]
