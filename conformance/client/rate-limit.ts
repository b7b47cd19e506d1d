import { isObject, type Exchange } from './exchange.ts'

/** Whether an answer is the rate-limited error by what it carries: retry_after or the reset header, on an error status. */
export function isRateLimited({ response }: Exchange): boolean {
  if (response.status < 400) return false
  if (response.status === 429) return true
  return isObject(response.json) && 'retry_after' in response.json
}

/** The judged store's rate limit is spent for longer than the target is patient: nothing more can be asked of it now. */
export class LimitSpent extends Error {}

const MOST_ATTEMPTS = 8

/**
 * Milliseconds to wait before a rate-limited request is sent again. The unit of retry_after is open: the shortest
 * sensible reading comes first, a repeated refusal waits longer.
 * @throws {LimitSpent} when that is longer than patience
 */
export function rateLimitWait(limited: Exchange, attempt: number, patience_ms: number): number {
  const wait = Math.max(retryAfterMs(limited, attempt), 250 * attempt)
  if (attempt <= MOST_ATTEMPTS && wait <= patience_ms) return wait
  throw new LimitSpent('the rate limit of the store is spent, for longer than patience_seconds')
}

/** retry_after as milliseconds: large numbers can only be milliseconds, small ones are read as seconds. */
function retryAfterMs({ response }: Exchange, attempt: number): number {
  const told = isObject(response.json) ? Number(response.json['retry_after']) : Number.NaN
  if (!Number.isFinite(told) || told < 0) return 1000 * attempt
  return told >= 300 ? told + 50 : told * 1000 + 50
}
