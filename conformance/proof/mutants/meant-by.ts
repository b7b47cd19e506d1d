import { areaOf, type Mutant } from './mutant.ts'

/**
 * The mutants that a word of the command line means: the name of an area or of a clause those that break it, any other
 * word those that have it in their clause, id or sentence, in large or small letters.
 */
export function meantBy(word: string, mutants: readonly Mutant[]): readonly Mutant[] {
  const sought = word.trim().toLowerCase()
  if (sought === '') return []
  const named = mutants.filter(({ id, clause }) => sought === areaOf(id) || sought === clause)
  return named.length > 0 ? named : mutants.filter((mutant) => textOf(mutant).includes(sought))
}

const textOf = ({ clause, id, says }: Mutant): string => `${clause}\n${id}\n${says}`.toLowerCase()
