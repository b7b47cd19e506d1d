import type { OperationId } from '../../../schemas/operations.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { Violation } from '../../judge/verdict.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import { remainingOf } from '../../server/learn/quota.ts'
import { judgeServed, servedAgain } from './per-key.ts'
import { isLimited, isRateLimited, spend, spendUntilLimited, waitUntilServed } from './spend.ts'

/** A limit that takes more requests at once is looked at in the end. */
const FEW = 30
/** A server that wants more time between two requests keeps a run for a quarter of an hour and longer. */
const MOST_GAP_MS = 100
const LOOKS = 3
const LISTS = ['listInvoices', 'listTemplates', 'listCustomers'] as const

/**
 * rate.per-key, before anything else is asked: where two stores share a limit, or its count, a run would wait for itself
 * and judge little. Nothing is waited for unless something tells of it.
 */
export const sharedLimit = check('rate.per-key', {
  name: 'a limit that two stores share',
  when: 'first',
  async run(law) {
    try {
      const first = await spend(law, 'readSettings')
      if (isLimited(law, first) || (await fallsForOurs(law, first))) await judgeTheirs(law)
      const spent = await atOnce(FEW, () => spend(law, 'readSettings'))
      if (!spent.some((one) => isLimited(law, one))) return
      for (const operation of ['readSettings', ...(await refusedLists(law))] as const)
        await judgeServed(law, operation, () => ours(law, operation))
    } catch (error) {
      if (error instanceof Violation) await dropLimit(law)
      throw error
    }
  },
})

const ours = (law: Law, operation: OperationId = 'readSettings'): Promise<Exchange> =>
  law.call(operation, { keep_rate_limited: true })

const atOnce = (count: number, ask: () => Promise<Exchange>): Promise<Exchange[]> =>
  Promise.all(Array.from({ length: count }, ask))

/** The lists that the judged store is refused while the other is limited: without them little is judged of it. */
async function refusedLists(law: Law): Promise<OperationId[]> {
  const answers = await Promise.all(LISTS.map((operation) => ours(law, operation)))
  return LISTS.filter((_list, index) => answers[index] && isRateLimited(law, answers[index]))
}

/** Whether the headers tell that requests of ours were taken from what the other store has left. */
async function fallsForOurs(law: Law, first: Exchange): Promise<boolean> {
  const few = Math.ceil(FEW / 3)
  await atOnce(few, () => ours(law))
  const [before, after] = [remainingOf(first), remainingOf(await spend(law, 'readSettings'))]
  return before !== null && after !== null && before - after > few
}

/**
 * The store with the limit takes so many requests in a row when we ask nothing; when we ask as many just before, it still
 * takes one. Where it takes none in a row, its windows are others than are known here.
 */
async function judgeTheirs(law: Law): Promise<void> {
  const seen: Exchange[] = []
  for (let look = 0; look < LOOKS; look++) {
    const taken = await takenInARow(law)
    if (taken === 0 || !(await waitUntilServed(law))) return
    const asked = await atOnce(taken, () => ours(law))
    const answer = await spend(law, 'readSettings')
    if (!isLimited(law, answer)) return law.pass()
    seen.push(...asked.slice(-1), answer)
  }
  throw law.violation({
    message: `a store was answered rate-limited ${LOOKS} times for what another store had asked for`,
    expected: 'each store with a limit of its own',
    exchanges: seen,
  })
}

/** None where no limit shows. */
async function takenInARow(law: Law): Promise<number> {
  if (!(await waitUntilServed(law))) law.notExercised('the rate-limited store is not served')
  const { client } = law.session
  const before = client.requests
  const refusal = await spendUntilLimited(law, 'readSettings')
  return refusal === null ? 0 : client.requests - before - 1
}

/**
 * What spends the limit is left out from now on; all that is left is, where the judged store is kept as short. What was
 * spent here is over before the run goes on: it would learn from it how slowly to ask.
 */
async function dropLimit(law: Law): Promise<void> {
  await waitUntilServed(law)
  for (const operation of LISTS) await servedAgain(law, operation)
  const { session } = law
  const isTight = session.client.gap_ms > MOST_GAP_MS
  session.target = { ...session.target, shared_limit: isTight ? 'tight' : 'felt' }
}
