import type { ClauseId } from '../../../../schemas/clauses.ts'
import { referred, schema, type JsonSchema } from '../../../../schemas/schema-files.ts'
import type { SchemaName } from '../../../../schemas/types.ts'
import { isObject } from '../../../server/client/exchange.ts'
import { valueRule } from './values.ts'

/** One thing seen in a value: the clause it belongs to, and what is wrong, if anything. */
export interface Seen {
  clause: ClauseId
  /** Where, from the record: `customer.email`, `line_items.0.price`. */
  path: string
  /** null where the value is as it must be; `absent` where there is none, which only other knowledge can judge. */
  wrong: { expected: string; got: string } | 'absent' | null
}

/** Fields without which a record cannot be told from another: never absent. */
const IDENTITY = new Set(['id', 'slug'])
/** Resources whose every member is always there: nothing in them can be unknown to the server. */
const WHOLE: ReadonlySet<string> = new Set(['resources/meta', 'resources/bulk-action'])

/** Looks at every field of a record by its schema. */
export function* look(
  name: SchemaName,
  value: unknown,
  clause: ClauseId,
  path: string[] = [],
): Generator<Seen> {
  if (!isObject(value)) return yield wrong(clause, path, 'an object', value)
  // A test compiles each schema file.
  const properties = schema(name)['properties'] as Record<string, JsonSchema>
  for (const [field, property] of Object.entries(properties)) {
    const at = [...path, field]
    const whole = WHOLE.has(name) || (IDENTITY.has(field) && path.length === 0)
    yield* lookAt(name, field, property, value[field], clause, at, whole)
  }
}

function* lookAt(
  name: SchemaName,
  field: string,
  property: JsonSchema,
  value: unknown,
  clause: ClauseId,
  path: string[],
  whole: boolean,
): Generator<Seen> {
  const types = [property['type']].flat()
  if (value === null && types.includes('null')) return yield { clause, path: path.join('.'), wrong: null }
  if (value === undefined || value === null) {
    return yield whole
      ? wrong(clause, path, 'a value', value)
      : { clause, path: path.join('.'), wrong: 'absent' }
  }
  if (typeof property['$ref'] === 'string')
    return yield* look(referred(property['$ref'], name), value, clause, path)
  if (types.includes('array')) return yield* lookAtItems(name, property, value, clause, path)
  const rule = valueRule(field, property)
  if (rule)
    return yield rule.fits(value) ? right(rule.clause, path) : wrong(rule.clause, path, rule.expected, value)
  yield fitsPlainly(property, types, value)
    ? right(clause, path)
    : wrong(clause, path, inWords(property, types), value)
}

function* lookAtItems(
  name: SchemaName,
  property: JsonSchema,
  value: unknown,
  clause: ClauseId,
  path: string[],
): Generator<Seen> {
  if (!Array.isArray(value)) return yield wrong(clause, path, 'an array', value)
  const { $ref } = property['items'] as { $ref: string } // all that arrays hold are records
  for (const [index, item] of value.entries())
    yield* look(referred($ref, name), item, clause, [...path, String(index)])
}

function fitsPlainly(property: JsonSchema, types: unknown[], value: unknown): boolean {
  if (Array.isArray(property['enum'])) return property['enum'].includes(value)
  if (types.includes('integer')) return Number.isInteger(value)
  return types.includes(typeof value)
}

const inWords = (property: JsonSchema, types: unknown[]) =>
  Array.isArray(property['enum']) ? `one of ${property['enum'].join(', ')}` : types.join(' or ')
const right = (clause: ClauseId, path: string[]): Seen => ({ clause, path: path.join('.'), wrong: null })
const wrong = (clause: ClauseId, path: string[], expected: string, value: unknown): Seen => ({
  clause,
  path: path.join('.'),
  wrong: { expected, got: value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 200) },
})
