import type { ClauseId } from '../../../schemas/clauses.ts'
import type { Customer } from '../../../schemas/types.ts'
import { type Check, check } from '../../judge/check.ts'
import { walk } from '../../server/store/inventory.ts'
import { ODD_TEXTS } from '../records/odd-texts.ts'
import { CUSTOMERS, type Fields, type Shown } from '../records/record-kind.ts'
import { judging, type Records } from '../records/records.ts'
import { unheardWord } from '../search/search-texts.ts'
import { judgeFound, nameWays, textWays } from './listing.ts'

/** Names of new customers; a search for them must not stumble on any. */
const NAMES = ODD_TEXTS.slice(0, 7)

/** customers.create: a new customer is found by each of its searchable values, as it was answered. */
const newOnes = check('customers.create', {
  name: 'new customers found',
  run: judging(CUSTOMERS, async (records) => {
    for (const first_name of NAMES)
      await records.tidying(async () => {
        const { shown } = await records.makeOne({ ...(await records.input()), first_name })
        await judgeEachWay(records, shown, () => 'customers.create')
        await judgeAsAnswered(records, shown)
      })
  }),
})

const FIELDS = { name: nameWays, email: ({ email }: Customer) => textWays(email), tax_number: taxWays }
type Way = keyof typeof FIELDS

function taxWays({ tax_number }: Customer) {
  return textWays(tax_number)
}

async function judgeEachWay({ law }: Records, shown: Shown, clauseOf: (way: Way) => ClauseId): Promise<void> {
  const customer = shown as object as Customer
  for (const way of Object.keys(FIELDS) as Way[])
    await judgeFound(law, clauseOf(way), customer, FIELDS[way](customer))
}

async function judgeAsAnswered(records: Records, shown: Shown): Promise<void> {
  const search = shown['email']
  const found = await walk<Shown>(records.law.session.client, 'listCustomers', 'customers', { search })
  const item = found.items.find(({ id }) => id === shown.id)
  if (item) records.judgeAgree(shown, item, found.exchanges.slice(0, 1))
}

const SEARCH_CLAUSES = {
  name: 'customers.search-name',
  email: 'customers.search-email',
  tax_number: 'customers.search-tax-number',
} as const

/** A customer whose values were changed is found by the new ones, and no more by the old ones. */
const changedOnes = check(
  [
    'customers.search-name',
    'customers.search-email',
    'customers.search-tax-number',
    'customers.search-no-match',
  ],
  {
    name: 'updated customers found',
    needs: ['writes'],
    run: judging(CUSTOMERS, async (records) => {
      let before = values(records, 'first')
      const { input, shown: own } = await records.makeOne({ ...(await records.input()), ...before })
      for (const turn of ['second', 'third']) {
        const now = values(records, turn)
        const shown = records.shownIn(await records.update(own.id, { ...input, ...now }))
        await judgeEachWay(records, shown, (way) => SEARCH_CLAUSES[way])
        await judgeForgotten(records, shown, before)
        before = now
      }
    }),
  },
)

/** Values that nobody else has: words of their own, of which no other is a part, and digits. */
function values({ law }: Records, turn: string): Fields {
  const word = (field: string) => unheardWord(law.seedOf(`${turn} ${field}`))
  return {
    first_name: word('first_name'),
    last_name: `${word('last_name')} ${law.marker}`,
    email: `${word('email')}+7.${law.marker}@example.com`,
    tax_number: turn === 'second' ? digits(law.seedOf(turn)) : `00${word('tax_number').toUpperCase()}`,
  }
}

/** A tax number of digits that begins with zeros. */
const digits = (seed: number) => `00${String((seed >>> 0) + 7_000_000_000)}`

async function judgeForgotten({ law }: Records, { id }: Shown, before: Fields): Promise<void> {
  for (const search of Object.values(before)) {
    const found = await walk<Shown>(law.session.client, 'listCustomers', 'customers', { search })
    law.of('customers.search-no-match').judge(!found.items.some((item) => item.id === id), {
      message: `customer ${id} does not carry ${JSON.stringify(search)}`,
      expected: `no customer ${id} among the results`,
      got: 'it is found',
      exchanges: found.exchanges.slice(0, 1),
    })
  }
}

/** Signs that patterns know are signs like others: with one in place of a letter a word is carried by nobody. */
const WILDCARDS = ['_', '%', '.']

/** customers.search-no-match, for texts that find a customer of ours where they are read as patterns. */
const patterns = check('customers.search-no-match', {
  name: 'customers by what is no pattern',
  needs: ['writes'],
  run: judging(CUSTOMERS, async (records) => {
    const word = unheardWord(records.law.seedOf('pattern'))
    const { shown } = await records.makeOne({ ...(await records.input()), first_name: word })
    const searches = WILDCARDS.map((sign) => `${word.slice(0, 7)}${sign}${word.slice(8)}`)
    await judgeForgotten(records, shown, { ...searches })
  }),
})

export const customersFound: readonly Check[] = [newOnes, changedOnes, patterns]
