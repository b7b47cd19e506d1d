/** Counts by name. */
export class Tally {
  readonly #counts = new Map<string, number>()

  add(name: string, count = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + count)
  }

  /** The counts as an object, the largest first. */
  entries(): Record<string, number> {
    return Object.fromEntries([...this.#counts].toSorted(([, a], [, b]) => b - a))
  }
}
