import { inWords, type Mistake, type Path } from './mistakes.ts'
import { found, type Steps } from './steps.ts'

/** A value, and where it was given. */
export interface Given<Value> {
  value: Value
  path: Path
}

/** What is wrong with values of which no two may be the same. @param inText how one is told */
export function* alike<Value>(
  given: Iterable<Given<Value>>,
  inText: (value: Value) => string,
): Steps<Mistake[]> {
  const again = yield* repeated(given)
  return again.map(({ value, path, first }) => ({
    path,
    says: `is ${inText(value)}, as is ${inWords(first)}`,
  }))
}

/** Each that was given before already, with the place where it was. */
function repeated<Value>(given: Iterable<Given<Value>>): Steps<(Given<Value> & { first: Path })[]> {
  const seen = new Map<Value, Path>()
  return found(given, ({ value, path }) => {
    const first = seen.get(value)
    if (first) return [{ value, path, first }]
    seen.set(value, path)
    return []
  })
}
