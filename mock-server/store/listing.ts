import type { Dialect } from '../../schemas/dialect.ts'
import type { SortedIndex } from '../db/sorted-index.ts'
import type { Table } from '../db/table.ts'
import { byAge, compareText, type Listed } from './order.ts'
import type { Selection } from './selection.ts'

/** Records of which any page can be had. */
export interface Pages<T> {
  readonly size: number
  page(offset: number, limit: number): T[]
}

/** A list in one order: a page of it costs as much as that page. */
export interface Ordered<T> extends Pages<T> {
  all(): T[]
  /** Those of the selection, in this order. */
  only(selection: Selection<T>): Pages<T>
}

/** The records of one table in each order that a listing may have; what comes at one time is ordered by id. */
export class Listing<T extends Listed> {
  readonly #table: Table<T, number>
  readonly #byAge: SortedIndex<T>
  readonly #compareNames: (a: T, b: T) => number
  #byName: SortedIndex<T> | undefined
  readonly #orders: Record<Dialect['list.order'], () => Ordered<T>> = {
    newest_first: () => backwards(this.#byAge),
    oldest_first: () => forwards(this.#byAge),
    name: () => this.#inOrderOfNames(),
    // One that the mock does not imitate gets the mock's own.
    other: () => backwards(this.#byAge),
  }

  /** @param ages keeps the records of the table, the oldest first */
  constructor(table: Table<T, number>, nameOf: (record: T) => string, ages = table.sorted(byAge)) {
    this.#table = table
    this.#compareNames = (a, b) => compareText(nameOf(a), nameOf(b)) || a.id - b.id
    this.#byAge = ages
  }

  in(order: Dialect['list.order']): Ordered<T> {
    return this.#orders[order]()
  }

  /** The oldest first; kept up to date. */
  get byAge(): SortedIndex<T> {
    return this.#byAge
  }

  #inOrderOfNames(): Ordered<T> {
    const index = (this.#byName ??= this.#table.sorted(this.#compareNames))
    const list = ahead(index)
    return { ...list, only: (selection) => sifted(list, selection, this.#compareNames) }
  }
}

/** An array as it stands. */
export function pagesOf<T>(records: readonly T[]): Pages<T> {
  return { size: records.length, page: (offset, limit) => records.slice(offset, offset + limit) }
}

const ahead = <T>(index: SortedIndex<T>) => ({
  size: index.size,
  page: (offset: number, limit: number) => index.page(offset, limit),
  all: () => index.page(0, index.size),
})

function forwards<T extends Listed>(index: SortedIndex<T>): Ordered<T> {
  const list = ahead(index)
  return {
    ...list,
    only: (selection) => (selection.isByAge ? selection : sifted(list, selection, byAge)),
  }
}

function backwards<T extends Listed>(index: SortedIndex<T>): Ordered<T> {
  const list = {
    size: index.size,
    page: (offset: number, limit: number) => index.pageFromEnd(offset, limit),
    all: () => index.pageFromEnd(0, index.size),
  }
  return {
    ...list,
    only: (selection) =>
      selection.isByAge ? fromEnd(selection) : sifted(list, selection, (a, b) => byAge(b, a)),
  }
}

function fromEnd<T>(pages: Pages<T>): Pages<T> {
  const { size } = pages
  return {
    size,
    page(offset, limit) {
      const end = Math.max(size - offset, 0)
      const begin = Math.max(end - limit, 0)
      return pages.page(begin, end - begin).toReversed()
    },
  }
}

/** How many records of a list are looked at in a row. */
const STRIDE = 500

/** Those of a list that are selected: few are sorted, of many those that come first are looked for in the list. */
function sifted<T>(list: Pages<T>, selection: Selection<T>, compare: (a: T, b: T) => number): Pages<T> {
  const { size } = selection
  return {
    size,
    page(offset, limit) {
      const wanted = offset + limit
      const lookedAt = size === 0 ? 0 : Math.min(1, wanted / size) * list.size
      if (size * Math.log2(size + 1) < lookedAt)
        return selection.page(0, size).toSorted(compare).slice(offset, wanted)
      const found: T[] = []
      for (let at = 0; at < list.size && found.length < wanted; at += STRIDE)
        found.push(...list.page(at, STRIDE).filter((record) => selection.has(record)))
      return found.slice(offset, wanted)
    },
  }
}
