import type { Exchange } from '../../../server/client/exchange.ts'

/** A value seen or written, and where. */
interface Known {
  exchange: Exchange
}

/**
 * Fields of which the run has seen a value. The specification does not say which fields may be null or absent
 * (question nullable); but one that has a value at one place has it at all of them, until the record changes.
 */
export class KnownValues {
  readonly #records = new Map<string, { updated_at: unknown; fields: Map<string, Known> }>()

  /** A record showed a value in a field. */
  saw(record: string, updated_at: unknown, field: string, exchange: Exchange): void {
    this.#at(record, updated_at).set(field, { exchange })
  }

  /** Where the record as it is now showed a value in this field; undefined where nobody has seen one. */
  whereSeen(record: string, updated_at: unknown, field: string): Exchange | undefined {
    return this.#at(record, updated_at).get(field)?.exchange
  }

  /** Records whose key begins so were changed. */
  forget(prefix: string): void {
    for (const key of this.#records.keys()) if (key.startsWith(prefix)) this.#records.delete(key)
  }

  #at(record: string, updated_at: unknown): Map<string, Known> {
    const known = this.#records.get(record)
    if (known && (updated_at === undefined || known.updated_at === updated_at)) return known.fields
    const fields = new Map<string, Known>()
    this.#records.set(record, { updated_at, fields })
    return fields
  }
}
