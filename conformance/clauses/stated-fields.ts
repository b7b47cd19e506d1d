import { schema, type JsonSchema } from '../../schemas/schema-files.ts'
import type { SchemaName } from '../../schemas/types.ts'
import { isObject } from '../server/client/exchange.ts'
import { sameValue } from './same-value.ts'

type Fields = { [field: string]: unknown }

/**
 * A record with the fields that its schema states alone, nested ones included: others are the server's own affair
 * (question output.extra_fields), and a null is as good as an absent one (question nullable).
 */
export function statedFields(name: SchemaName, record: unknown): Fields {
  if (!isObject(record)) return {}
  const properties = schema(name)['properties'] as { [field: string]: JsonSchema }
  const known = Object.entries(properties).filter(([field]) => record[field] != null)
  return Object.fromEntries(
    known.map(([field, property]) => [field, statedValue(name, property, record[field])]),
  )
}

function statedValue(name: SchemaName, property: JsonSchema, value: unknown): unknown {
  if (Array.isArray(value) && isObject(property['items']))
    return value.map((item) => statedValue(name, property['items'] as JsonSchema, item))
  const { $ref } = property
  return typeof $ref === 'string' && isObject(value) ? statedFields(referred(name, $ref), value) : value
}

function referred(from: SchemaName, ref: string): SchemaName {
  return new URL(ref, `http://schemas/${from}.json`).pathname.slice(1, -'.json'.length) as SchemaName
}

/** Names of the fields of two invoices' details that differ, those of `ignored` left out. */
export function differingFields(a: unknown, b: unknown, ignored: readonly string[] = []): string[] {
  const [one, other] = [a, b].map((detail) => statedFields('resources/invoice-detail', detail)) as [
    Fields,
    Fields,
  ]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].filter((field) => !ignored.includes(field) && !sameValue(one[field], other[field]))
}

/** Whether two sights of records, of one or of a list, agree in all that their schema states. */
export function sameStated(name: SchemaName, a: unknown, b: unknown): boolean {
  const stated = (value: unknown) =>
    Array.isArray(value) ? value.map((one) => statedFields(name, one)) : statedFields(name, value)
  return Array.isArray(a) === Array.isArray(b) && sameValue(stated(a), stated(b))
}
