import { schema, type SchemaNode } from '../../schemas/schema-files.ts'
import type { SchemaName } from '../../schemas/types.ts'
import { isObject } from '../server/client/exchange.ts'
import { sameValue } from './same-value.ts'

type Fields = Record<string, unknown>

/**
 * A record with the fields that its schema states alone, nested ones included: others are the server's own affair
 * (question output.extra_fields), and a null is as good as an absent one (question nullable).
 */
export function statedFields(name: SchemaName, record: unknown): Fields {
  const fields: Fields = {}
  if (!isObject(record)) return fields
  for (const [field, read] of readersOf(name)) if (record[field] != null) fields[field] = read(record[field])
  return fields
}

/** A field's value without what its schema does not state. */
type Reader = (value: unknown) => unknown

/** Those of each schema: records are looked at by the thousand. */
const readers = new Map<SchemaName, readonly [field: string, Reader][]>()

function readersOf(name: SchemaName): readonly [field: string, Reader][] {
  const known = readers.get(name)
  if (known) return known
  const { properties = {} } = schema(name)
  const made = Object.entries(properties).map(([field, node]): [string, Reader] => [
    field,
    readerOf(name, node),
  ])
  readers.set(name, made)
  return made
}

function readerOf(name: SchemaName, { items, $ref }: SchemaNode): Reader {
  if (items) {
    const read = readerOf(name, items)
    return (value) => (Array.isArray(value) ? value.map(read) : value)
  }
  if ($ref === undefined) return (value) => value
  const of = referred(name, $ref)
  return (value) => (isObject(value) ? statedFields(of, value) : value)
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
