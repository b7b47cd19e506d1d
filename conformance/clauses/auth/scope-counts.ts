import { check, type Check } from '../../judge/check.ts'
import type { Evidence, Law } from '../../judge/law.ts'
import { totalOf } from '../../server/store/inventory.ts'
import { type Direction, DIRECTIONS } from './foreign.ts'

const LISTS = [
  ['listInvoices', 'auth.scope-invoices'],
  ['listCustomers', 'auth.scope-customers'],
] as const

type List = (typeof LISTS)[number][0]

/** A query that nobody else asks. */
const QUERY = { per_page: 3 }

/** What a list counts is of the store that asks, also right after the other one asked the same. */
export const countsOfAnother: readonly Check[] = LISTS.map(([operation, clause]) =>
  check(clause, {
    name: `what ${operation} counts right after another store asked the same`,
    needs: ['other_store_key'],
    async run(law) {
      for (const direction of DIRECTIONS) await law.settled(() => miscount(law, operation, direction))
    },
  }),
)

async function miscount(
  law: Law,
  operation: List,
  { owner, stranger }: Direction,
): Promise<Evidence | 'unseen' | null> {
  const { items, complete } = await law.walk(operation, { key: stranger })
  const own = () => law.call(operation, { query: QUERY, key: stranger })
  // The second of two in a row, as others of the run may ask for the other store meanwhile.
  await own()
  if (!complete || totalOf(await own()) !== items.length) return 'unseen'
  const theirs = await law.call(operation, { query: QUERY, key: owner })
  const after = await own()
  if (totalOf(after) === items.length) return null
  return {
    message: 'another store asked the same a moment before',
    expected: `meta.total ${items.length}, as all pages of the store show`,
    got: `meta.total ${totalOf(after)}; the other store has ${totalOf(theirs)}`,
    exchanges: [theirs, after],
  }
}
