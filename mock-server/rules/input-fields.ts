import type { Dialect } from '../../schemas/dialect.ts'
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

/** What an update starts from: the record as it was, or with the defaults of what it may reset. */
export function updatable<T extends object>(
  before: T,
  defaults: Partial<T>,
  required: readonly string[],
  dialect: Dialect,
): T {
  const kept = Object.fromEntries(Object.entries(before).filter(([field]) => required.includes(field)))
  const starts: Record<Dialect['patch.omitted'], T> = {
    kept: before,
    reset: { ...before, ...defaults },
    reset_optional: { ...before, ...defaults, ...kept },
  }
  return starts[dialect['patch.omitted']]
}

/** Whether an update must carry what a creation must. */
export const demandsAgain = (dialect: Dialect): boolean =>
  ({ kept: false, reset: true, reset_optional: false })[dialect['patch.omitted']]

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
