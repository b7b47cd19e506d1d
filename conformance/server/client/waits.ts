import type { SentRequest } from './exchange.ts'

/** A request that has no answer yet is told of after so long, and again after as long. */
const TOLD_AFTER_MS = 10_000

/** Request without an answer so far. */
export interface Waiting {
  method: string
  url: string
  waited_ms: number
  /** Milliseconds until the run gives the request up. */
  left_ms: number
}

/** The time in which answers are awaited, and who is told that it takes long. */
export class Waits {
  /** Milliseconds, those of simultaneous requests counted once. */
  waited_ms = 0
  underWay = 0
  #since = 0
  #told_at = Number.NEGATIVE_INFINITY
  readonly #patience_ms: number
  readonly #tell: ((waiting: Waiting) => void) | undefined

  constructor(patience_ms: number, tell?: (waiting: Waiting) => void) {
    this.#patience_ms = patience_ms
    this.#tell = tell
  }

  async during<T>(request: SentRequest, answer: () => Promise<T>): Promise<T> {
    const start = performance.now()
    if (this.underWay++ === 0) this.#since = start
    const telling = setInterval(() => this.#tellOf(request, start), TOLD_AFTER_MS).unref()
    try {
      return await answer()
    } finally {
      clearInterval(telling)
      if (--this.underWay === 0) this.waited_ms += performance.now() - this.#since
    }
  }

  /** Of requests that are under way at once, one is told of. */
  #tellOf({ method, url }: SentRequest, start: number): void {
    const now = performance.now()
    if (now - this.#told_at < TOLD_AFTER_MS / 2) return
    this.#told_at = now
    const waited_ms = now - start
    this.#tell?.({ method, url, waited_ms, left_ms: this.#patience_ms - waited_ms })
  }
}
