import type { Exchange } from '../../../server/client/exchange.ts'

/** What is known of a record as it is now. */
interface Known {
  updated_at: unknown
  /** The answers that showed values, by the paths of the fields. */
  fields: Map<string, Exchange>
  /** The fields that it showed last. */
  paths: readonly string[] | null
}

/**
 * Fields of which the run has seen a value. The specification does not say which fields may be null or absent
 * (question nullable); but one that has a value at one place has it at all of them, until the record changes.
 */
export class KnownValues {
  readonly #records = new Map<string, Known>()

  /** A record showed values in fields; the same list of them, as it comes again and again, tells nothing new. */
  saw(record: string, updated_at: unknown, paths: readonly string[], exchange: Exchange): void {
    const known = this.#at(record, updated_at)
    if (known.paths === paths) return
    known.paths = paths
    for (const path of paths) known.fields.set(path, exchange)
  }

  /** Where the record as it is now showed a value in this field; undefined where nobody has seen one. */
  whereSeen(record: string, updated_at: unknown, field: string): Exchange | undefined {
    return this.#at(record, updated_at).fields.get(field)
  }

  /** Records whose key begins so were changed. */
  forget(prefix: string): void {
    for (const key of this.#records.keys()) if (key.startsWith(prefix)) this.#records.delete(key)
  }

  #at(record: string, updated_at: unknown): Known {
    const known = this.#records.get(record)
    if (known && (updated_at === undefined || known.updated_at === updated_at)) return known
    const fresh: Known = { updated_at, fields: new Map(), paths: null }
    this.#records.set(record, fresh)
    return fresh
  }
}
