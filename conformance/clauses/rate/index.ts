import { type Check, check, type Step } from '../../judge/check.ts'
import { touching } from '../../judge/touches.ts'
import type { Law } from '../../judge/law.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import { everyOperation } from './every-operation.ts'
import { judgeLimited } from './limited-answer.ts'
import { noEffect } from './no-effect.ts'
import { perKey } from './per-key.ts'
import { countsBulk } from './observe.ts'
import { sharedLimit } from './shared-limit.ts'
import { isLimited, limited, spend, waits } from './spend.ts'
import { strangersBeyond } from './strangers.ts'

const body = check(['rate.limited-body', 'rate.reset-header'], {
  name: 'the answer beyond the rate limit',
  shows: ['status.rate_limited', 'rate.reset_format', 'rate.retry_after_unit'],
  async run(law) {
    judgeLimited(law, await limited(law))
  },
})

/** So much longer than told is waited. */
const MARGIN_MS = 300

const recovers = check('rate.recovers', {
  name: 'served again after retry_after',
  async run(law: Law) {
    const { refusal: spent, at, isInMilliseconds } = await closest(law, await limited(law))
    let start = at
    const all = isInMilliseconds ? waits(spent).slice(0, 1) : waits(spent)
    const tries = all.filter((wait) => wait <= law.target.patience_ms)
    if (tries.length === 0) law.notExercised('retry_after is longer than the patience of the target')
    for (const [index, wait] of tries.entries()) {
      const end = start + wait
      const late = wait > LONG_MS ? await askAt(law, spent, start + wait * LATE) : null
      const isServed = late && !isLimited(law, late)
      // It may have put the end off.
      const putOff = late ? Date.now() + (waits(late)[index] ?? 0) : end
      const again = isServed ? late : await askAt(law, spent, Math.max(end, putOff) + MARGIN_MS)
      if (!isLimited(law, again)) {
        law.observe('rate.retry_after_unit', index === 0 ? 'milliseconds' : 'seconds', spent, again)
        return law.pass()
      }
      // A refusal that tells no less than the first may have begun the time anew.
      if ((waits(again)[0] ?? 0) >= (tries[0] ?? 0)) start = Date.now()
      const expected = `the store served ${wait} ms after the refusal`
      if (index === all.length - 1) throw law.violation({ expected, exchanges: [spent, again] })
    }
    law.notExercised('retry_after in seconds is longer than the patience of the target')
  },
})

/** A wait that is worth asking once more, when so much of it is over: what tells its end is seen near that. */
const LONG_MS = 1000
const LATE = 0.75

/** Asks the same again at that time, or now if it is over. */
async function askAt(law: Law, { operation }: Exchange, at: number): Promise<Exchange> {
  await law.pause(Math.max(0, at - Date.now()))
  return spend(law, operation ?? 'readSettings')
}

/** So often one asks on, and so long lies between: together more than a second. */
const ASKED = 12
const BETWEEN_MS = 100

interface Refusal {
  refusal: Exchange
  at: number
  /** What it tells became less as fast as a clock that counts milliseconds. */
  isInMilliseconds: boolean
}

/**
 * A refusal just after what retry_after tells became less: then a server that rounds to seconds is the furthest from the
 * truth. The last one where it tells the same each time, as if each refusal began the time anew.
 */
async function closest(law: Law, first: Exchange): Promise<Refusal> {
  const [told = 0] = waits(first)
  const start = Date.now()
  let last: Refusal = { refusal: first, at: start, isInMilliseconds: false }
  for (let asked = 0; asked < ASKED; asked++) {
    await law.pause(BETWEEN_MS)
    const refusal = await spend(law, first.operation ?? 'readSettings')
    const at = Date.now()
    // So near its end the time that is told would say little.
    if (!isLimited(law, refusal))
      return { refusal: await limited(law), at: Date.now(), isInMilliseconds: false }
    const less = told - (waits(refusal)[0] ?? 0)
    last = { refusal, at, isInMilliseconds: Math.abs(less / (at - start) - 1) < CLOSE }
    if (less > 0) return last
  }
  return last
}

/** So near a clock is to another, with what a network is late between two refusals. */
const CLOSE = 0.3

/** The rate-limited store is another than the judged one: its waiting need not hold up the rest. */
export const rateChecks: readonly Check[] = [
  sharedLimit,
  ...touching({ limited: 'changes' }, [body, strangersBeyond, recovers, everyOperation, noEffect]),
  perKey,
]

/** What waits for windows to end: for a probe alone. */
export const rateProbes: readonly Step[] = [countsBulk]
