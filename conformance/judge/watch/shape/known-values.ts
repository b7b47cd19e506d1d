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

/**
 * Fields of which the run has seen a value, of records that have something in common: the invoices of a key. The
 * specification does not say which fields may be null or absent (question nullable); but one that has a value at one
 * place has it at all of them, until the record changes.
 */
export class KnownValues {
  readonly #records = new Map<unknown, Known>()
  /** When the last change of a record was answered, of all by `null`; milliseconds since 1970. */
  readonly #changed = new Map<unknown, number>()
  /** What was seen and forgotten since, in its order; null once it was gone through. */
  #waiting: (() => void)[] | null = []

  /**
   * Whether somebody asked where values were seen. Until then nothing is noted of records one by one: most servers leave
   * no field empty, and nobody ever asks.
   */
  get isAsked(): boolean {
    return this.#waiting === null
  }

  /** Somebody will ask: all that waits is noted, and what is seen from now on at once. */
  ask(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = null
    for (const note of waiting) note()
  }

  /** Notes what an answer showed, now or when somebody asks. */
  later(note: () => void): void {
    if (this.#waiting === null) return note()
    this.#waiting.push(note)
    if (this.#waiting.length === MOST_WAITING) this.ask()
  }

  /** A record showed values in fields; the same list of them, as it comes again and again, tells nothing new. */
  saw(id: unknown, updated_at: unknown, sight: Sighting): void {
    if (this.#isPast(id, sight.exchange)) return
    const known = this.#known(id, updated_at)
    if (!known) this.#records.set(id, { updated_at, first: sight, others: null })
    else if (known.first.paths !== sight.paths && !known.others?.some(({ paths }) => paths === sight.paths))
      addTo((known.others ??= []), sight)
  }

  /**
   * Where the record, as the exchange shows it, showed a value in this field; undefined where nobody has seen one, or the
   * record may have changed since the exchange was asked for.
   */
  whereSeen(id: unknown, updated_at: unknown, field: string, exchange: Exchange): Exchange | undefined {
    if (this.#isPast(id, exchange)) return undefined
    const known = this.#known(id, updated_at)
    const sights = known && [known.first, ...(known.others ?? [])]
    return sights?.find(({ paths }) => paths.includes(field))?.exchange
  }

  /** The record was changed, as was answered at this time; without an id, all were. What was asked for before may come late. */
  forget(at: number, id?: unknown): void {
    this.#changed.set(id ?? null, at)
    if (id !== undefined) return this.later(() => this.#records.delete(id))
    this.#records.clear()
    if (this.#waiting) this.#waiting = []
  }

  /** Whether it was asked for before the record's last change was answered. */
  #isPast(id: unknown, { started_at }: Exchange): boolean {
    return started_at < Math.max(this.#changed.get(id) ?? 0, this.#changed.get(null) ?? 0)
  }

  #known(id: unknown, updated_at: unknown): Known | undefined {
    const known = this.#records.get(id)
    return updated_at === undefined || known?.updated_at === updated_at ? known : undefined
  }
}

/** More answers than this do not wait: they take more memory than what is noted of them. */
const MOST_WAITING = 1000

/** A record that shows other fields again and again is known by its latest sights. */
const MOST = 8

function addTo(others: Sighting[], sight: Sighting): void {
  if (others.length === MOST) others.shift()
  others.push(sight)
}
