import { observation } from '../../judge/check.ts'
import type { Observer } from '../../judge/observer.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { isLimited, limited, spend, waitUntilServed } from './spend.ts'

/** As many bulk requests as use up a limit, if they count; more are not sent. */
const MOST = 200
/** More than what one reads of an empty limit: the first window may have ended. */
const TRIES = 3

/**
 * Whether bulk_pdf counts against the limit: it is refused beyond it, or uses it up. Its requests say nothing that an
 * action could be started for.
 */
export const countsBulk = observation(['rate.bulk_pdf'], {
  name: 'bulk actions and the rate limit',
  needs: ['rate_limited_key', 'bulk'],
  touches: { limited: 'changes' },
  async run(observer: Observer) {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      await limited(observer)
      const beyond = await spend(observer, 'bulkPdf', { body: {} })
      if (isLimited(observer, beyond)) return observer.observe('rate.bulk_pdf', true, beyond)
      const still = await spend(observer, 'readSettings')
      if (isLimited(observer, still)) return judgeUsed(observer, beyond)
    }
    observer.notExercised('the window of the limit ended each time before bulk_pdf was asked for')
  },
})

/** Where it is not refused, what is wrong with the request may come before the limit, and count all the same. */
async function judgeUsed(observer: Observer, beyond: Exchange): Promise<void> {
  if (!(await waitUntilServed(observer))) observer.notExercised('the rate-limited store is not served again')
  const limit = await requestsInWindow(observer)
  if (!(await waitUntilServed(observer))) observer.notExercised('the rate-limited store is not served again')
  for (let request = 1; request < limit; request++) {
    const exchange = await spend(observer, 'bulkPdf', { body: {} })
    if (isLimited(observer, exchange)) return observer.observe('rate.bulk_pdf', true, exchange)
  }
  const after = await spend(observer, 'readSettings')
  observer.observe('rate.bulk_pdf', isLimited(observer, after), beyond, after)
}

/** So many requests the limit takes, the one included that found the store served again. */
async function requestsInWindow(observer: Observer): Promise<number> {
  for (let request = 1; request < MOST; request++)
    if (!isSuccess(await spend(observer, 'readSettings'))) return request
  return observer.notExercised(`the limit is of more than ${MOST} requests`)
}
