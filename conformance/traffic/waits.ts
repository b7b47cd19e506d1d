import { isObject, type Exchange } from '../server/client/exchange.ts'
import { isRateLimited } from '../server/client/rate-limit.ts'
import { valuesOf, type Recorded } from './recorded.ts'

/**
 * Tolerated earliness. The client's clock differs from ours, and the client has an answer before we note it. A client
 * whose event loop was blocked starts its timer in the past.
 */
const TOLERANCE_MS = 250

/** Keys of which waits are remembered. */
const MOST = 200

interface Wait {
  /** When the client had been told, and until when, in milliseconds since 1970. */
  readonly told: number
  readonly until: number
}

/** Which clients were told to wait, by the keys that they send (specification §8). */
export class Waits {
  readonly #waits = new Map<string, Wait>()

  /** How much too early a request came, in milliseconds; null where it did not. What was sent before ignores nothing. */
  early({ headers, started_at }: Recorded): number | null {
    const wait = this.#waits.size > 0 && this.#waits.get(keyIn(headers))
    if (!wait || started_at <= wait.told) return null
    const left = wait.until - started_at
    return left > TOLERANCE_MS ? left : null
  }

  /** An answer may tell its client to wait. */
  see(exchange: Exchange, { headers }: Recorded): void {
    const wait = isRateLimited(exchange) ? waitIn(exchange) : null
    if (wait === null) return
    const told = exchange.started_at + exchange.ms
    if (this.#waits.size >= MOST) this.#waits.clear()
    this.#waits.set(keyIn(headers), { told, until: told + wait })
  }
}

const keyIn = (headers: readonly string[]): string => valuesOf(headers, 'x-auth-token').join().trim()

/** How long an answer tells its client to wait, in milliseconds, as it is read most kindly; null where it tells nothing. */
function waitIn({ response: { headers, json } }: Exchange): number | null {
  const seconds = headers['retry-after'] ?? ''
  const told = isObject(json) ? json['retry_after'] : undefined
  const waits = [
    ...(/^\d{1,9}$/.test(seconds) ? [Number(seconds) * 1000] : []),
    // The unit is open (question rate.retry_after_unit): so many seconds are hardly meant.
    ...(typeof told === 'number' && told >= 0 ? [told >= 300 ? told : told * 1000] : []),
  ]
  return waits.length === 0 ? null : Math.min(...waits)
}
