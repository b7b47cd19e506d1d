import { FEW, type Steps } from '../../scenarios/steps.ts'
import type { Index, Key } from '../db/key.ts'
import type { SortedIndex } from '../db/sorted-index.ts'
import type { Table } from '../db/table.ts'
import type { Listed } from './order.ts'
import { Slices } from '../slices.ts'

/** Tables with more records than this are taken in a slice at a time. */
export const LARGE = 500

/** So many changes that an index was not told of do not wait until somebody asks it. */
const MOST_MISSED = 1000

/** A change as an index is told of it. */
type Missed<T> = readonly [key: Key, before: T | undefined, after: T | undefined]

/**
 * An index that is made when it is first needed: of a large table a slice at a time, so that nobody who does not need
 * it waits. From then on it is told of changes when it is next needed, so that who only writes does not wait for it either.
 */
export class GradualIndex<T extends Listed, I extends Index<T>> implements Index<T> {
  readonly #table: Table<T, number>
  readonly #records: SortedIndex<T>
  readonly #make: () => I
  #index: I | undefined
  /** What it is to be told of, in the order in which it was done. */
  #missed: Missed<T>[] = []
  /** What takes in all that it does not have; null while nobody is at it. */
  #slices: Slices | null = null

  /** @param records those of the table, the oldest first */
  constructor(table: Table<T, number>, records: SortedIndex<T>, make: () => I) {
    this.#table = table
    this.#records = records
    this.#make = make
  }

  /** The index with all records in it: what it does not have yet it gets now. */
  get whole(): I {
    const index = this.#begin()
    this.#takingIn(index).finish()
    return index
  }

  /** Makes it, a step at a time, where it takes time; others may do steps of it meanwhile. */
  *steps(): Steps<void> {
    if (this.#table.size <= LARGE) return
    const slices = this.#takingIn(this.#begin())
    while (slices.next().done !== true) yield
  }

  /** Resolves when all records are in it; undefined where that takes no time. */
  prepare(): Promise<void> | undefined {
    if (!this.#index && this.#table.size <= LARGE) return undefined
    const index = this.#begin()
    return this.#slices || this.#missed.length > LARGE ? this.#takingIn(index).run() : undefined
  }

  /** Told of a change of the table. */
  update(key: Key, before: T | undefined, after: T | undefined): void {
    this.#missed.push([key, before, after])
    if (this.#index && !this.#slices && this.#missed.length > MOST_MISSED)
      void this.#takingIn(this.#index).run()
  }

  #begin(): I {
    if (this.#index) return this.#index
    this.#index = this.#make()
    this.#table.follow(this)
    this.#takingIn(this.#index, inOrder(this.#records))
    return this.#index
  }

  #takingIn(index: I, records: readonly T[] = []): Slices {
    return (this.#slices ??= new Slices(this.#takeIn(index, records)))
  }

  *#takeIn(index: I, records: readonly T[]): Steps<void> {
    for (const record of records) {
      index.update(record.id, undefined, record)
      yield
    }
    // More may be missed meanwhile.
    for (const [key, before, after] of this.#missed) {
      index.update(key, before, after)
      yield
    }
    this.#missed = []
    this.#slices = null
  }
}

/** The records of a list. */
export const inOrder = <T>(records: SortedIndex<T>): T[] => records.page(0, records.size)

/** Has an index follow a table from its first step on, and takes in what is there then, in its order. */
export function* takenIn<T extends { readonly id: number }>(
  index: Index<T>,
  table: Table<T, number>,
  records = (): readonly T[] => [...table.values()],
): Steps<void> {
  const late = table.follow(new Late(index))
  let taken = 0
  for (const record of records()) {
    index.update(record.id, undefined, record)
    if (++taken % FEW === 0) yield
  }
  yield* late.catchUp()
}

/** The same of a sorted index, which sorts all that is there at once. */
export function* sortedIn<T>(index: SortedIndex<T>, table: Table<T, number>): Steps<void> {
  const late = table.follow(new Late(index))
  yield* index.takeAll([...table.values()])
  yield* late.catchUp()
}

/** Tells an index of changes once it has caught up with them, in the order in which they were made. */
class Late<T> implements Index<T> {
  readonly #index: Index<T>
  #missed: Missed<T>[] | null = []

  constructor(index: Index<T>) {
    this.#index = index
  }

  update(key: Key, before: T | undefined, after: T | undefined): void {
    if (this.#missed) this.#missed.push([key, before, after])
    else this.#index.update(key, before, after)
  }

  /** Steps; more may be missed meanwhile. */
  *catchUp(): Steps<void> {
    for (const [key, before, after] of this.#missed ?? []) {
      this.#index.update(key, before, after)
      yield
    }
    this.#missed = null
  }
}
