import type { Dialect } from '../../../schemas/dialect.ts'
import { member, type Exchange } from './exchange.ts'
import { resetFormat, resetOf } from './reset.ts'

type Unit = Dialect['rate.retry_after_unit']

/** A refusal may be so close to its window's end that what is told is rounded up. */
const LEAST_MS = 500

/** In which unit retry_after says what X-RateLimit-Reset says too; null where they agree in none. */
export function retryAfterUnit(exchange: Exchange): Unit | null {
  const told = member(exchange, 'retry_after')
  const end = resetOf(exchange)
  if (typeof told !== 'number' || told <= 0 || end === null) return null
  const left_ms = Math.max(LEAST_MS, end.to - exchange.started_at)
  const apart = (ms: number) => Math.abs(Math.log(ms / left_ms))
  if (Math.min(apart(told), apart(told * 1000)) > Math.log(10)) return null
  return apart(told) < apart(told * 1000) ? 'milliseconds' : 'seconds'
}

/**
 * Whether the reset header tells by a point in time, as a header of seconds left may be of milliseconds itself, that
 * retry_after is of seconds.
 */
export function tellsSeconds(exchange: Exchange): boolean {
  const header = exchange.response.headers['x-ratelimit-reset'] ?? ''
  return resetFormat(header) !== 'seconds_left' && retryAfterUnit(exchange) === 'seconds'
}
