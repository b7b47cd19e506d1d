import type { Dialect } from '../dialect.ts'
import { isAdjustable, QUESTION_KEYS, type AdjustableKey } from '../questions.ts'

/** The questions that a dialect answers, in the order of `QUESTIONS`. */
export const ADJUSTABLE_KEYS: readonly AdjustableKey[] = QUESTION_KEYS.filter(isAdjustable)

const PLACES = new Map<string | symbol, number>(ADJUSTABLE_KEYS.map((key, place) => [key, place]))

/** Bits of an integer that are used; what is left keeps it small for the engine. */
const BITS = 30

/**
 * Which open questions one answer depended on: what is read of the dialects that it hands out. Made for each request, so
 * it is two integers; keys are spelled out when somebody asks.
 */
export class QuestionSet implements ProxyHandler<Dialect> {
  #low = 0
  #high = 0

  /** The same dialect in all but identity, whose readings are noted here. */
  noting(dialect: Dialect): Dialect {
    return new Proxy(dialect, this)
  }

  /** What a dialect that is handed out is asked (`ProxyHandler`). */
  get(dialect: Dialect, key: string | symbol): unknown {
    const place = PLACES.get(key)
    if (place === undefined) return Reflect.get(dialect, key)
    if (place < BITS) this.#low |= 1 << place
    else this.#high |= 1 << (place - BITS)
    // It has a place, so it is a key of the dialect.
    return dialect[key as AdjustableKey]
  }

  /** Their keys, in the order of `QUESTIONS`. */
  get keys(): readonly AdjustableKey[] {
    return ADJUSTABLE_KEYS.filter((_key, place) =>
      place < BITS ? this.#low & (1 << place) : this.#high & (1 << (place - BITS)),
    )
  }

  /** Adds one to the count of each; `counts` are in the order of `ADJUSTABLE_KEYS`. */
  countIn(counts: number[]): void {
    countBits(counts, this.#low, 0)
    countBits(counts, this.#high, BITS)
  }
}

function countBits(counts: number[], bits: number, from: number): void {
  for (let left = bits; left !== 0; left &= left - 1) {
    const place = from + 31 - Math.clz32(left & -left)
    counts[place] = (counts[place] ?? 0) + 1
  }
}
