import type { Path } from './mistakes.ts'

/** A value, and where it was given. */
export interface Given<Value> {
  value: Value
  path: Path
}

/** Each that was given before already, with the place where it was. */
export function repeated<Value>(given: readonly Given<Value>[]): (Given<Value> & { first: Path })[] {
  const seen = new Map<Value, Path>()
  return given.flatMap(({ value, path }) => {
    const first = seen.get(value)
    if (first) return [{ value, path, first }]
    seen.set(value, path)
    return []
  })
}
