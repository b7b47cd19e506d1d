import type { Index, Key } from './key.ts'

/** A document that says what it is filed under. */
interface Identified {
  readonly id: Key
}

/** The documents of a table by a value computed from them, as `Map` compares values; one for which it is undefined is left out. */
export class HashIndex<T extends Identified, V> implements Index<T> {
  readonly #valueOf: (document: T) => V | undefined
  /** Most values of an index have one document, which stands there itself: a map of one takes ten times as much. */
  readonly #groups = new Map<V, T | Map<Key, T>>()

  constructor(valueOf: (document: T) => V | undefined, documents: Iterable<[Key, T]> = []) {
    this.#valueOf = valueOf
    for (const [key, document] of documents) this.update(key, undefined, document)
  }

  /** The one document with this value; of several, the one that has had it longest. */
  first(value: V): T | undefined {
    const group = this.#groups.get(value)
    return group instanceof Map ? group.values().next().value : group
  }

  /** All documents with this value, the one that has had it longest first. */
  all(value: V): T[] {
    const group = this.#groups.get(value)
    if (group instanceof Map) return [...group.values()]
    return group ? [group] : []
  }

  count(value: V): number {
    const group = this.#groups.get(value)
    if (group instanceof Map) return group.size
    return group ? 1 : 0
  }

  update(key: Key, before: T | undefined, after: T | undefined): void {
    const from = before === undefined ? undefined : this.#valueOf(before)
    const to = after === undefined ? undefined : this.#valueOf(after)
    if (from !== undefined && from !== to) this.#remove(from, key)
    if (to !== undefined && after !== undefined) this.#put(to, key, after)
  }

  #put(value: V, key: Key, document: T): void {
    const group = this.#groups.get(value)
    if (group instanceof Map) group.set(key, document)
    else if (group === undefined || group.id === key) this.#groups.set(value, document)
    else this.#groups.set(value, new Map<Key, T>([[group.id, group]]).set(key, document))
  }

  #remove(value: V, key: Key): void {
    const group = this.#groups.get(value)
    if (group instanceof Map) {
      group.delete(key)
      if (group.size === 0) this.#groups.delete(value)
    } else if (group?.id === key) this.#groups.delete(value)
  }
}
