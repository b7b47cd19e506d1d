/** Places of a table at first; always a power of two. */
const FEWEST = 1024

/**
 * The ids that slugs were first shown with. Of a slug 63 bits are kept, by which it is known again: of every slug of a store
 * that is listed from end to end, the texts themselves would cost more than all else that is done with an invoice.
 */
export class Slugs {
  /** Two hashes of the slug at each place, the second 0 where there is none, and which of the ids is its. */
  #first = new Int32Array(FEWEST)
  #second = new Int32Array(FEWEST)
  #which = new Int32Array(FEWEST)
  /** One after the other, so that a table that grows leaves them alone. */
  readonly #ids: unknown[] = []

  /** The id that the slug was shown with first: this one, where it was not shown before. */
  firstId(slug: string, id: unknown): unknown {
    let [first, second] = [1, 1]
    for (let at = 0; at < slug.length; at++) {
      first = Math.imul(first ^ slug.charCodeAt(at), 0x01000193)
      second = Math.imul(second ^ slug.charCodeAt(at), 0x5bd1e995)
    }
    second |= 1
    const at = this.#placeOf(first, second)
    if (this.#second[at] !== 0) return this.#ids[this.#which[at] ?? 0]
    this.#put(at, first, second, this.#ids.push(id) - 1)
    if (this.#ids.length > this.#second.length / 2) this.#grow()
    return id
  }

  /** Where it stands, or would stand. */
  #placeOf(first: number, second: number): number {
    const last = this.#second.length - 1
    let at = (first ^ (first >>> 15)) & last
    while (this.#second[at] !== 0 && (this.#second[at] !== second || this.#first[at] !== first))
      at = (at + 1) & last
    return at
  }

  #put(at: number, first: number, second: number, which: number): void {
    this.#first[at] = first
    this.#second[at] = second
    this.#which[at] = which
  }

  #grow(): void {
    const [firsts, seconds, whiches] = [this.#first, this.#second, this.#which]
    const places = seconds.length * 2
    this.#first = new Int32Array(places)
    this.#second = new Int32Array(places)
    this.#which = new Int32Array(places)
    for (let at = 0; at < seconds.length; at++) {
      const [first = 0, second = 0, which = 0] = [firsts[at], seconds[at], whiches[at]]
      if (second !== 0) this.#put(this.#placeOf(first, second), first, second, which)
    }
  }
}
