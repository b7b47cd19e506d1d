/** Requests that start together, and who waits for that. */
interface Burst {
  size: number
  /** What more waits for goes first. */
  urgency: number
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
  /** The writes of this tick, by how urgent they are. */
  readonly #writes = new Map<number, (() => void)[]>()

  constructor(most: number) {
    this.#most = most
  }

  /** Waits for a turn, which `leave` ends; of those who wait the most urgent goes first. */
  enter(isWrite: boolean, urgency = Infinity): Promise<void> {
    return new Promise((start) =>
      isWrite ? this.#together(start, urgency) : this.#wait({ size: 1, urgency, start }),
    )
  }

  leave(): void {
    this.#taken--
    this.#next()
  }

  #together(start: () => void, urgency: number): void {
    const writes = this.#writes.get(urgency)
    if (writes) return void writes.push(start)
    const all = [start]
    this.#writes.set(urgency, all)
    setImmediate(() => {
      this.#writes.delete(urgency)
      for (let at = 0; at < all.length; at += this.#most)
        this.#waitAll(all.slice(at, at + this.#most), urgency)
    })
  }

  /** A race goes first: else it waits for room that others take, and leaves some of it to nobody. */
  #waitAll(starts: readonly (() => void)[], urgency: number): void {
    const size = starts.length
    this.#wait({
      size,
      urgency: size > 1 ? Infinity : urgency,
      start: () => starts.forEach((start) => start()),
    })
  }

  #wait(burst: Burst): void {
    const at = this.#queue.findIndex(({ urgency }) => urgency < burst.urgency)
    this.#queue.splice(at < 0 ? this.#queue.length : at, 0, burst)
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
