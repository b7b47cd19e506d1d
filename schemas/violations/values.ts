import { slippedFrom } from '../nearest.ts'
import { OPERATIONS, type Operation, type OperationId } from '../operations.ts'
import { referred, schema, type SchemaNode } from '../schema-files.ts'
import type { SchemaName, Violation } from '../types.ts'
import { readQuery, validate, type FieldError } from '../validate.ts'
import { dayIn, nearTo } from './near-value.ts'
import type { Call, Rule } from './reading.ts'
import { callOf, placeOf, shownValue } from './words.ts'

/** What is required is there, and every value is what its schema says. */
export const values: Rule<Call> = (call) => {
  const { query, body }: Operation = OPERATIONS[call.operation]
  return [
    ...(query ? brokenIn('query', query, lastOfEach(call, query), call).filter(isNotToldOf(call)) : []),
    ...(body && call.body.kind === 'json' ? brokenIn('body', body, call.body.value, call) : []),
  ]
}

/** What cannot be decoded is told of already, and not missing. */
const isNotToldOf =
  ({ query }: Call) =>
  ({ where }: Violation): boolean =>
    !query.some(({ name, value }) => value === undefined && where === `query.${name}`)

/** Of a parameter given twice the last one that can be decoded. */
function lastOfEach({ query }: Call, name: SchemaName): Record<string, unknown> {
  const given = query.flatMap(({ name: called, value }) => (value === undefined ? [] : [[called, value]]))
  return readQuery(name, Object.fromEntries(given))
}

/** One violation for each place: a value of another type is none of those allowed either. */
function brokenIn(root: string, name: SchemaName, value: unknown, { operation }: Call): Violation[] {
  const found = new Map<string, Violation>()
  for (const error of validate(name, value)) {
    if (isOurs(error, name, value)) continue
    const where = placeOf([root, ...error.path])
    if (!found.has(where)) found.set(where, { where, ...told(error, name, value, operation) })
  }
  return [...found.values()]
}

/** Bounds of texts and the form of an email address are the mock's: the specification states neither. */
function isOurs({ keyword, path }: FieldError, name: SchemaName, value: unknown): boolean {
  const { format, then } = partAt(name, value, path).node
  return keyword === 'maxLength' || (keyword === 'format' && (format ?? then?.format) === 'email')
}

function told(
  { path, message, keyword }: FieldError,
  name: SchemaName,
  value: unknown,
  operation: OperationId,
): Omit<Violation, 'where'> {
  const shown = path.join('.') || 'The body'
  if (keyword === 'required')
    return { rule: 'missing', says: `${callOf(operation)} requires ${shown}, which is missing.` }
  const { node, part } = partAt(name, value, path)
  const { rule, instead } = KINDS[keyword]?.(node, part) ?? { rule: 'malformed' }
  const says = `${shown} ${message}, and is ${shownValue(part)}.`
  return { rule, says, ...(instead !== undefined && { instead }) }
}

/** What stands at a path that a schema knows, and what it says of it. */
function partAt(name: SchemaName, value: unknown, path: readonly string[]) {
  let [file, node, part] = [name, schema(name) as SchemaNode, value] // a schema is a node too
  for (const step of path) {
    const inner: SchemaNode = node.items ?? node.properties?.[step] ?? {}
    if (inner.$ref !== undefined) file = referred(inner.$ref, file)
    node = inner.$ref === undefined ? inner : schema(file)
    part = typeof part === 'object' && part !== null ? Reflect.get(part, step) : undefined
  }
  return { node, part }
}

interface Kind {
  readonly rule: Violation['rule']
  readonly instead?: string | undefined
}

/** By the keyword of JSON Schema that is broken: the rule, and the value that would be right. */
const KINDS: Readonly<Record<string, (node: SchemaNode, sent: unknown) => Kind>> = {
  type({ type, enum: allowed }, sent) {
    const near = nearTo(type, sent)
    return near === undefined || allowed?.includes(near) === false
      ? { rule: 'type' }
      : { rule: 'near-type', instead: JSON.stringify(near) }
  },
  enum: ({ enum: known = [] }, sent) => ({
    rule: 'unknown-value',
    instead: typeof sent === 'string' ? slippedFrom(sent, known.map(String)) : undefined,
  }),
  format: ({ format }, sent) =>
    format === 'date' ? { rule: 'unknown-value', instead: dayIn(sent) } : { rule: 'malformed' },
  minimum: ({ minimum }) => ({ rule: 'range', instead: String(minimum) }),
  maximum: ({ maximum }) => ({ rule: 'range', instead: String(maximum) }),
}
