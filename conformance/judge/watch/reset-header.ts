import { member, type Exchange } from '../../server/client/exchange.ts'
import type { Session } from '../../server/session.ts'
import { watcher } from '../check.ts'

/** rate.reset-header: the service's own answer beyond the limit says when the window ends, however near that is. */
export const resetHeader = watcher(['rate.reset-header'], {
  name: 'each answer beyond the rate limit says when its window ends',
  *watch(exchange, session) {
    if (exchange.key !== 'rate_limited' || !isItsOwn(exchange, session)) return
    const isTold = Boolean(exchange.response.headers['x-ratelimit-reset'])
    const got = JSON.stringify(exchange.response.headers)
    const finding = isTold ? null : { expected: 'a header X-RateLimit-Reset', got, exchanges: [exchange] }
    yield { clause: 'rate.reset-header', finding }
  },
})

/** A gateway may have a limit, too: its answer is told by what it lacks. */
const isItsOwn = (exchange: Exchange, { kinds }: Session): boolean =>
  kinds.learned('rate-limited')?.status === exchange.response.status &&
  typeof member(exchange, 'retry_after') === 'number' &&
  [member(exchange, 'error'), member(exchange, 'message')].every((text) => typeof text === 'string')
