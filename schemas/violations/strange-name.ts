import { didYouMean, slippedFrom } from '../nearest.ts'
import type { Violation } from '../types.ts'
import { placeOf } from './words.ts'

/**
 * What is told of a field or a parameter that is none of those there are.
 * @param path from `body` or `query` on
 * @param says that it is none, to be followed by what was meant
 */
export function strangeName(
  rule: Violation['rule'],
  path: readonly string[],
  says: string,
  known: readonly string[],
): Violation {
  const where = placeOf(path)
  const name = path.at(-1) ?? ''
  const meant = slippedFrom(name, known)
  const whole = `${says}; ${didYouMean(name, known)}`
  if (meant === undefined) return { rule, where, says: `${whole}.` }
  return { rule, where, says: whole, instead: placeOf([...path.slice(0, -1), meant]) }
}
