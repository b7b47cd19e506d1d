import { atOnce } from '../../judge/at-once.ts'
import type { ClauseId } from '../../../schemas/clauses.ts'
import { keysOf } from '../../../schemas/tables.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import { otherRunOf } from '../../server/store/marker.ts'
import { underOne } from '../paging/page.ts'
import { pagingRules } from '../paging/rules.ts'
import { CUSTOMERS, shownBy } from '../records/record-kind.ts'
import { sameValue } from '../same-value.ts'
import { isSearchable, oddFirst } from '../search-texts.ts'

/** What of a customer is searched. */
interface Searched {
  id: number
  first_name?: unknown
  last_name?: unknown
  email?: unknown
  tax_number?: unknown
}

/** The ways to search for a customer. */
export const WAYS = {
  name: {
    clause: 'customers.search-name',
    texts: ({ first_name, last_name }) => [first_name, last_name],
  },
  email: { clause: 'customers.search-email', texts: ({ email }) => [email] },
  'tax number': { clause: 'customers.search-tax-number', texts: ({ tax_number }) => [tax_number] },
} as const satisfies Record<string, { clause: ClauseId; texts: (customer: Searched) => unknown[] }>

type Way = keyof typeof WAYS

const textsOf = (way: Way, customer: Searched): string[] => WAYS[way].texts(customer).filter(isSearchable)

const MOST = 12

/** A search for a whole value finds the customer, whatever the matching rule (question search.match). */
const bySearch = (way: Way): Check =>
  check(WAYS[way].clause, {
    name: `customers by ${way}`,
    async run(law) {
      const { items } = await law.store.customers()
      const telling = items.filter(
        (one) => mayBeSearched(law, textsOf(way, one)) && otherRunOf(one, law.marker) === null,
      )
      if (telling.length === 0) law.notExercised(`no customer of the store has a ${way}`)
      await atOnce(oddFirst(telling, (one) => textsOf(way, one).join(' ')).slice(0, MOST), (customer) =>
        judgeFound(law, customer, way),
      )
    },
  })

/** True if there is a text to search for, and the run may send it. */
const mayBeSearched = (law: Law, texts: readonly string[]): boolean =>
  texts.length > 0 && law.writable(texts).length === texts.length

/** The customer must be found by its whole name, which may be kept in two parts: or else by each of them. */
export async function judgeFound(law: Law, customer: Searched, way: Way): Promise<void> {
  const parts = textsOf(way, customer)
  const whole = parts.join(' ')
  const tried: Exchange[] = []
  const finds = async (search: string) => {
    const { items, complete, exchanges } = await law.walk('listCustomers', { query: { search } })
    tried.push(exchanges[0])
    // Of more than are read it may be among the others.
    return !complete || items.some(({ id }) => id === customer.id)
  }
  const isFound = (await finds(whole)) || (await Promise.all(parts.map(finds))).every(Boolean)
  if (!isFound && !(await isStill(law, customer, way))) return
  law.judge(isFound, {
    message: `search for ${[...new Set([whole, ...parts])].map((text) => JSON.stringify(text)).join(', ')}`,
    expected: `customer ${customer.id} among the results`,
    got: 'not found',
    exchanges: tried,
  })
}

/** Whoever uses the store too may have deleted the customer meanwhile, or changed what is searched. */
async function isStill(law: Law, customer: Searched, way: Way): Promise<boolean> {
  const read = await law.call('readCustomer', { params: { id: customer.id } })
  const shown = shownBy(CUSTOMERS, read)
  return shown === null ? !law.is('not-found', read) : sameValue(textsOf(way, shown), textsOf(way, customer))
}

/** The paging rules of invoices hold for customers. */
export const customerListing: readonly Check[] = [
  ...pagingRules('customers', (law) => underOne(law, 'listCustomers')).map(({ how, ...rule }) =>
    check('customers.list', { name: `the list of customers ${how}`, ...rule }),
  ),
  ...keysOf(WAYS).map(bySearch),
]
