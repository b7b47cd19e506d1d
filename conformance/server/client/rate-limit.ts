import { isObject, type Exchange } from './exchange.ts'
import { Unreachable } from './obstacles.ts'
import { resetOf } from './reset.ts'
import { tellsSeconds } from './retry-after.ts'

/** Whether an answer is the rate-limited error by what it carries: retry_after or the reset header, on an error status. */
export function isRateLimited({ response }: Exchange): boolean {
  if (response.status < 400) return false
  if (response.status === 429) return true
  return isObject(response.json) && (response.json['retry_after'] ?? null) !== null
}

/** Which answers tell of a limit: retry_after does, unless it stands in answers to keys that no store owns, too. */
export class Limits {
  #isToldByStatusAlone = false

  /** An answer that nothing but its key refused, as far as is known. */
  note(exchange: Exchange): void {
    const isNobodys = exchange.key === 'none' || exchange.key === 'bad'
    const isOfItsKey = exchange.response.status !== 429 && exchange.response.status < 500
    this.#isToldByStatusAlone ||= isNobodys && isOfItsKey && isRateLimited(exchange)
  }

  isMet(exchange: Exchange): boolean {
    return this.#isToldByStatusAlone ? exchange.response.status === 429 : isRateLimited(exchange)
  }
}

/** The store's rate limit is spent for longer than the target is patient: nothing more can be asked of it now. */
export class LimitSpent extends Unreachable {
  /** Until when it lasts, in milliseconds from now. */
  readonly wait_ms: number

  constructor(message: string, wait_ms: number) {
    super(message)
    this.wait_ms = wait_ms
  }
}

const LONGEST_GUESS_MS = 5000

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
   * Milliseconds to wait before the request is sent again. The unit of retry_after is open: where nothing tells it, the
   * shortest sensible reading comes first, and a repeated refusal waits longer.
   * @throws {LimitSpent} when all waits together are longer than patience
   */
  next(limited: Exchange): number {
    this.#attempt++
    const wait = Math.max(this.#told(limited), 250 * this.#attempt)
    this.#left_ms -= wait
    if (this.#left_ms >= 0) return wait
    throw new LimitSpent(
      `the rate limit of the store is spent for longer than ${this.#patience_ms / 1000} s (patience_seconds of the target)`,
      wait,
    )
  }

  /**
   * retry_after as milliseconds: large numbers can only be milliseconds, others are seconds where the reset header says so
   * within patience, or two tries are refused too: others may have spent the next window before the first.
   */
  #told(limited: Exchange): number {
    const announced = announcedWait(limited)
    if (announced !== null) return announced + 50
    const told = retryAfterOf(limited)
    if (told === null)
      return untilReset(limited) ?? Math.min(LONGEST_GUESS_MS, 250 * 2 ** (this.#attempt - 1))
    const isTold = told * 1000 <= this.#left_ms && tellsSeconds(limited)
    const isSeconds = told < MANY && (isTold || this.#attempt > 2)
    return (isSeconds ? told * 1000 : told) + 50
  }
}

/** More seconds than this no client is told to wait. */
const MANY = 300

/** Milliseconds that the header Retry-After demands: HTTP has it in seconds, or as a date. */
function announcedWait({ response, started_at, ms }: Exchange): number | null {
  const header = response.headers['retry-after'] ?? ''
  if (/^\d+$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - started_at - ms)
}

/** Milliseconds until the window ends, by X-RateLimit-Reset; null where that is past or not soon. */
function untilReset(limited: Exchange): number | null {
  const end = resetOf(limited)
  const left_ms = end === null ? 0 : end.to - limited.started_at - limited.ms
  return left_ms > 0 && left_ms <= MANY * 1000 ? left_ms + 50 : null
}

function retryAfterOf({ response }: Exchange): number | null {
  const told = isObject(response.json) ? Number(response.json['retry_after']) : Number.NaN
  return Number.isFinite(told) && told >= 0 ? told : null
}
