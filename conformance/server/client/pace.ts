import { setTimeout as sleep } from 'node:timers/promises'

/** A request in ten seconds is as slow as it gets. */
const LONGEST_GAP_MS = 10_000

/** Spaces requests so that no more than `max_rps` start in a second, and learns what the server can bear. */
export class Pace {
  /** Between any two, and between two that are to be answered. */
  readonly #least_ms: number
  #gap_ms: number
  #nextOfAll = 0
  #next = 0
  /** Since when, and how often, requests were started without being refused. */
  #since = Date.now()
  #started = 0

  /** @param max_rps requests a second; Infinity for no limit */
  constructor(max_rps: number) {
    this.#least_ms = this.#gap_ms = 1000 / max_rps
  }

  /** Milliseconds between two requests, as the server bears them. */
  get gap_ms(): number {
    return this.#gap_ms
  }

  /** @param isPatient false for a request that may be refused for being one too many */
  async turn(signal: AbortSignal, isPatient = true): Promise<void> {
    if (isPatient) this.#started++
    if (this.#gap_ms === 0) return
    const now = Date.now()
    const start = Math.max(now, this.#nextOfAll, isPatient ? this.#next : 0)
    this.#nextOfAll = start + this.#least_ms
    if (isPatient) this.#next = start + this.#gap_ms
    if (start > now) await sleep(start - now, undefined, { signal })
  }

  /**
   * The server refused for being asked too often and wants a pause: from its end on a little slower than it went
   * on average, the pause included. Refusals of simultaneous requests count as one.
   */
  slowDown(pause_ms: number): void {
    const now = Date.now()
    if (now < this.#since) return
    const average_ms = (now - this.#since + pause_ms) / this.#started
    this.#gap_ms = Math.min(LONGEST_GAP_MS, Math.max(this.#gap_ms, average_ms * 1.1))
    this.#since = now + pause_ms
    this.#started = 0
  }
}
