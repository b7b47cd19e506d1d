import type { Check } from '../../judge/check.ts'
import type { Trial } from '../../judge/trial.ts'
import { everyOperation } from './every-operation.ts'
import { judgeLimited } from './limited-answer.ts'
import { noEffect } from './no-effect.ts'
import { perKey } from './per-key.ts'
import { isLimited, limited, spend, waits } from './spend.ts'

const body: Check = {
  name: 'the answer beyond the rate limit',
  clauses: ['rate.limited-body', 'rate.reset-header'],
  async run(trial) {
    judgeLimited(trial, await limited(trial))
  },
}

const recovers: Check = {
  name: 'served again after retry_after',
  clauses: ['rate.recovers'],
  async run(trial: Trial) {
    const spent = await limited(trial)
    const start = Date.now()
    const tries = waits(spent).filter((wait) => wait <= trial.session.target.patience_ms)
    if (tries.length === 0) trial.notExercised('retry_after is longer than the patience of the target')
    for (const [index, wait] of tries.entries()) {
      await trial.session.client.pause(Math.max(0, start + wait + 300 - Date.now()))
      const again = await spend(trial, spent.operation!)
      if (!isLimited(trial, again)) {
        trial.session.observations.observe(
          'rate.retry_after_unit',
          index === 0 ? 'milliseconds' : 'seconds',
          spent,
          again,
        )
        return trial.pass('rate.recovers')
      }
      if (index < tries.length - 1) continue
      if (tries.length < 2)
        trial.notExercised('retry_after in seconds is longer than the patience of the target')
      trial.fail('rate.recovers', {
        expected: `the store served ${wait} ms after the refusal`,
        exchanges: [spent, again],
      })
    }
  },
}

const beside = [body, recovers, everyOperation, noEffect].map((check) => ({
  ...check,
  when: 'beside' as const,
}))

/** The rate-limited store is another than the judged one: its waiting need not hold up the rest. */
export const rateChecks: readonly Check[] = [...beside, perKey]
