import type { ClauseId } from '../../../schemas/clauses.ts'
import type { Customer } from '../../../schemas/types.ts'
import type { Check } from '../../judge/check.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { walk } from '../../server/store/inventory.ts'
import { otherRunOf } from '../../server/store/marker.ts'
import { page, type Listing } from '../paging/page.ts'
import { judgeBeyond, judgeDefaults, judgePartition, judgeSizes } from '../paging/rules.ts'
import { isSearchable, oddFirst, unheardWord } from '../search/search-texts.ts'

const CLAUSE = 'customers.list'

/** GET /customers: the paging rules of invoices, under one clause. */
export const CUSTOMER_PAGES: Listing = {
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

/** Texts of which each finds the customer, or else the one text that does. */
interface Ways {
  all: string[]
  or: string
}

/** A search for a whole value finds the customer, whatever the matching rule (question search.match). */
function bySearch(what: string, clause: ClauseId, ways: (customer: Customer) => Ways): Check {
  return {
    name: `customers by ${what}`,
    clauses: [clause],
    async run(trial) {
      const { items } = await trial.session.inventory.customers()
      const telling = oddFirst(
        items.filter(
          (customer) => ways(customer).all.length > 0 && otherRunOf(customer, trial.session.marker) === null,
        ),
        (customer) => ways(customer).or,
      )
      if (telling.length === 0) trial.notExercised(`no customer of the store has a ${what}`)
      for (const customer of telling.slice(0, MOST)) await judgeFound(trial, clause, customer, ways(customer))
    },
  }
}

/** The customer must be found, in one of the two ways. */
export async function judgeFound(
  trial: Trial,
  clause: ClauseId,
  { id }: Pick<Customer, 'id'>,
  { all, or }: Ways,
): Promise<void> {
  const tried: Exchange[] = []
  const finds = async (search: string) => {
    const found = await walk<Customer>(trial.session.client, 'listCustomers', 'customers', { search })
    tried.push(found.exchanges[0]!)
    return found.items.some((item) => item.id === id)
  }
  const found = (await finds(or)) || (await Promise.all(all.map(finds))).every(Boolean)
  trial.judge(clause, found, {
    message: `search for ${[...new Set([or, ...all])].map((text) => JSON.stringify(text)).join(', ')}`,
    expected: `customer ${id} among the results`,
    got: 'not found',
    exchanges: tried,
  })
}

/** A name may be kept whole or in two parts: the whole name finds, or else each of its parts does. */
export function nameWays({ first_name, last_name }: Pick<Customer, 'first_name' | 'last_name'>): Ways {
  const all = [first_name, last_name].filter(isSearchable)
  return { all, or: all.join(' ') }
}

export const textWays = (text: unknown): Ways =>
  isSearchable(text) ? { all: [text], or: text } : { all: [], or: '' }

const noMatch: Check = {
  name: 'customers by a text that none carries',
  clauses: ['customers.search-no-match'],
  async run(trial) {
    const { items } = await trial.session.inventory.customers()
    if (items.length === 0) trial.notExercised('the store has no customer')
    for (const name of ['first', 'second', 'third']) {
      const search = unheardWord(trial.seedOf(name))
      const found = await page(
        trial,
        { ...CUSTOMER_PAGES, query: { search } },
        'customers.search-no-match',
        {},
      )
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
    run: (trial) => judgeDefaults(trial, CUSTOMER_PAGES),
  },
  {
    name: 'customers at every page size',
    clauses: [CLAUSE],
    run: (trial) => judgeSizes(trial, CUSTOMER_PAGES),
  },
  {
    name: 'the pages of customers',
    clauses: [CLAUSE],
    run: (trial) => judgePartition(trial, CUSTOMER_PAGES),
  },
  { name: 'customers past their end', clauses: [CLAUSE], run: (trial) => judgeBeyond(trial, CUSTOMER_PAGES) },
  bySearch('name', 'customers.search-name', nameWays),
  bySearch('email', 'customers.search-email', ({ email }) => textWays(email)),
  bySearch('tax number', 'customers.search-tax-number', ({ tax_number }) => textWays(tax_number)),
  noMatch,
]
