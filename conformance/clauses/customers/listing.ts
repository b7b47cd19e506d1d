import type { ClauseId } from '../../../schemas/clauses.ts'
import type { Customer } from '../../../schemas/types.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
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
  return check(clause, {
    name: `customers by ${what}`,
    async run(law) {
      const { items } = await law.store.customers()
      const telling = oddFirst(
        items.filter(
          (customer) => ways(customer).all.length > 0 && otherRunOf(customer, law.marker) === null,
        ),
        (customer) => ways(customer).or,
      )
      if (telling.length === 0) law.notExercised(`no customer of the store has a ${what}`)
      for (const customer of telling.slice(0, MOST)) await judgeFound(law, clause, customer, ways(customer))
    },
  })
}

/** The customer must be found, in one of the two ways. */
export async function judgeFound(
  law: Law,
  clause: ClauseId,
  { id }: Pick<Customer, 'id'>,
  { all, or }: Ways,
): Promise<void> {
  const tried: Exchange[] = []
  const finds = async (search: string) => {
    const found = await walk<Customer>(law.session.client, 'listCustomers', 'customers', { search })
    tried.push(found.exchanges[0]!)
    return found.items.some((item) => item.id === id)
  }
  const found = (await finds(or)) || (await Promise.all(all.map(finds))).every(Boolean)
  law.of(clause).judge(found, {
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

const noMatch = check('customers.search-no-match', {
  name: 'customers by a text that none carries',
  async run(law) {
    const { items } = await law.store.customers()
    if (items.length === 0) law.notExercised('the store has no customer')
    for (const name of ['first', 'second', 'third']) {
      const search = unheardWord(law.seedOf(name))
      const found = await page(law, { ...CUSTOMER_PAGES, query: { search } }, 'customers.search-no-match', {})
      law.of('customers.search-no-match').judge(found.ids.length === 0 && found.meta.total === 0, {
        expected: 'no customer, and a total of 0',
        got: `${found.ids.length} customers, and a total of ${found.meta.total}`,
        exchanges: found.exchange,
      })
    }
  },
})

export const customerListing: readonly Check[] = [
  check('customers.list', {
    name: 'customers without parameters',
    run: (law) => judgeDefaults(law, CUSTOMER_PAGES),
  }),
  check('customers.list', {
    name: 'customers at every page size',
    run: (law) => judgeSizes(law, CUSTOMER_PAGES),
  }),
  check('customers.list', {
    name: 'the pages of customers',
    run: (law) => judgePartition(law, CUSTOMER_PAGES),
  }),
  check('customers.list', {
    name: 'customers past their end',
    run: (law) => judgeBeyond(law, CUSTOMER_PAGES),
  }),
  bySearch('name', 'customers.search-name', nameWays),
  bySearch('email', 'customers.search-email', ({ email }) => textWays(email)),
  bySearch('tax number', 'customers.search-tax-number', ({ tax_number }) => textWays(tax_number)),
  noMatch,
]
