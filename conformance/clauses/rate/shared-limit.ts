import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { Violation } from '../../judge/verdict.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import { remainingOf } from '../../server/learn/quota.ts'
import { judgeServed } from './per-key.ts'
import { isLimited, spend, spendUntilLimited, waitUntilServed } from './spend.ts'

/** A limit that takes more requests at once is looked at in the end. */
const FEW = 30
/** A server that wants more time between two requests keeps a run for a quarter of an hour and longer. */
const MOST_GAP_MS = 100
const LOOKS = 3

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
      if (spent.some((one) => isLimited(law, one))) await judgeServed(law, 'readSettings', () => ours(law))
    } catch (error) {
      if (error instanceof Violation) dropLimit(law)
      throw error
    }
  },
})

const ours = (law: Law): Promise<Exchange> => law.call('readSettings', { keep_rate_limited: true })

const atOnce = (count: number, ask: () => Promise<Exchange>): Promise<Exchange[]> =>
  Promise.all(Array.from({ length: count }, ask))

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

/** What spends the limit is left out from now on; all that is left is, where the judged store is kept as short. */
function dropLimit({ session }: Law): void {
  const isTight = session.client.gap_ms > MOST_GAP_MS
  session.target = { ...session.target, shared_limit: isTight ? 'tight' : 'felt' }
}
