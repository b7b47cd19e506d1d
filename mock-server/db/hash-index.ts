import type { Index, Key } from './key.ts'

/** The documents of a table by a value computed from them, as `Map` compares values. Made by `Table.index`. */
export class HashIndex<T, V> implements Index<T> {
  readonly #valueOf: (document: T) => V | undefined
  readonly #groups = new Map<V, Map<Key, T>>()

  constructor(valueOf: (document: T) => V | undefined, documents: Iterable<[Key, T]>) {
    this.#valueOf = valueOf
    for (const [key, document] of documents) this.update(key, undefined, document)
  }

  /** The one document with this value; of several, the one that has had it longest. */
  first(value: V): T | undefined {
    return this.#groups.get(value)?.values().next().value
  }

  /** All documents with this value, the one that has had it longest first. */
  all(value: V): T[] {
    return [...(this.#groups.get(value)?.values() ?? [])]
  }

  count(value: V): number {
    return this.#groups.get(value)?.size ?? 0
  }

  update(key: Key, before: T | undefined, after: T | undefined): void {
    const from = before === undefined ? undefined : this.#valueOf(before)
    const to = after === undefined ? undefined : this.#valueOf(after)
    if (from !== undefined && from !== to) this.#remove(from, key)
    if (to !== undefined && after !== undefined) this.#put(to, key, after)
  }

  #put(value: V, key: Key, document: T): void {
    const group = this.#groups.get(value)
    if (group === undefined) this.#groups.set(value, new Map([[key, document]]))
    else group.set(key, document)
  }

  #remove(value: V, key: Key): void {
    const group = this.#groups.get(value)
    group?.delete(key)
    if (group?.size === 0) this.#groups.delete(value)
  }
}
