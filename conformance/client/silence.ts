/** So often in a row patience may end before a server is given up. */
const MOST = 3

/** How often in a row requests were given up; those that were under way at once count as one. */
export class Silence {
  #times = 0
  #last = Number.NEGATIVE_INFINITY

  get isFinal(): boolean {
    return this.#times >= MOST
  }

  /** @param since when the request was sent, by `performance.now()` */
  lasted(since: number): void {
    if (since < this.#last) return
    this.#last = performance.now()
    this.#times++
  }

  ended(): void {
    this.#times = 0
  }
}
