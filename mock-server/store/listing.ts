import type { Dialect } from '../../schemas/dialect.ts'
import type { SortedIndex } from '../db/sorted-index.ts'
import type { Table } from '../db/table.ts'
import type { Column } from './column.ts'

/** Records of which any page can be had. */
export interface Pages<T> {
  readonly size: number
  page(offset: number, limit: number): T[]
}

/** A list in one order: a page of it costs as much as that page. */
export interface Ordered<T extends object> extends Pages<T> {
  all(): T[]
  /** Those whose value in the column passes. */
  filter<V>(column: Column<T, V>, passes: (value: V) => boolean): T[]
}

interface Listed {
  id: number
  created_at: string
}

/** The records of one table in each order that a listing may have; what comes at one time is ordered by id. */
export class Listing<T extends Listed> {
  readonly #table: Table<T, number>
  readonly #nameOf: (record: T) => string
  readonly #byAge: SortedIndex<T>
  #byName: SortedIndex<T> | undefined
  readonly #orders: Record<Dialect['list.order'], () => Ordered<T>> = {
    newest_first: () => backwards(this.#byAge),
    oldest_first: () => forwards(this.#byAge),
    name: () => forwards((this.#byName ??= this.#sortByName())),
    // One that the mock does not imitate gets the mock's own.
    other: () => backwards(this.#byAge),
  }

  constructor(table: Table<T, number>, nameOf: (record: T) => string) {
    this.#table = table
    this.#nameOf = nameOf
    this.#byAge = table.sorted((a, b) => compare(a.created_at, b.created_at) || a.id - b.id)
  }

  in(order: Dialect['list.order']): Ordered<T> {
    return this.#orders[order]()
  }

  #sortByName(): SortedIndex<T> {
    return this.#table.sorted((a, b) => compare(this.#nameOf(a), this.#nameOf(b)) || a.id - b.id)
  }
}

/** An array as it stands. */
export function pagesOf<T>(records: readonly T[]): Pages<T> {
  return { size: records.length, page: (offset, limit) => records.slice(offset, offset + limit) }
}

function forwards<T extends object>(index: SortedIndex<T>): Ordered<T> {
  return {
    size: index.size,
    page: (offset, limit) => index.page(offset, limit),
    all: () => index.page(0, index.size),
    filter: (column, passes) => column.filter(index, passes),
  }
}

function backwards<T extends object>(index: SortedIndex<T>): Ordered<T> {
  return {
    size: index.size,
    page: (offset, limit) => index.pageFromEnd(offset, limit),
    all: () => index.pageFromEnd(0, index.size),
    filter: (column, passes) => column.filter(index, passes).toReversed(),
  }
}

/** By code units: fast, and the same on every machine. */
function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
