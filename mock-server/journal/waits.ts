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
export function waitIn(outcome: SeenOutcome, { status, headers }: HttpAnswer): number | null {
  if (outcome !== 'rate-limited' && status !== 429) return null
  const seconds = headers['retry-after'] ?? ''
  return /^\d{1,9}$/.test(seconds) ? Number(seconds) * 1000 : null
}

/** Notes that whoever has the key of a store was told to wait. */
export const tellWait = (store: Store, wait: Wait): void => void waits.set(store, wait)

/** A client's clock is not the store's, timers may be early, and a busy machine notes an answer long after its client has it. */
const NOT_TOLD_MS = 50

/**
 * Milliseconds of a wait that were left when a request came; null where none was.
 * @param at when, on the store's clock
 * @param begun the same by `performance.now()`
 */
export function ignoredWait(store: Store, at: number, begun: number): number | null {
  const wait = waits.get(store)
  const left = wait && begun > wait.told ? wait.until - at : 0
  return left > NOT_TOLD_MS ? left : null
}
