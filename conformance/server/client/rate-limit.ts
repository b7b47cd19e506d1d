import { isObject, type Exchange } from './exchange.ts'
import { Unreachable } from './obstacles.ts'

/** Whether an answer is the rate-limited error by what it carries: retry_after or the reset header, on an error status. */
export function isRateLimited({ response }: Exchange): boolean {
  if (response.status < 400) return false
  if (response.status === 429) return true
  return isObject(response.json) && (response.json['retry_after'] ?? null) !== null
}

/** The store's rate limit is spent for longer than the target is patient: nothing more can be asked of it now. */
export class LimitSpent extends Unreachable {}

/** The waiting of one request that is refused for being one too many. */
export class RateLimitWait {
  readonly #patience_ms: number
  #left_ms: number
  #attempt = 0

  constructor(patience_ms: number) {
    this.#patience_ms = patience_ms
    this.#left_ms = patience_ms
  }

  /**
   * Milliseconds to wait before the request is sent again. The unit of retry_after is open: the shortest sensible
   * reading comes first, a repeated refusal waits longer.
   * @throws {LimitSpent} when all waits together are longer than patience
   */
  next(limited: Exchange): number {
    this.#attempt++
    const wait = Math.max(retryAfterMs(limited, this.#attempt), 250 * this.#attempt)
    this.#left_ms -= wait
    if (this.#left_ms >= 0) return wait
    throw new LimitSpent(
      `the rate limit of the store is spent for longer than ${this.#patience_ms / 1000} s (patience_seconds of the target)`,
    )
  }
}

/** More seconds than this no client is told to wait. */
const MANY = 300

/**
 * retry_after as milliseconds: large numbers can only be milliseconds, others are seconds where two tries are refused too: others may
 * have spent the next window before the first.
 */
function retryAfterMs({ response }: Exchange, attempt: number): number {
  const told = isObject(response.json) ? Number(response.json['retry_after']) : Number.NaN
  if (!Number.isFinite(told) || told < 0) return 1000 * attempt
  const isMilliseconds = told >= MANY || attempt <= 2
  return (isMilliseconds ? told : told * 1000) + 50
}
