import type { Index, Key } from './key.ts'

/**
 * How many documents of a table have a value computed from them, as `Map` compares values; a document for which it is
 * undefined is left out. Where nobody asks which they are, this takes no place for each of them.
 */
export class CountIndex<T, V> implements Index<T> {
  readonly #valueOf: (document: T) => V | undefined
  readonly #counts = new Map<V, number>()

  constructor(valueOf: (document: T) => V | undefined) {
    this.#valueOf = valueOf
  }

  count(value: V): number {
    return this.#counts.get(value) ?? 0
  }

  update(_key: Key, before: T | undefined, after: T | undefined): void {
    const from = before === undefined ? undefined : this.#valueOf(before)
    const to = after === undefined ? undefined : this.#valueOf(after)
    if (from === to) return
    if (from !== undefined) this.#add(from, -1)
    if (to !== undefined) this.#add(to, 1)
  }

  #add(value: V, more: number): void {
    const count = this.count(value) + more
    if (count === 0) this.#counts.delete(value)
    else this.#counts.set(value, count)
  }
}
