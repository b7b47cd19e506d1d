import { check, type Check } from '../../judge/check.ts'
import type { Evidence, Law } from '../../judge/law.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'

const READ = [
  ['listInvoices', 'auth.scope-invoices'],
  ['listTemplates', 'auth.scope-templates'],
  ['listCustomers', 'auth.scope-customers'],
  ['readSettings', 'auth.scope-settings'],
] as const

const KEYS = ['api', 'other_store'] as const

/** So often each store asks. */
const TURNS = 8

/** What two stores ask at the same moment: each is answered with its own. */
export const simultaneously: readonly Check[] = READ.map(([operation, clause]) =>
  check(clause, {
    name: `${operation} by two stores at once`,
    needs: ['other_store_key'],
    run: (law) => law.settled(() => mixedUp(law, operation)),
  }),
)

async function mixedUp(law: Law, operation: (typeof READ)[number][0]): Promise<Evidence | 'unseen' | null> {
  const alone: Exchange[] = []
  for (const key of KEYS) alone.push(await law.call(operation, { key }))
  const [ours, theirs] = alone.map(({ response }) => response.text)
  if (!alone.every(isSuccess) || ours === theirs) return 'unseen'
  const asked = Array.from({ length: TURNS }, () => KEYS).flat()
  const answers = await Promise.all(asked.map((key) => law.call(operation, { key })))
  const mistaken = answers.find(({ key, response }) => response.text === (key === 'api' ? theirs : ours))
  return mistaken
    ? {
        message: 'two stores asked at the same moment',
        expected: 'what is of the store that asks, as when it asks alone',
        got: 'exactly what the other store is answered',
        exchanges: [...alone, mistaken],
      }
    : null
}
