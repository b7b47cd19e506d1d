import type { HttpAnswer } from '../exchange.ts'
import type { Store } from '../store/store.ts'
import type { SeenOutcome } from './entry.ts'

interface Wait {
  /** Until when, in milliseconds since 1970 on the store's clock. */
  until: number
  /** When the client had been told, by `performance.now()`: what it sent before ignores nothing. */
  told: number
}

const waits = new WeakMap<Store, Wait>()

/** How long an answer tells its client to wait, in milliseconds; null where it tells nothing. */
export function waitIn(outcome: SeenOutcome, { status, headers, body }: HttpAnswer): number | null {
  if (outcome !== 'rate-limited' && status !== 429) return null
  const seconds = headers['retry-after'] ?? ''
  if (!/^\d{1,9}$/.test(seconds)) return null
  // Retry-After is rounded up to whole seconds. A dialect may give the exact milliseconds in the body.
  const milliseconds = Number(/"retry_after":(\d+)/.exec(String(body))?.[1] ?? 0)
  const wait = Number(seconds) * 1000
  return milliseconds > Number(seconds) ? Math.min(milliseconds, wait) : wait
}

/** Notes that whoever has the key of a store was told to wait. */
export const tellWait = (store: Store, wait: Wait): void => void waits.set(store, wait)

/**
 * Tolerated earliness. The clocks of client and store differ, and a client whose event loop was blocked starts its
 * timer in the past. On a busy machine a client that waited came 76 ms early.
 */
const TOLERANCE_MS = 250

/**
 * Milliseconds of a wait that were left when a request came; null where none was.
 * @param at when, on the store's clock
 * @param begun the same by `performance.now()`
 */
export function ignoredWait(store: Store, at: number, begun: number): number | null {
  const wait = waits.get(store)
  const left = wait && begun > wait.told ? wait.until - at : 0
  return left > TOLERANCE_MS ? left : null
}
