/** What a journal keeps. */
export interface Kept {
  /** Counts the requests that are over, from 1; 0 for one that is not yet. */
  seq: number
  /** Name, value, name, value … */
  headers: readonly string[]
  /** Bytes that it takes, about. */
  weight: number
}

/** Requests that a journal keeps unless it is told otherwise. */
export const DEFAULT_LIMIT = 1000

/** More than these weigh too much anyway. */
export const MOST_ENTRIES = 1_000_000

/** Bytes that all of them take at most, about. */
const MOST_BYTES = 32 * 2 ** 20

/** The latest requests, up to a number and a weight. */
export class Journal<Entry extends Kept> {
  /** How many it keeps at most; 0 for one that is switched off. */
  readonly limit: number
  readonly #weigh: (entry: Entry) => number
  readonly #mostBytes: number
  /** Each at the place that its number leaves, divided by the limit. */
  #entries: (Entry | undefined)[] = []
  #bytes = 0
  #oldest = 1
  #latest = 0
  /** The latest when it was last cleared. */
  #cleared = 0

  /** @param weigh how many bytes an entry takes, about */
  constructor(weigh: (entry: Entry) => number, limit = DEFAULT_LIMIT, mostBytes = MOST_BYTES) {
    this.#weigh = weigh
    this.limit = limit
    this.#mostBytes = mostBytes
  }

  /** The number of the latest request; 0 before the first. */
  get latest(): number {
    return this.#latest
  }

  /** Bytes that the entries take, about. */
  get bytes(): number {
    return this.#bytes
  }

  /** Gives the entry its number, the next unless it has one that is higher, and keeps it in the place of the oldest. */
  add(entry: Entry, seq = this.#latest + 1): void {
    this.#latest = entry.seq = seq
    if (this.limit === 0) return
    while (seq - this.#oldest >= this.limit) this.#drop()
    // A client sends the same headers again and again: those that are not kept cost nothing more.
    const before = this.#entries[(entry.seq - 1) % this.limit]?.headers
    if (before && areSame(before, entry.headers)) entry.headers = before
    entry.weight = this.#weigh(entry)
    this.#entries[entry.seq % this.limit] = entry
    this.#grow(entry.weight)
  }

  /** The body of a request may come after its answer. */
  grew(seq: number, bytes: number): void {
    const entry = this.get(seq)
    if (!entry) return
    entry.weight += bytes
    this.#grow(bytes)
  }

  get(seq: number): Entry | undefined {
    return seq >= this.#oldest && seq <= this.#latest ? this.#entries[seq % this.limit] : undefined
  }

  /** Those with higher numbers, the oldest first. */
  *after(seq: number): Generator<Entry> {
    for (let next = Math.max(seq + 1, this.#oldest); next <= this.#latest; next++) {
      const entry = this.get(next)
      if (entry) yield entry
    }
  }

  /** How many with higher numbers came since it was cleared, and are kept no more. */
  droppedAfter(seq: number): number {
    return Math.max(0, this.#oldest - 1 - Math.max(seq, this.#cleared))
  }

  /** Forgets all; numbers go on. */
  clear(): void {
    this.#entries = []
    this.#bytes = 0
    this.#cleared = this.#latest
    this.#oldest = this.#latest + 1
  }

  #grow(bytes: number): void {
    this.#bytes += bytes
    while (this.#bytes > this.#mostBytes) this.#drop()
  }

  #drop(): void {
    const place = this.#oldest++ % this.limit
    this.#bytes -= this.#entries[place]?.weight ?? 0
    this.#entries[place] = undefined
  }
}

const areSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((text, at) => text === others[at])
