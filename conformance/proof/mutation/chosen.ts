import { derivedSeed } from '../../server/session.ts'
import { keyOf, type SourceMutant } from './mutant.ts'

/** Which mutants are tried. */
export interface Choice {
  /** Beginnings of files, from `mock-server/`; none is all of them. */
  readonly files: readonly string[]
  readonly seed: number
  /** How many at most. */
  readonly sample: number
  /** Those that an earlier run let live, instead of a sample. */
  readonly survivors?: readonly SourceMutant[] | undefined
}

/** The mutants to try, the same ones by the same seed, however many others there are. */
export function chosenOf(
  mutants: readonly SourceMutant[],
  { files, seed, sample, survivors }: Choice,
): readonly SourceMutant[] {
  const meant =
    files.length === 0 ? mutants : mutants.filter(({ file }) => files.some((start) => file.startsWith(start)))
  if (survivors) {
    const keys = new Set(survivors.map(keyOf))
    return meant.filter((mutant) => keys.has(keyOf(mutant)))
  }
  return meant
    .map((mutant) => ({ mutant, place: derivedSeed(seed, `${mutant.id} ${keyOf(mutant)}`) }))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, sample)
    .map(({ mutant }) => mutant)
}
