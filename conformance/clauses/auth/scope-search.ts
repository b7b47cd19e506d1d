import type { Customer } from '../../../schemas/types.ts'
import { check } from '../../judge/check.ts'
import type { KeyName } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { Inventory, records } from '../../server/store/inventory.ts'
import { isSearchable } from '../search/search-texts.ts'
import { DIRECTIONS } from './scope.ts'

const CLAUSE = 'auth.scope-customers'
const SAMPLE = 4

/** What a customer is searched by: names, email and tax number. */
export function searchTextsOf(customer: Partial<Customer>): string[] {
  const { first_name, last_name, email, tax_number } = customer
  return [first_name, last_name, email, tax_number].filter(isSearchable)
}

/** auth.scope-customers: a search finds the store's own customers alone, whatever text of another's it is for. */
export const customerSearches = check('auth.scope-customers', {
  name: "searches for another store's customers",
  async run(law) {
    let tried = 0
    for (const { owner, stranger } of DIRECTIONS) {
      const foreign = await foreignTo(law, owner, stranger)
      const some = new Set([...foreign.slice(0, SAMPLE / 2), ...foreign.slice(-SAMPLE / 2)])
      const texts = new Set([...some].flatMap(searchTextsOf))
      for (const text of texts) await judgeSearch(law, foreign, text, stranger)
      tried += texts.size
    }
    if (tried === 0) law.notExercised('no customer has an id that the other store does not have too')
  },
})

/** The owner's customers whose ids the stranger does not have: ids may be counted per store. */
async function foreignTo(law: Law, owner: KeyName, stranger: KeyName): Promise<Customer[]> {
  const own = await new Inventory(law.session.client, stranger).customers()
  if (!own.complete) return []
  const ids = new Set(own.items.map(({ id }) => id))
  const { items } = await new Inventory(law.session.client, owner).customers()
  return items.filter(({ id }) => !ids.has(id))
}

async function judgeSearch(
  law: Law,
  foreign: readonly Customer[],
  search: string,
  key: KeyName,
): Promise<void> {
  const exchange = await law.call('listCustomers', { query: { search, per_page: 250 }, key })
  const found = records<Customer>(exchange, 'customers')
  const leak = found.find(({ id, email }) => foreign.some((one) => one.id === id && one.email === email))
  law.of(CLAUSE).judge(leak === undefined, {
    expected: 'no customer of another store',
    got: `customer ${leak?.id} of another store`,
    exchanges: exchange,
  })
}
