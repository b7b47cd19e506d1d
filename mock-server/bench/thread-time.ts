import { readFileSync } from 'node:fs'

const FILE = `/proc/self/task/${process.pid}/schedstat`

/** Milliseconds that the main thread has run so far, which Linux tells; undefined elsewhere. */
function ran(): number | undefined {
  try {
    return Number.parseInt(readFileSync(FILE, 'utf8'), 10) / 1e6
  } catch {
    return undefined
  }
}

/** The most that the main thread runs from one millisecond's timer to the next: waiting for a core is not in it. */
export class ThreadTime {
  most: number | undefined
  #last: number | undefined

  /** From now on, or anew. */
  watch(): void {
    if (this.#last === undefined) setInterval(() => this.#look(), 1).unref()
    this.#last = ran()
    this.most = this.#last === undefined ? undefined : 0
  }

  #look(): void {
    const now = ran()
    if (now === undefined || this.#last === undefined) return
    this.most = Math.max(this.most ?? 0, now - this.#last)
    this.#last = now
  }
}
