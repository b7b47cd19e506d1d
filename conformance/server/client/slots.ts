/** Requests that start together, and who waits for that. */
interface Burst {
  size: number
  start(): void
}

/**
 * So many requests are under way at once. Writes that one tick of the run begins are a race, which must really
 * overlap: they start together, as soon as there is room for all of them.
 */
export class Slots {
  readonly #most: number
  readonly #queue: Burst[] = []
  #taken = 0
  /** The writes of this tick. */
  #writes: (() => void)[] = []

  constructor(most: number) {
    this.#most = most
  }

  /** Waits for a turn, which `leave` ends. */
  enter(isWrite: boolean): Promise<void> {
    return new Promise((start) => (isWrite ? this.#together(start) : this.#wait({ size: 1, start })))
  }

  leave(): void {
    this.#taken--
    this.#next()
  }

  #together(start: () => void): void {
    if (this.#writes.push(start) > 1) return
    setImmediate(() => {
      const writes = this.#writes
      this.#writes = []
      for (let at = 0; at < writes.length; at += this.#most) this.#waitAll(writes.slice(at, at + this.#most))
    })
  }

  #waitAll(starts: readonly (() => void)[]): void {
    this.#wait({ size: starts.length, start: () => starts.forEach((start) => start()) })
  }

  #wait(burst: Burst): void {
    this.#queue.push(burst)
    this.#next()
  }

  #next(): void {
    for (let [first] = this.#queue; first && this.#taken + first.size <= this.#most; [first] = this.#queue) {
      this.#queue.shift()
      this.#taken += first.size
      first.start()
    }
  }
}
