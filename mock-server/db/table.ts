import type { Index, Key } from './key.ts'
import { SortedIndex } from './sorted-index.ts'

/**
 * A collection of documents that remembers which keys changed since the last write. Documents are plain JSON
 * (so never null or undefined) and are replaced whole: change a copy and `set` it, never the document itself.
 */
export class Table<T, K extends Key = Key> {
  #documents: ReadonlyMap<K, T>
  /** The same, to be changed; null where somebody keeps them as they are, so that the next change is made to a copy. */
  #own: Map<K, T> | null = null
  readonly #onChange: (key: K) => void
  readonly #indexes: Index<T>[] = []

  /**
   * `onChange` is told of each key before it changes; where it throws, nothing does. The map of the documents that it
   * begins with stays as it is.
   */
  constructor(documents: ReadonlyMap<K, T>, onChange: (key: K) => void) {
    this.#documents = documents
    this.#onChange = onChange
  }

  get size(): number {
    return this.#documents.size
  }

  get(key: K): T | undefined {
    return this.#documents.get(key)
  }

  has(key: K): boolean {
    return this.#documents.has(key)
  }

  set(key: K, document: T & NonNullable<unknown>): this {
    this.#onChange(key)
    const before = this.#documents.get(key)
    this.#changeable().set(key, document)
    this.#changed(key, before, document)
    return this
  }

  delete(key: K): boolean {
    if (!this.#documents.has(key)) return false
    this.#onChange(key)
    const before = this.#documents.get(key)
    this.#changeable().delete(key)
    this.#changed(key, before, undefined)
    return true
  }

  /** Puts there what was saved; null where it was deleted. It does not count as a change, and no index may exist yet. */
  load(key: K, document: T | null): void {
    if (document === null) this.#changeable().delete(key)
    else this.#changeable().set(key, document)
  }

  /** The documents as they are now. */
  get documents(): ReadonlyMap<K, T> {
    return this.#documents
  }

  /** The documents as they are now, to be kept: they do not change any more. It takes no time; the next change does. */
  keep(): ReadonlyMap<K, T> {
    this.#own = null
    return this.#documents
  }

  /** In the order in which the keys were first set. */
  keys(): IterableIterator<K> {
    return this.#documents.keys()
  }

  values(): IterableIterator<T> {
    return this.#documents.values()
  }

  entries(): IterableIterator<[K, T]> {
    return this.#documents.entries()
  }

  /** Keeps the documents in order. Where `compare` gives 0, they stand in the order in which they came. */
  sorted(compare: (a: T, b: T) => number): SortedIndex<T> {
    return this.follow(new SortedIndex(compare, this.#documents.values()))
  }

  /** Tells an index of every change from now on; what is there already is for whoever made it. */
  follow<I extends Index<T>>(index: I): I {
    this.#indexes.push(index)
    return index
  }

  #changeable(): Map<K, T> {
    if (this.#own) return this.#own
    this.#own = new Map(this.#documents)
    this.#documents = this.#own
    return this.#own
  }

  #changed(key: K, before: T | undefined, after: T | undefined): void {
    for (const index of this.#indexes) index.update(key, before, after)
  }
}
