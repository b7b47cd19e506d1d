import { keysOf } from '../../../schemas/tables.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { ODD_TEXTS } from '../records/odd-texts.ts'
import { CUSTOMERS, shownBy, type Fields, type Shown } from '../records/record-kind.ts'
import { judging, type Records } from '../records/records.ts'
import { judgeUnfound } from '../unfound.ts'
import { isSearchable, unheardWord } from '../search-texts.ts'
import { judgeFound, WAYS } from './listing.ts'

/** Names of new customers; a search for them must not stumble on any. */
const NAMES = [...ODD_TEXTS.slice(0, 7), 'İnci Iſık ẞ']

/** A new customer is found by each of its searchable values, as it was answered. */
const newOnes = check('customers.create', {
  name: 'new customers found',
  run: judging(CUSTOMERS, async (records) => {
    for (const first_name of NAMES)
      await records.tidying(async () => {
        const { shown } = await records.makeOne({ ...(await records.input()), first_name })
        for (const way of keysOf(WAYS)) await judgeFound(records.law, shown, way)
        await judgeAsAnswered(records, shown)
      })
  }),
})

async function judgeAsAnswered(records: Records, shown: Shown): Promise<void> {
  const { items, exchanges } = await records.law.walk('listCustomers', { query: { search: shown['email'] } })
  const item = items.find(({ id }) => id === shown.id)
  if (item) records.judgeAgree(shown, { ...item }, exchanges[0])
}

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
      const { law } = records
      let known = values(law, 'first')
      const { input, shown } = await records.makeOne({ ...(await records.input()), ...known })
      for (const turn of ['second', 'third']) {
        const now = values(law, turn)
        const changed = records.shownIn(await records.update(shown.id, { ...input, ...now }))
        for (const way of keysOf(WAYS)) await judgeFound(law.of(WAYS[way].clause), changed, way)
        await judgeForgotten(law.of('customers.search-no-match'), changed, Object.values(known).map(String))
        known = now
      }
      // What no search looks at is shown by one as it is now.
      const moved = await records.update(shown.id, { ...input, ...known, tags: 'moved' })
      await judgeAsAnswered(records, records.shownIn(moved))
      for (const field of ['tax_number', 'first_name']) {
        const emptied = await records.update(shown.id, { ...input, ...known, [field]: '' })
        const now = isSuccess(emptied) ? records.shownIn(emptied) : null
        if (now && !now[field])
          await judgeForgotten(law.of('customers.search-no-match'), now, [String(known[field])])
      }
    }),
  },
)

/**
 * A customer of whom one value was changed alone is found by it, where updates may leave out the others (question
 * patch.omitted).
 */
const changedAlone = check(
  ['customers.search-name', 'customers.search-email', 'customers.search-tax-number'],
  {
    name: 'customers found after an update of one field',
    needs: ['writes'],
    run: judging(CUSTOMERS, async (records) => {
      const { shown } = await records.makeOne()
      for (const [field, way] of SEARCHED) {
        const given = { [field]: values(records.law, 'alone')[field] }
        const changed = shownBy(CUSTOMERS, await records.update(shown.id, given))
        const law = records.law.of(WAYS[way].clause)
        if (changed) await judgeFound(law, changed, way)
        else law.missing(`no update of ${field} alone was accepted`)
      }
    }),
  },
)

/** A customer who has the values of one that is deleted is found by them all the same, where there may be one. */
const madeAgainOnes = check(
  ['customers.search-name', 'customers.search-email', 'customers.search-tax-number'],
  {
    name: 'customers made again found',
    needs: ['writes'],
    run: judging(CUSTOMERS, async (records) => {
      const { input, shown } = await records.makeOne({
        ...(await records.input()),
        ...values(records.law, 'again'),
      })
      if (!isSuccess(await records.delete(shown.id)))
        return records.law.missing('the server keeps a customer from being deleted')
      const again = await records.create(input)
      if (again.shown) await judgeWhatItHas(records.law, again.shown)
      else records.law.missing('the server takes nobody with the email of a deleted customer')
    }),
  },
)

/** A customer who lacks one value is found by the others, where the server takes one without it (question customers.required). */
const lackingOnes = check(
  ['customers.search-name', 'customers.search-email', 'customers.search-tax-number'],
  {
    name: 'customers without a name, an email or a tax number found',
    needs: ['writes'],
    run: judging(CUSTOMERS, async (records) => {
      for (const [field] of SEARCHED)
        await records.tidying(async () => {
          const all = { ...(await records.input()), ...values(records.law, `without ${field}`) }
          const { shown } = await records.create(without(all, field))
          if (shown) await judgeWhatItHas(records.law, shown)
          else records.law.missing(`no customer without ${field} was accepted`)
        })
    }),
  },
)

async function judgeWhatItHas(law: Law, shown: Shown): Promise<void> {
  const ways = keysOf(WAYS).filter((way) => WAYS[way].texts(shown).some(isSearchable))
  for (const way of ways) await judgeFound(law.of(WAYS[way].clause), shown, way)
}

const without = (fields: Fields, field: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field))

/** The fields that are searched, and how. */
const SEARCHED = [
  ['first_name', 'name'],
  ['last_name', 'name'],
  ['email', 'email'],
  ['tax_number', 'tax number'],
] as const

/** Values that nobody else has: words of their own, of which no other is a part, and digits. */
function values(law: Law, turn: string): Fields {
  const word = (field: string) => unheardWord(law.seedOf(`${turn} ${field}`))
  return {
    first_name: word('first_name'),
    last_name: `${word('last_name')} ${law.marker}`,
    email: `${capital(word('email'))}+7.${law.marker}@Example.com`,
    tax_number: turn === 'second' ? digits(law.seedOf(turn)) : `00${word('tax_number').toUpperCase()}`,
  }
}

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

/** A tax number of digits that begins with zeros. */
const digits = (seed: number) => `00${String((seed >>> 0) + 7_000_000_000)}`

/** No search for these texts finds the customer, which does not carry them now. */
export async function judgeForgotten(law: Law, now: Shown, texts: readonly string[]): Promise<void> {
  const { id } = now
  for (const text of texts)
    await judgeUnfound(law, text, {
      record: now,
      search: (search) => law.walk('listCustomers', { query: { search } }),
      is: (item) => item.id === id,
      told: {
        message: `customer ${id} does not carry ${JSON.stringify(text)}`,
        expected: `no customer ${id} among the results`,
      },
    })
}

export const customersFound: readonly Check[] = [
  newOnes,
  changedOnes,
  changedAlone,
  madeAgainOnes,
  lackingOnes,
]
