import { isObject } from '../client/exchange.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * The JSON merge patch that undoes `patch` on a record that was `former` before: each field gets its former value,
 * and null where the record had none.
 */
export const inversePatch = (former: Fields, patch: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(patch).map(([name, value]) => {
      const before = former[name]
      return [name, isObject(value) && isObject(before) ? inversePatch(before, value) : (before ?? null)]
    }),
  )

/** Both patches in one; where both set a field, the earlier one decides. */
export function joinPatches(earlier: Fields, later: Fields): Record<string, unknown> {
  const joined: Record<string, unknown> = { ...later, ...earlier }
  for (const [name, value] of Object.entries(earlier)) {
    const other = later[name]
    if (isObject(value) && isObject(other)) joined[name] = joinPatches(value, other)
  }
  return joined
}

/** True if a record shows every value that a merge patch sets; a removed field may be missing, null or empty. */
export const showsPatch = (record: Fields, patch: Fields): boolean =>
  Object.entries(patch).every(([name, value]) => {
    const shown = record[name]
    if (isObject(value)) return isObject(shown) && showsPatch(shown, value)
    return value === null ? (shown ?? '') === '' : JSON.stringify(shown) === JSON.stringify(value)
  })
