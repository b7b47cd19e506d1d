import type { ClauseId } from '../../../schemas/clauses.ts'
import type { Customer } from '../../../schemas/types.ts'
import type { Check } from '../../check.ts'
import type { Trial } from '../../judge/trial.ts'
import { walk } from '../../store/inventory.ts'
import { page, type Listing } from '../paging/page.ts'
import { judgeBeyond, judgeDefaults, judgePartition, judgeSizes } from '../paging/rules.ts'
import { isSearchable, oddFirst, unheardWord } from '../search/search-texts.ts'

const CLAUSE = 'customers.list'

/** GET /customers: the paging rules of invoices, under one clause. */
const CUSTOMERS: Listing = {
  operation: 'listCustomers',
  name: 'customers',
  query: {},
  clauses: {
    defaults: CLAUSE,
    sizes: CLAUSE,
    echo: CLAUSE,
    arithmetic: CLAUSE,
    partition: CLAUSE,
    beyond: CLAUSE,
  },
}

const MOST = 12

/** A search for a whole value finds the customer. A name may be searched as first, last or whole name: one must find. */
function bySearch(what: string, clause: ClauseId, texts: (customer: Customer) => string[]): Check {
  return {
    name: `customers by ${what}`,
    clauses: [clause],
    async run(trial) {
      const { items } = await trial.session.inventory.customers()
      const telling = oddFirst(
        items.filter((customer) => texts(customer).length > 0),
        (customer) => texts(customer).join(' '),
      )
      if (telling.length === 0) trial.notExercised(`no customer of the store has a ${what}`)
      for (const customer of telling.slice(0, MOST))
        await judgeFound(trial, clause, customer, texts(customer))
    },
  }
}

/** One of the texts must find the customer on one of the pages. */
export async function judgeFound(
  trial: Trial,
  clause: ClauseId,
  { id }: Pick<Customer, 'id'>,
  texts: readonly string[],
): Promise<void> {
  const tried = []
  for (const search of texts) {
    const found = await walk<Customer>(trial.session.client, 'listCustomers', 'customers', { search })
    if (found.items.some((item) => item.id === id)) return trial.pass(clause)
    tried.push(found.exchanges[0]!)
  }
  trial.fail(clause, {
    message: `search for ${texts.map((text) => JSON.stringify(text)).join(' and ')}`,
    expected: `customer ${id} among the results`,
    got: 'not found',
    exchanges: tried,
  })
}

/** Ways to write a customer's name that a search by name has to know one of. */
export function namesOf({ first_name, last_name }: Pick<Customer, 'first_name' | 'last_name'>): string[] {
  return [last_name, first_name, `${first_name} ${last_name}`].filter((name) => isSearchable(name))
}

const noMatch: Check = {
  name: 'customers by a text that none carries',
  clauses: ['customers.search-no-match'],
  async run(trial) {
    const { items } = await trial.session.inventory.customers()
    if (items.length === 0) trial.notExercised('the store has no customer')
    for (const name of ['first', 'second', 'third']) {
      const search = unheardWord(trial.seedOf(name))
      const found = await page(trial, { ...CUSTOMERS, query: { search } }, 'customers.search-no-match', {})
      trial.judge('customers.search-no-match', found.ids.length === 0 && found.meta.total === 0, {
        expected: 'no customer, and a total of 0',
        got: `${found.ids.length} customers, and a total of ${found.meta.total}`,
        exchanges: found.exchange,
      })
    }
  },
}

export const customerListing: readonly Check[] = [
  {
    name: 'customers without parameters',
    clauses: [CLAUSE],
    run: (trial) => judgeDefaults(trial, CUSTOMERS),
  },
  { name: 'customers at every page size', clauses: [CLAUSE], run: (trial) => judgeSizes(trial, CUSTOMERS) },
  { name: 'the pages of customers', clauses: [CLAUSE], run: (trial) => judgePartition(trial, CUSTOMERS) },
  { name: 'customers past their end', clauses: [CLAUSE], run: (trial) => judgeBeyond(trial, CUSTOMERS) },
  bySearch('name', 'customers.search-name', namesOf),
  bySearch('email', 'customers.search-email', ({ email }) => [email].filter(isSearchable)),
  bySearch('tax number', 'customers.search-tax-number', ({ tax_number }) =>
    [tax_number].filter(isSearchable),
  ),
  noMatch,
]
