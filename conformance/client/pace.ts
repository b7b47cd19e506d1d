import { setTimeout as sleep } from 'node:timers/promises'

/** Spaces requests so that no more than `max_rps` start in a second; slows down when told. */
export class Pace {
  #gap_ms: number
  #next = 0

  /** @param max_rps requests a second; Infinity for no limit */
  constructor(max_rps: number) {
    this.#gap_ms = 1000 / max_rps
  }

  async turn(signal: AbortSignal): Promise<void> {
    if (this.#gap_ms === 0) return
    const now = Date.now()
    const start = Math.max(now, this.#next)
    this.#next = start + this.#gap_ms
    if (start > now) await sleep(start - now, undefined, { signal })
  }

  /** The server said that it is too fast: from now on half as fast, between ten requests and one in a second. */
  slowDown(): void {
    this.#gap_ms = Math.min(1000, Math.max(100, this.#gap_ms * 2))
  }
}
