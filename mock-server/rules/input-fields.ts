import { schema } from '../../schemas/schema-files.ts'
import type { SchemaName } from '../../schemas/types.ts'
import { Refusal } from '../refusal.ts'

/** The fields of an input that its schema knows; others, output-only ones among them, are left out. */
export function knownFields<T extends object>(name: SchemaName, input: T): Partial<T> {
  const { properties = {} } = schema(name)
  const given = Object.entries(input).filter(
    ([field, value]) => Object.hasOwn(properties, field) && value !== undefined,
  )
  // Some of the input's own fields, as they are there.
  return Object.fromEntries(given) as Partial<T>
}

/**
 * Demands fields that the dialect requires.
 * @param resource where they lie in the body: `template`
 * @throws Refusal unprocessable, naming each missing one: `template.name`
 */
export function demand(resource: string, required: readonly string[], input: object): void {
  const missing = required.filter((field) => !Object.hasOwn(input, field))
  if (missing.length === 0) return
  const errors = missing.map((field) => [`${resource}.${field}`, ['is required']])
  throw new Refusal('unprocessable', Object.fromEntries(errors))
}
