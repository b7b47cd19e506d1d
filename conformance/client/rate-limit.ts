import { isObject, type Exchange } from './exchange.ts'

/** Whether an answer is the rate-limited error by what it carries: retry_after or the reset header, on an error status. */
export function isRateLimited({ response }: Exchange): boolean {
  if (response.status < 400) return false
  if (response.status === 429) return true
  return isObject(response.json) && 'retry_after' in response.json
}

/**
 * Milliseconds to wait before a rate-limited request is sent again; null where that is longer than patience.
 * The unit of retry_after is open: the shortest sensible reading comes first, a repeated refusal waits longer.
 */
export function rateLimitWait(exchange: Exchange, attempt: number, patience_ms: number): number | null {
  if (attempt > 8) return null
  const wait = Math.max(retryAfterMs(exchange, attempt), 250 * attempt)
  return wait <= patience_ms ? wait : null
}

/** retry_after as milliseconds: large numbers can only be milliseconds, small ones are read as seconds. */
function retryAfterMs({ response }: Exchange, attempt: number): number {
  const told = isObject(response.json) ? Number(response.json['retry_after']) : Number.NaN
  if (!Number.isFinite(told) || told < 0) return 1000 * attempt
  return told >= 300 ? told + 50 : told * 1000 + 50
}
