import { inWords, type Mistake, type Path } from './mistakes.ts'
import { each, found, type Steps } from './steps.ts'

/** A value, and where it was given. */
export interface Given<Value> {
  value: Value
  path: Path
}

/** What is given, as often as it is asked for. */
type Asked<Value> = () => Iterable<Given<Value>>

/** What is wrong with values of which no two may be the same. @param inText how one is told */
export function* alike<Value>(given: Asked<Value>, inText: (value: Value) => string): Steps<Mistake[]> {
  const again = yield* repeated(given)
  if (again.length === 0) return []
  const first = yield* firstOf(given)
  return again.map(({ value, path }) => ({
    path,
    says: `is ${inText(value)}, as is ${inWords(first.get(value) ?? path)}`,
  }))
}

/** Each that was given before already. Values alone are kept: of many, hardly any is there twice, and places take room. */
function repeated<Value>(given: Asked<Value>): Steps<Given<Value>[]> {
  const seen = new Set<Value>()
  return found(given(), (one) => {
    if (seen.has(one.value)) return [one]
    seen.add(one.value)
    return []
  })
}

/** Where each value was given first. */
function* firstOf<Value>(given: Asked<Value>): Steps<Map<Value, Path>> {
  const places = new Map<Value, Path>()
  yield* each(given(), ({ value, path }) => {
    if (!places.has(value)) places.set(value, path)
  })
  return places
}
