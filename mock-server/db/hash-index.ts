import type { Index, Key } from './key.ts'

/** The one document with a value; most values of an index have one, for which a map takes ten times as much. */
class Only<T> {
  readonly key: Key
  readonly document: T

  constructor(key: Key, document: T) {
    this.key = key
    this.document = document
  }
}

/** The documents of a table by a value computed from them, as `Map` compares values. Made by `Table.index`. */
export class HashIndex<T, V> implements Index<T> {
  readonly #valueOf: (document: T) => V | undefined
  readonly #groups = new Map<V, Only<T> | Map<Key, T>>()

  constructor(valueOf: (document: T) => V | undefined, documents: Iterable<[Key, T]> = []) {
    this.#valueOf = valueOf
    for (const [key, document] of documents) this.update(key, undefined, document)
  }

  /** The one document with this value; of several, the one that has had it longest. */
  first(value: V): T | undefined {
    const group = this.#groups.get(value)
    return group instanceof Only ? group.document : group?.values().next().value
  }

  /** All documents with this value, the one that has had it longest first. */
  all(value: V): T[] {
    const group = this.#groups.get(value)
    if (group instanceof Only) return [group.document]
    return group ? [...group.values()] : []
  }

  count(value: V): number {
    const group = this.#groups.get(value)
    return group instanceof Only ? 1 : (group?.size ?? 0)
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
    else if (group === undefined || group.key === key) this.#groups.set(value, new Only(key, document))
    else this.#groups.set(value, new Map([[group.key, group.document]]).set(key, document))
  }

  #remove(value: V, key: Key): void {
    const group = this.#groups.get(value)
    if (group instanceof Map) {
      group.delete(key)
      if (group.size === 0) this.#groups.delete(value)
    } else if (group?.key === key) this.#groups.delete(value)
  }
}
