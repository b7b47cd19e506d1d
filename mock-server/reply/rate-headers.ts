import type { Dialect } from '../../schemas/dialect.ts'
import type { Exchange } from '../exchange.ts'
import type { Wait } from './error-body.ts'

const RESETS: Record<Dialect['rate.reset_format'], (at: number, now: number) => string> = {
  unix_seconds: (at) => String(Math.ceil(at / 1000)),
  unix_milliseconds: (at) => String(Math.ceil(at)),
  seconds_left: (at, now) => String(Math.ceil((at - now) / 1000)),
  // A date of whole seconds must not lie before the end of the window.
  http_date: (at) => new Date(Math.ceil(at / 1000) * 1000).toUTCString(),
  iso_8601: (at) => new Date(Math.ceil(at)).toISOString(),
}

/** The headers that tell where a store stands in its rate limit; none where no store is known. */
export function rateHeaders({ rate, dialect, world }: Exchange): Record<string, string> {
  if (!rate) return {}
  return {
    'x-ratelimit-limit': String(rate.limit),
    'x-ratelimit-remaining': String(rate.remaining),
    'x-ratelimit-reset': RESETS[dialect['rate.reset_format']](rate.reset_at, world.now()),
  }
}

/** The headers of the rate-limited answer. */
export const retryHeaders = (exchange: Exchange): Record<string, string> => ({
  ...rateHeaders(exchange),
  'retry-after': String(Math.ceil(millisecondsLeft(exchange) / 1000)),
})

/** How long to wait for the next window, in the dialect's unit. */
export function waitOf(exchange: Exchange): Wait {
  const left = millisecondsLeft(exchange)
  const seconds = Math.ceil(left / 1000)
  const retry_after = { seconds, milliseconds: left }[exchange.dialect['rate.retry_after_unit']]
  return { retry_after, message: `Retry in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.` }
}

/** Until the next window, at least a second: whoever waits so long is served. */
const millisecondsLeft = ({ rate, world }: Exchange): number =>
  Math.max(1000, Math.ceil((rate?.reset_at ?? 0) - world.now()))
