import { atOnce } from '../../judge/at-once.ts'
import type { Customer } from '../../../schemas/types.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { records } from '../../server/store/inventory.ts'
import { isSearchable } from '../search-texts.ts'
import { belongsTo, type Direction, DIRECTIONS, foreign } from './foreign.ts'

const SAMPLE = 4

/** What a customer is searched by: names, email and tax number. */
export function searchTextsOf({ first_name, last_name, email, tax_number }: Partial<Customer>): string[] {
  return [first_name, last_name, email, tax_number].filter(isSearchable)
}

/** A search finds the store's own customers alone, whatever text of another's it is for. */
export const customerSearches = check('auth.scope-customers', {
  name: "searches for another store's customers",
  async run(law) {
    let tried = 0
    for (const direction of DIRECTIONS) {
      const theirs = await foreign(law, (store) => store.customers(), direction)
      const some = new Set([...theirs.slice(0, SAMPLE / 2), ...theirs.slice(-SAMPLE / 2)])
      const texts = new Set([...some].flatMap(searchTextsOf))
      await atOnce(texts, (text) => judgeSearch(law, theirs, text, direction))
      tried += texts.size
    }
    if (tried === 0) law.notExercised('no customer has an id that the other store does not have too')
  },
})

async function judgeSearch(
  law: Law,
  theirs: readonly Customer[],
  search: string,
  { owner, stranger: key }: Direction,
): Promise<void> {
  const exchange = await law.call('listCustomers', { query: { search, per_page: 250 }, key })
  const found = records<Customer>(exchange, 'customers')
  const leak = found.find(({ id, email }) => theirs.some((one) => one.id === id && one.email === email))
  law.judge(leak === undefined, {
    message: belongsTo(owner, `customer ${leak?.id}`),
    expected: 'no customer of another store',
    got: `customer ${leak?.id}`,
    exchanges: exchange,
  })
}
