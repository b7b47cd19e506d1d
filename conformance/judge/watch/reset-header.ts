import { member } from '../../server/client/exchange.ts'
import { watcher } from '../check.ts'

/** rate.reset-header: the service's own answer beyond the limit says when the window ends, however near that is. */
export const resetHeader = watcher(['rate.reset-header'], {
  name: 'each answer beyond the rate limit says when its window ends',
  *watch(exchange, { client }) {
    const isItsOwn = client.isRateLimited(exchange) && typeof member(exchange, 'retry_after') === 'number'
    if (exchange.key !== 'rate_limited' || !isItsOwn) return
    const isTold = Boolean(exchange.response.headers['x-ratelimit-reset'])
    const got = JSON.stringify(exchange.response.headers)
    const finding = isTold ? null : { expected: 'a header X-RateLimit-Reset', got, exchanges: [exchange] }
    yield { clause: 'rate.reset-header', finding }
  },
})
