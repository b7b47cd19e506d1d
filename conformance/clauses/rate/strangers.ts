import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import type { Call } from '../../server/client/call.ts'
import { servedAgain } from './per-key.ts'
import { isLimited, isRateLimited, limited, spend } from './spend.ts'

/** So often a key must be answered rate-limited before it is for another store's limit: once it may be for a limit of the server's own. */
const REFUSALS = 3
const MOST_TRIES = 6

/** No key and a key that nobody has are told so while a store is limited (errors.precedence): its limit is none of theirs. */
export const strangersBeyond = check(['auth.key-required', 'auth.key-unknown'], {
  name: "keys that no store has, while a store's limit is exhausted",
  needs: ['rate_limited_key'],
  async run(law) {
    await judgeStranger(law.of('auth.key-required'), { key: 'none' })
    await judgeStranger(law.of('auth.key-unknown'), { key: 'bad', token: `nobody-${law.marker}` })
  },
})

async function judgeStranger(law: Law, stranger: Call): Promise<void> {
  const refused: Exchange[] = []
  for (let tried = 0; tried < MOST_TRIES && refused.length < 2 * REFUSALS; tried++) {
    const spent = await limited(law)
    const answer = await law.call('readSettings', { ...stranger, keep_rate_limited: true })
    if (!isRateLimited(law, answer)) return law.refused(answer, 'unauthorized')
    const still = await spend(law, spent.operation ?? 'readSettings')
    if (isLimited(law, still)) refused.push(spent, answer)
    if (!(await servedAgain(law, 'readSettings'))) return
  }
  law.judge(refused.length < 2 * REFUSALS, {
    message: `answered rate-limited ${REFUSALS} times, each time that a store's limit was exhausted`,
    expected: law.nameOf('unauthorized'),
    exchanges: refused,
  })
}
