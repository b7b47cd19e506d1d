import type { Steps } from '../../scenarios/steps.ts'
import type { Index, Key } from '../db/key.ts'
import type { SortedIndex } from '../db/sorted-index.ts'
import type { Table } from '../db/table.ts'
import type { Listed } from './order.ts'
import { Slices } from '../slices.ts'

/** Tables with more records than this are taken in a slice at a time. */
export const LARGE = 500

/**
 * An index that is made when it is first needed: of a large table a slice at a time, so that nobody who does not need
 * it waits. What is changed meanwhile it is told when it has all that was there before.
 */
export class GradualIndex<T extends Listed, I extends Index<T>> {
  readonly #table: Table<T, number>
  readonly #records: SortedIndex<T>
  readonly #make: () => I
  #begun: { readonly index: I; readonly slices: Slices } | undefined

  /** @param records those of the table, the oldest first */
  constructor(table: Table<T, number>, records: SortedIndex<T>, make: () => I) {
    this.#table = table
    this.#records = records
    this.#make = make
  }

  /** The index with all records in it: what it does not have yet it gets now. */
  get whole(): I {
    const { index, slices } = this.#begin()
    slices.finish()
    return index
  }

  /** Makes it, a step at a time, where it takes time; others may do steps of it meanwhile. */
  *steps(): Steps<void> {
    if (this.#table.size <= LARGE) return
    const { slices } = this.#begin()
    while (slices.next().done !== true) yield
  }

  /** Resolves when all records are in it; undefined where that takes no time. */
  prepare(): Promise<void> | undefined {
    return this.#begun || this.#table.size > LARGE ? this.#begin().slices.run() : undefined
  }

  #begin() {
    this.#begun ??= this.#start()
    return this.#begun
  }

  #start() {
    const index = this.#make()
    return { index, slices: new Slices(takenIn(index, this.#table, () => inOrder(this.#records))) }
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
  for (const record of records()) {
    index.update(record.id, undefined, record)
    yield
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
  #missed: (readonly [Key, T | undefined, T | undefined])[] | null = []

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
