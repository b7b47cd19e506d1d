import { hasFields } from '../../schemas/tables.ts'
import { isRow, type Change, type Row } from './change.ts'

/**
 * A row as a file has it whose document says of some fields what an earlier one of the file says: they are named, and
 * stand in the document as the number of that row, of all rows of the file, from 0 on.
 */
export type RepeatingRow = readonly [...Row, repeated: readonly string[]]

/** What a file says that was changed. */
export type Written = Change | RepeatingRow

/** Items of a list that is long. */
const MANY = 100

/** Objects that one map has at most. */
const MOST = 4096

/**
 * The rows in which objects stood first. They are in many maps: one that becomes larger looks at each object in it again, which
 * takes tens of milliseconds where they are a hundred thousand.
 */
class FirstRows {
  readonly #maps: Map<object, number>[] = []
  /** Where the last one was found: what comes again mostly does so in the same order. */
  #near = new Map<object, number>()

  of(value: object): number | undefined {
    return this.#near.get(value) ?? this.#found(value)
  }

  add(value: object, row: number): void {
    const last = this.#maps.at(-1)
    if (last && last.size < MOST) last.set(value, row)
    else this.#maps.push(new Map([[value, row]]))
  }

  #found(value: object): number | undefined {
    for (const map of this.#maps) {
      const row = map.get(value)
      if (row === undefined) continue
      this.#near = map
      return row
    }
    return undefined
  }
}

/** Finds what documents have in common with earlier ones, as the same object: it need not be written again. */
export class Repeats {
  /** By field. */
  readonly #first = new Map<string, FirstRows>()
  #rows = 0
  #isLong = false

  /** Whether the last row has a long list that none has before it. */
  get isLong(): boolean {
    return this.#isLong
  }

  of(change: Change): Written {
    this.#isLong = false
    if (!isRow(change)) return change
    const [store, table, key, document] = change
    const row = this.#rows++
    if (!hasFields(document)) return change
    let repeating: Record<string, unknown> | undefined
    const repeated: string[] = []
    for (const field in document) {
      const first = this.#firstRow(field, document[field], row)
      if (first === undefined) continue
      repeating ??= { ...document }
      repeating[field] = first
      repeated.push(field)
    }
    return repeating ? [store, table, key, repeating, repeated] : change
  }

  /** The row in which that object stood before; undefined where this is the first, or it is none. */
  #firstRow(field: string, value: unknown, row: number): number | undefined {
    if (typeof value !== 'object' || value === null) return undefined
    const rows = this.#rowsOf(field)
    const first = rows.of(value)
    if (first !== undefined) return first
    rows.add(value, row)
    if (Array.isArray(value) && value.length > MANY) this.#isLong = true
    return undefined
  }

  #rowsOf(field: string): FirstRows {
    const rows = this.#first.get(field) ?? new FirstRows()
    this.#first.set(field, rows)
    return rows
  }
}

/** Puts back what was not written again, as the same object. To be told all that a file says, in its order. */
export class Repeated {
  readonly #documents: unknown[] = []

  of(written: Written): Change {
    if (!('length' in written) || written.length === 1) return written
    const [store, table, key, document, repeated = []] = written
    this.#documents.push(document)
    if (hasFields(document))
      for (const field of repeated) document[field] = this.#at(Number(document[field]), field)
    return [store, table, key, document]
  }

  #at(row: number, field: string): unknown {
    const document = this.#documents[row]
    return hasFields(document) ? document[field] : undefined
  }
}
