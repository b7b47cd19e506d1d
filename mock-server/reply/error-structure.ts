import type { Dialect } from '../../schemas/dialect.ts'
import type { FieldErrors } from '../refusal.ts'

const SHAPES: Record<Dialect['errors.structure'], (errors: FieldErrors) => object> = {
  arrays: (errors) => errors,
  messages: (errors) =>
    Object.fromEntries(Object.entries(errors).map(([path, messages]) => [path, messages.join(', ')])),
  nested: nest,
  base: (errors) => ({
    base: Object.entries(errors).flatMap(([path, messages]) => messages.map((text) => `${path} ${text}`)),
  }),
}

/** The errors object as the dialect has it (question errors.structure). */
export const shapeErrors = (errors: FieldErrors, structure: Dialect['errors.structure']): object =>
  SHAPES[structure](errors)

/**
 * Nested as bodies are, which is never deeper than two; a client can send names with more dots than that. What is
 * wrong with an object some of whose fields are wrong too stands in it under `base`.
 */
function nest(errors: FieldErrors): object {
  const groups = new Map<string, Map<string, string[]>>()
  for (const [path, messages] of Object.entries(errors)) {
    const [outer = '', ...inner] = path.split('.')
    const group = groups.get(outer) ?? new Map<string, string[]>()
    groups.set(outer, group.set(inner.join('.') || 'base', messages))
  }
  const isLeaf = (outer: string) => Object.hasOwn(errors, outer) && groups.get(outer)?.size === 1
  const inside = ([outer, group]: [string, Map<string, string[]>]) =>
    isLeaf(outer) ? errors[outer] : Object.fromEntries(group)
  return Object.fromEntries([...groups].map((entry) => [entry[0], inside(entry)]))
}
