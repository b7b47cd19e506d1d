import type { Variation } from '../variations/variation.ts'

/** What is not known yet is mostly faults, at which clients wait and try again: it takes so much longer. */
const UNKNOWN = 1.5

interface Sum {
  ms: number
  count: number
}

const meanOf = ({ ms, count }: Sum): number => (count === 0 ? 0 : ms / count)

/** How long variations take, by what they are of. */
export class Pace {
  readonly #kinds = new Map<string, Sum>()
  readonly #all: Sum = { ms: 0, count: 0 }

  /** Notes that one took so many milliseconds. */
  add(variation: Variation, ms: number): void {
    const kind = kindOf(variation)
    const own = this.#kinds.get(kind) ?? { ms: 0, count: 0 }
    this.#kinds.set(kind, own)
    for (const sum of [own, this.#all]) {
      sum.ms += ms
      sum.count++
    }
  }

  /** About how many milliseconds these will take, one after the other; null as long as nothing is known. */
  of(variations: readonly Variation[]): number | null {
    if (this.#all.count === 0) return null
    return variations.reduce((sum, variation) => sum + this.#expected(variation), 0)
  }

  #expected(variation: Variation): number {
    const known = this.#kinds.get(kindOf(variation))
    return known ? meanOf(known) : UNKNOWN * meanOf(this.#all)
  }
}

/** Where an error is played always, a client tries until it gives up. */
const kindOf = ({ group, name }: Variation): string => `${group} ${name.includes(':always')}`
