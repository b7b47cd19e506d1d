/** A set of whole numbers below a bound, one bit each; any page of it in order is had without sorting. */
export class SlotSet {
  readonly #words: Uint32Array
  #size = 0

  /** @param bound above all numbers that will be added */
  constructor(bound: number) {
    this.#words = new Uint32Array((bound + 31) >>> 5)
  }

  get size(): number {
    return this.#size
  }

  add(slot: number): void {
    const word = this.#words[slot >>> 5] ?? 0
    const bit = 1 << (slot & 31)
    if ((word & bit) !== 0) return
    this.#words[slot >>> 5] = word | bit
    this.#size += 1
  }

  has(slot: number): boolean {
    return ((this.#words[slot >>> 5] ?? 0) & (1 << (slot & 31))) !== 0
  }

  /** Up to `limit` of them, the lowest first, after the first `offset`. */
  page(offset: number, limit: number): number[] {
    const slots: number[] = []
    let skipped = 0
    for (let at = 0; at < this.#words.length && slots.length < limit; at++) {
      const word = this.#words[at] ?? 0
      const count = bitsOf(word)
      if (skipped + count <= offset) skipped += count
      else
        for (let rest = word; rest !== 0 && slots.length < limit; rest &= rest - 1)
          if (skipped++ >= offset) slots.push((at << 5) + lowestBit(rest))
    }
    return slots
  }
}

const lowestBit = (word: number): number => 31 - Math.clz32(word & -word)

/** How many bits of 32 are set, added up in ever wider fields. */
function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
