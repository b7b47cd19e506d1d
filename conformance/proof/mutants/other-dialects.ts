import { DEFAULT_DIALECT, type Dialect } from '../../../schemas/dialect.ts'
import { othersOf } from '../../../schemas/other-answers.ts'
import { derivedSeed } from '../../server/session.ts'

type Key = keyof Dialect

// Object.keys forgets what keys there are.
const KEYS = Object.keys(DEFAULT_DIALECT) as Key[]

/** One dialect for each other answer of each adjustable question. */
export function singleChanges(): { name: string; dialect: Partial<Dialect> }[] {
  return KEYS.flatMap((key) =>
    othersOf(key).map((value) => ({
      name: `${key} = ${JSON.stringify(value)}`,
      // The value is one of the key's.
      dialect: { [key]: value } as Partial<Dialect>,
    })),
  )
}

/** As few dialects as show every other answer to every question: each answers all of them otherwise. */
export function otherDialects(): Partial<Dialect>[] {
  const most = Math.max(...KEYS.map((key) => othersOf(key).length))
  return Array.from({ length: most }, (_, index) => {
    const answers = KEYS.map((key) => [key, othersOf(key)[index % othersOf(key).length]] as const)
    // The values are the keys' own.
    return Object.fromEntries(answers) as Partial<Dialect>
  })
}

/** A dialect that answers about half of the questions otherwise: the same for the same seed. */
export function randomDialect(seed: number): { name: string; dialect: Partial<Dialect> } {
  const changed = KEYS.filter((key) => derivedSeed(seed, key) % 2 === 0)
  const answers = changed.map((key) => {
    const others = othersOf(key)
    return [key, others[derivedSeed(seed, `${key} value`) % others.length]] as const
  })
  // The values are the keys' own.
  return { name: `random ${seed}`, dialect: Object.fromEntries(answers) as Partial<Dialect> }
}
