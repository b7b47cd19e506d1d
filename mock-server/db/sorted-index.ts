import type { Steps } from '../../scenarios/steps.ts'
import type { Index, Key } from './key.ts'
import { placeIn, sortedInSteps } from '../../scenarios/sorted-steps.ts'

/**
 * The documents of a table in order; an array, so that any page of it is a slice. Adding at the end is O(1),
 * elsewhere O(log n) and a move of what follows. Made by `Table.sorted`.
 */
export class SortedIndex<T> implements Index<T> {
  readonly #compare: (a: T, b: T) => number
  #documents: T[]

  constructor(compare: (a: T, b: T) => number, documents: Iterable<T> = []) {
    this.#compare = compare
    this.#documents = [...documents].toSorted(compare)
  }

  /** Takes in, in steps, what was there before it; nothing may be in it yet. */
  *takeAll(documents: readonly T[]): Steps<void> {
    this.#documents = yield* sortedInSteps(documents, this.#compare)
  }

  get size(): number {
    return this.#documents.length
  }

  /** In order, lazily: for a listing that filters. Not to be changed meanwhile. */
  forwards(): IterableIterator<T> {
    return this.#documents.values()
  }

  /** Up to `limit` documents in order, after the first `offset`. */
  page(offset: number, limit: number): T[] {
    return this.#documents.slice(offset, offset + limit)
  }

  /** Up to `limit` documents from the end backwards, after the last `offset`: newest first. */
  pageFromEnd(offset: number, limit: number): T[] {
    const end = Math.max(this.#documents.length - offset, 0)
    return this.#documents.slice(Math.max(end - limit, 0), end).toReversed()
  }

  /** How many documents stand before the first for which `holds`, which must hold for all that follow it too. */
  place(holds: (document: T) => boolean): number {
    return placeIn(this.#documents, holds)
  }

  update(_key: Key, before: T | undefined, after: T | undefined): void {
    if (before === undefined) {
      if (after !== undefined) this.#add(after)
    } else if (after === undefined) this.#documents.splice(this.#find(before), 1)
    else this.#replace(before, after)
  }

  #replace(before: T, after: T): void {
    const at = this.#find(before)
    if (this.#compare(before, after) === 0) this.#documents[at] = after
    else {
      this.#documents.splice(at, 1)
      this.#add(after)
    }
  }

  #add(document: T): void {
    const last = this.#documents.at(-1)
    if (last === undefined || this.#compare(last, document) <= 0) this.#documents.push(document)
    else
      this.#documents.splice(
        placeIn(this.#documents, (other) => this.#compare(other, document) > 0),
        0,
        document,
      )
  }

  #find(document: T): number {
    const start = placeIn(this.#documents, (other) => this.#compare(other, document) >= 0)
    const at = this.#documents.indexOf(document, start)
    if (at < 0) throw new Error('A document was changed in place: it is no longer where it was sorted in')
    return at
  }
}
