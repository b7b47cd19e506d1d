import fc from 'fast-check'
import type { Mutant } from './mutant.ts'

/** Of each clause so many mutants at the most. */
const OF_EACH = 3

/** Some mutants of each clause, drawn by a seed. */
export function sampleOf(mutants: readonly Mutant[], seed: number): Mutant[] {
  const clauses = [...new Set(mutants.map(({ clause }) => clause))]
  return clauses.flatMap((clause) =>
    drawn(
      mutants.filter((mutant) => mutant.clause === clause),
      seed,
    ),
  )
}

function drawn(mutants: readonly Mutant[], seed: number): readonly Mutant[] {
  const length = Math.min(OF_EACH, mutants.length)
  const some = fc.shuffledSubarray([...mutants], { minLength: length, maxLength: length })
  return fc.sample(some, { seed, numRuns: 1 }).flat()
}
