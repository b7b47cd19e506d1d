import type { SortedIndex } from '../db/sorted-index.ts'

/**
 * One value computed from each record of a list, kept beside the values of its neighbours: a scan that follows a
 * reference to each of a hundred thousand records spends most of its time on that.
 */
export class Column<T extends object, V> {
  readonly #valueOf: (record: T) => V
  readonly #lists = new WeakMap<SortedIndex<T>, { readonly records: T[]; readonly values: V[] }>()

  constructor(valueOf: (record: T) => V) {
    this.#valueOf = valueOf
  }

  /** The records of the list whose values pass, in its order. */
  filter(list: SortedIndex<T>, passes: (value: V) => boolean): T[] {
    const { records, values } = this.#aligned(list)
    // There is a value for each record.
    return records.filter((_record, position) => passes(values[position] as V))
  }

  /** Records are replaced whole when they change, so a value is stale where another record stands, and only there. */
  #aligned(list: SortedIndex<T>) {
    const kept = this.#lists.get(list) ?? { records: [], values: [] }
    this.#lists.set(list, kept)
    const { records, values } = kept
    let position = 0
    for (const record of list.forwards()) {
      if (records[position] !== record) {
        records[position] = record
        values[position] = this.#valueOf(record)
      }
      position++
    }
    records.length = values.length = position
    return kept
  }
}
