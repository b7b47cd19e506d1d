import { schema } from '../../schemas/schema-files.ts'
import type { SchemaName } from '../../schemas/types.ts'
import { isObject } from '../server/client/exchange.ts'
import { sameValue } from './same-value.ts'

type Fields = Record<string, unknown>

/**
 * A record with the fields that its schema states alone, nested ones included: others are the server's own affair
 * (question output.extra_fields), and a null is as good as an absent one (question nullable).
 */
export function statedFields(name: SchemaName, record: unknown): Fields {
  if (!isObject(record)) return {}
  const { properties } = schema(name)
  const known = Object.entries(isObject(properties) ? properties : {})
  return Object.fromEntries(
    known.flatMap(([field, property]) =>
      record[field] == null ? [] : [[field, statedValue(name, property, record[field])]],
    ),
  )
}

function statedValue(name: SchemaName, property: unknown, value: unknown): unknown {
  const { items, $ref } = isObject(property) ? property : {}
  if (Array.isArray(value) && isObject(items)) return value.map((item) => statedValue(name, items, item))
  return typeof $ref === 'string' && isObject(value) ? statedFields(referred(name, $ref), value) : value
}

function referred(from: SchemaName, ref: string): SchemaName {
  // A test of the schemas follows every reference to a file.
  return new URL(ref, `http://schemas/${from}.json`).pathname.slice(1, -'.json'.length) as SchemaName
}

/** Names of the fields in which two records differ. */
export function differing(a: Fields, b: Fields): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (field) => !sameValue(a[field], b[field]),
  )
}

/** Names of the fields of two invoices' details that differ, those of `ignored` left out. */
export function differingFields(a: unknown, b: unknown, ignored: readonly string[] = []): string[] {
  return differing(invoice(a), invoice(b)).filter((field) => !ignored.includes(field))
}

const invoice = (detail: unknown): Fields => statedFields('resources/invoice-detail', detail)

/** Whether two sights of records, of one or of a list, agree in all that their schema states. */
export function sameStated(name: SchemaName, a: unknown, b: unknown): boolean {
  const stated = (value: unknown) =>
    Array.isArray(value) ? value.map((one) => statedFields(name, one)) : statedFields(name, value)
  return Array.isArray(a) === Array.isArray(b) && sameValue(stated(a), stated(b))
}
