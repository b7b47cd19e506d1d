import { seededShare } from '../../faults/seeded.ts'
import { together, type Part, type Variation } from './variation.ts'

/**
 * Combinations of what was survived alone, so that each shows what only comes of both; the same for the same seed. Other answers to about half of the questions, and in
 * every other one a fault that a client must come through. Never two faults, which could use up any client's patience.
 */
export function combinations(count: number, survived: readonly Variation[], seed: number): Variation[] {
  const parts = survived.flatMap(({ parts: own }) => (own.length === 1 ? own : []))
  const made = new Map<string, Variation>()
  // Of few parts there are few combinations.
  for (let index = 0; made.size < count && index < count * 20; index++) {
    const some = drawn(parts, (use) => seededShare(`${seed} ${index} ${use}`))
    if (!hasTwo(some)) continue
    const variation = together(some)
    made.set(variation.name, variation)
  }
  return [...made.values()]
}

const hasTwo = (parts: readonly Part[]): parts is [Part, Part, ...Part[]] => parts.length > 1

function drawn(parts: readonly Part[], share: (use: string) => number): Part[] {
  const answers = [...new Set(parts.flatMap(questionOf))].flatMap((key) =>
    share(key) < 0.5
      ? pick(
          parts.filter((part) => questionOf(part).includes(key)),
          share(`${key} value`),
        )
      : [],
  )
  const faults = parts.filter(({ what, demand }) => what.kind === 'fault' && demand === 'must_pass')
  return [...answers, ...(share('fault?') < 0.5 ? pick(faults, share('fault')) : [])]
}

const questionOf = ({ what }: Part): string[] => (what.kind === 'answer' ? [what.key] : [])

const pick = <T>(values: readonly T[], share: number): T[] => {
  const at = Math.floor(share * values.length)
  return values.slice(at, at + 1)
}
