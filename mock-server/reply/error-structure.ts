import type { Dialect } from '../../schemas/dialect.ts'
import type { FieldErrors } from '../rules/refusal.ts'

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

/** Nested as bodies are, which is never deeper than two; a client can send names with more dots than that. */
function nest(errors: FieldErrors): object {
  const groups = new Map<string, Map<string, string[]>>()
  for (const [path, messages] of Object.entries(errors)) {
    const [outer = '', ...inner] = path.split('.')
    groups.set(outer, new Map(groups.get(outer)).set(inner.join('.'), messages))
  }
  return Object.fromEntries(
    [...groups].map(([outer, group]) => [outer, group.get('') ?? Object.fromEntries(group)]),
  )
}
