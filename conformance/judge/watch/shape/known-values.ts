import type { Exchange } from '../../../server/client/exchange.ts'

/** What is known of a record as it is now. */
interface Known {
  readonly updated_at: unknown
  readonly first: Sighting
  /** Of those that showed other fields than the first, which hardly any record has. */
  others: Sighting[] | null
}

/** An answer that showed values, and the fields that it showed them in. */
export interface Sighting {
  readonly paths: readonly string[]
  readonly exchange: Exchange
}

/** Records that have something in common: the invoices of a key. */
type Kind = Map<unknown, Known>

/**
 * Fields of which the run has seen a value. The specification does not say which fields may be null or absent
 * (question nullable); but one that has a value at one place has it at all of them, until the record changes.
 */
export class KnownValues {
  readonly #kinds = new Map<string, Kind>()

  /** A record showed values in fields; the same list of them, as it comes again and again, tells nothing new. */
  saw(kind: string, id: unknown, updated_at: unknown, sight: Sighting): void {
    const known = this.#known(kind, id, updated_at)
    if (!known) this.#recordsOf(kind).set(id, { updated_at, first: sight, others: null })
    else if (!sightsIn(known).some(({ paths }) => paths === sight.paths)) addTo((known.others ??= []), sight)
  }

  /** Where the record as it is now showed a value in this field; undefined where nobody has seen one. */
  whereSeen(kind: string, id: unknown, updated_at: unknown, field: string): Exchange | undefined {
    const known = this.#known(kind, id, updated_at)
    return known && sightsIn(known).find(({ paths }) => paths.includes(field))?.exchange
  }

  /** A record was changed; without an id, all of the kind were. */
  forget(kind: string, id?: unknown): void {
    if (id === undefined) this.#kinds.delete(kind)
    else this.#kinds.get(kind)?.delete(id)
  }

  #known(kind: string, id: unknown, updated_at: unknown): Known | undefined {
    const known = this.#kinds.get(kind)?.get(id)
    return updated_at === undefined || known?.updated_at === updated_at ? known : undefined
  }

  #recordsOf(kind: string): Kind {
    const records: Kind = this.#kinds.get(kind) ?? new Map()
    this.#kinds.set(kind, records)
    return records
  }
}

/** A record that shows other fields again and again is known by its latest sights. */
const MOST = 8

function addTo(others: Sighting[], sight: Sighting): void {
  if (others.length === MOST) others.shift()
  others.push(sight)
}

const sightsIn = ({ first, others }: Known): readonly Sighting[] => (others ? [first, ...others] : [first])
