import { hasFields } from '../../schemas/tables.ts'

/** Applies a JSON merge patch (RFC 7396): null takes a field away, an object is merged, all else replaces. */
export function mergePatch(target: unknown, patch: object): object
export function mergePatch(target: unknown, patch: unknown): unknown
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!hasFields(patch)) return patch
  const fields = new Map(hasFields(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) fields.delete(name)
    else fields.set(name, mergePatch(fields.get(name), value))
  }
  return Object.fromEntries(fields)
}
