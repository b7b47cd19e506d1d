import type { Dialect } from '../../schemas/dialect.ts'
import { referred, schema, type SchemaNode } from '../../schemas/schema-files.ts'
import { hasFields } from '../../schemas/tables.ts'
import type { SchemaName } from '../../schemas/types.ts'
import { validate } from '../../schemas/validate.ts'
import type { FieldErrors } from '../refusal.ts'
import { refuseIfAny, toFieldErrors } from './field-errors.ts'
import { emptyOf, readAs } from './near-types.ts'

/** Where in the body we are, and by which rules it is read. */
interface Place {
  /** The schema file that the node stands in; `$ref` is relative to it. */
  readonly file: SchemaName
  readonly path: readonly string[]
  readonly dialect: Dialect
  /** Collects the fields that the schema does not know. */
  readonly strangers: Map<string, string[]>
}

/**
 * A body as its operation reads it: fields that the schema does not know are left out or refused, nulls and values
 * of a near type are read as the dialect says (questions input.unknown_fields, input.coercion), and what then breaks
 * the schema is unprocessable.
 */
export function fitBody(file: SchemaName, sent: unknown, dialect: Dialect): Record<string, unknown> {
  const strangers = new Map<string, string[]>()
  const body = fit(schema(file), sent, { file, path: [], dialect, strangers })
  const refused =
    strangers.size > 0 && { unprocessable: true, ignored: false }[dialect['input.unknown_fields']]
  refuseIfAny({ ...(refused && Object.fromEntries(strangers)), ...toFieldErrors(validate(file, body)) })
  refuseIfAny(unsafeInteger(body))
  // Each body's schema is of an object.
  return body as Record<string, unknown>
}

function fit(node: SchemaNode, value: unknown, place: Place): unknown {
  if (node.$ref) return fitReferred(node.$ref, value, place)
  if (hasFields(value)) return node.properties ? fitFields(node.properties, value, place) : value
  if (Array.isArray(value)) return value.map((item) => (node.items ? fit(node.items, item, place) : item))
  if (value === null) return NULLS[place.dialect['input.coercion'].null].read(node.type)
  return readAs(node.type, value, place.dialect)
}

type Coercion = Dialect['input.coercion']

/** Whether a field that is null counts as given, and what a null is read as. */
const NULLS: Record<Coercion['null'], { isGiven: boolean; read(type: SchemaNode['type']): unknown }> = {
  unprocessable: { isGiven: true, read: () => null },
  empty: { isGiven: true, read: emptyOf },
  omitted: { isGiven: false, read: () => null },
}

function fitReferred(reference: string, value: unknown, place: Place): unknown {
  const file = referred(reference, place.file)
  return fit(schema(file), value, { ...place, file })
}

function fitFields(
  known: Readonly<Record<string, SchemaNode>>,
  value: Record<string, unknown>,
  place: Place,
): object {
  const fitted: [string, unknown][] = []
  for (const [name, field] of Object.entries(value)) {
    const path = [...place.path, name]
    const node = Object.hasOwn(known, name) ? known[name] : undefined
    if (!node) place.strangers.set(path.join('.'), ['is unknown'])
    else if (field !== null || NULLS[place.dialect['input.coercion'].null].isGiven)
      fitted.push([name, fit(node, field, { ...place, path })])
  }
  return Object.fromEntries(fitted)
}

/** Beyond 2^53 integers cannot be told apart, so one there names nothing and says nothing. */
function unsafeInteger(value: unknown, path: readonly string[] = []): FieldErrors {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    return { [path.join('.')]: ['must be an integer between -2^53 and 2^53'] }
  if (typeof value !== 'object' || value === null) return {}
  for (const [name, part] of Object.entries(value)) {
    const found = unsafeInteger(part, [...path, name])
    if (Object.keys(found).length > 0) return found
  }
  return {}
}
