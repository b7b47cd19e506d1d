import { MOST_BULK_INVOICES } from '../limits.ts'
import { OPERATIONS, type Operation } from '../operations.ts'
import { referred, schema, type SchemaNode } from '../schema-files.ts'
import { hasFields } from '../tables.ts'
import type { SchemaName, Violation } from '../types.ts'
import type { Call, Rule } from './reading.ts'
import { placeOf } from './words.ts'

/** What no schema says: how many invoices a bulk action takes, and how large an integer may be. */
export const limits: Rule<Call> = ({ operation, body }) => {
  const { body: name }: Operation = OPERATIONS[operation]
  if (!name || body.kind !== 'json') return []
  const inexact = inexactIn(schema(name), body.value, name, [])
  return [...inexact.slice(0, MOST_TOLD), ...(operation === 'bulkPdf' ? tooMany(body.value) : [])]
}

const MOST_TOLD = 10

/** Beyond 2^53 integers cannot be told apart, so one there names nothing and says nothing. */
function inexactIn(node: SchemaNode, value: unknown, file: SchemaName, path: readonly string[]): Violation[] {
  if (node.$ref !== undefined) {
    const other = referred(node.$ref, file)
    return inexactIn(schema(other), value, other, path)
  }
  const { properties = {}, items } = node
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    return node.type === 'integer' ? [inexact(path)] : []
  if (Array.isArray(value))
    return items ? value.flatMap((item, index) => inexactIn(items, item, file, [...path, String(index)])) : []
  if (!hasFields(value)) return []
  return Object.entries(properties).flatMap(([name, part]) =>
    inexactIn(part, value[name], file, [...path, name]),
  )
}

const inexact = (path: readonly string[]): Violation => ({
  rule: 'range',
  where: placeOf(['body', ...path]),
  says: `${path.join('.')} must be an integer between -2^53 and 2^53, beyond which no two can be told apart.`,
})

/** An id that is repeated counts once (question bulk.repeated_ids). */
function tooMany(body: unknown): Violation[] {
  const ids = hasFields(body) ? body['invoice_ids'] : []
  const count = Array.isArray(ids) ? new Set(ids).size : 0
  if (count <= MOST_BULK_INVOICES) return []
  const most = MOST_BULK_INVOICES.toLocaleString('en-US')
  const says = `invoice_ids must have at most ${most} invoices a request, and has ${count.toLocaleString('en-US')}.`
  return [{ rule: 'range', where: 'body.invoice_ids', says }]
}
