import { Refusal } from '../../../mock-server/seams.ts'
import type { ClauseId } from '../../../schemas/clauses.ts'
import { OPERATION_IDS, OPERATIONS, type OperationId } from '../../../schemas/operations.ts'
import { schema } from '../../../schemas/schema-files.ts'
import type { SchemaName } from '../../../schemas/types.ts'
import { isObject } from '../../server/client/exchange.ts'
import type { Change, Faults } from './mutant.ts'
import { isFor } from './operations.ts'
import { onReply, rewritten } from './replies.ts'

/** The clauses that say what a resource looks like, by the schema of the resource. */
const CLAUSE_OF: Readonly<Record<string, ClauseId>> = {
  'invoice-summary': 'shape.invoice-summary',
  'invoice-detail': 'shape.invoice-detail',
  'invoice-pdf': 'pdf.envelope',
  template: 'shape.template',
  customer: 'shape.customer',
  'customer-detail': 'shape.customer-detail',
  settings: 'shape.settings',
  'bulk-action': 'shape.bulk-action',
  meta: 'shape.meta',
}

/** Clauses that say what some fields look like, wherever they stand. */
const FIELD_CLAUSES: readonly (readonly [field: RegExp, clause: ClauseId])[] = [
  [/(^|\.)slug$/, 'shape.slug'],
  [/(^|\.)invoice_type$/, 'shape.invoice-type'],
  [/(^|\.)(total_)?price$/, 'shape.money'],
  [/(^|\.)currency$/, 'shape.currency'],
  [/_at$/, 'shape.timestamps'],
  [/(^|\.)rate$/, 'shape.tax-rate'],
]

/** The clauses that say what stands around the records, where it is not the one for all. */
const ENVELOPES: Readonly<Partial<Record<OperationId, ClauseId>>> = {
  listInvoices: 'list.envelope',
  searchInvoices: 'search.envelope',
}

/** What is never null and never absent (question nullable), wherever it is answered. */
const NAMED: readonly RegExp[] = [
  /\bid$/,
  /^invoices?(\.\[\])?\.(slug|number|invoice_type|total_price|currency|financial_status)$/,
  /\.(created|updated)_at$/,
  /^invoice\.(customer|line_items|tax_lines)$/,
  /^invoice\.line_items\.\[\]\.(title|quantity|price)$/,
  /^invoice\.tax_lines\.\[\]\.(title|rate|price)$/,
  /^customer\.addresses(\.\[\]\.address_type)?$/,
  /^templates?(\.\[\])?\.(name|template_type)$/,
  /^(bulk_action|meta)\./,
]

/** A field of an answer; `[]` stands for each item of an array. */
interface Field {
  readonly clause: ClauseId
  readonly path: readonly string[]
  readonly type: string
  /** The record that it is a field of; null for what lies deeper, or around. */
  readonly record: string | null
  /** The clause of the record that it is in, at whatever depth. */
  readonly own: ClauseId
}

interface Node {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
  readonly [keyword: string]: unknown
}

/**
 * Every field of every answer with a value of another type, by the clause that this breaks; every field of every
 * record left out, where it is first read; and what always has a value left out and null, wherever it is answered.
 */
export function fieldFaults(): Readonly<Partial<Record<ClauseId, Faults>>> {
  const table: Partial<Record<ClauseId, Faults>> = {}
  const add = (clause: ClauseId, faults: Faults) => void (table[clause] = { ...table[clause], ...faults })
  const readBy = new Map<string, OperationId>()
  for (const operation of OPERATION_IDS) {
    const { response, method } = OPERATIONS[operation]
    const envelope = ENVELOPES[operation] ?? 'shape.envelope'
    for (const { clause, path, type, record, own } of response ? fieldsIn(schema(response), envelope) : []) {
      const name = path.join('.')
      const wrong = WRONG[type] ?? { name: 'text', value: String }
      add(clause, {
        [`${operation} answers ${name} as ${wrong.name}`]: changed(operation, path, wrong.value),
      })
      if (isNamed(name, type)) {
        add(own, { [`${operation} answers ${name} as null`]: changed(operation, path, () => null) })
        add(own, { [`${operation} leaves out ${name}`]: changed(operation, path, () => undefined) })
        continue
      }
      // What an invoice's details lack, create.persists tells before the shape does.
      if (!record || record === 'invoice-detail') continue
      if (method !== 'GET' || (readBy.get(record) ?? operation) !== operation) continue
      readBy.set(record, operation)
      add(own, { [`${operation} leaves out ${name}`]: changed(operation, path, () => undefined) })
    }
  }
  return table
}

/** Every boolean among them: templates and settings alone have any. */
const isNamed = (name: string, type: string) => type === 'boolean' || NAMED.some((field) => field.test(name))

/** What stands in the place of a value of a type. */
const WRONG: Readonly<Record<string, { name: string; value(right: unknown): unknown }>> = {
  string: { name: 'number', value: () => 7 },
  integer: { name: 'text', value: String },
  number: { name: 'text', value: String },
  boolean: { name: 'text', value: String },
  array: { name: 'object', value: () => ({}) },
  object: { name: 'array', value: (right) => [right] },
}

const changed = (
  operation: OperationId,
  path: readonly string[],
  change: (right: unknown) => unknown,
): Change =>
  onReply((answer, exchange, result) =>
    isFor(exchange, operation) && !(result instanceof Refusal)
      ? rewritten(answer, (body) => changedAt(body, path, change))
      : answer,
  )

function changedAt(
  value: unknown,
  [step, ...rest]: readonly string[],
  change: (right: unknown) => unknown,
): unknown {
  if (step === undefined) return change(value)
  if (Array.isArray(value)) return value.map((item) => changedAt(item, rest, change))
  return isObject(value) ? { ...value, [step]: changedAt(value[step], rest, change) } : value
}

function* fieldsIn(
  node: Node,
  envelope: ClauseId,
  path: readonly string[] = [],
  resource?: string,
): Iterable<Field> {
  const own = CLAUSE_OF[resource ?? '']
  const whole = path.length === 1 && resource !== 'meta' ? envelope : own
  const [, clause = whole] =
    (resource !== 'invoice-pdf' && FIELD_CLAUSES.find(([field]) => field.test(path.join('.')))) || []
  const type = [node.type].flat().find((one) => one !== 'null')
  const depth = path.filter((step) => step !== '[]').length
  if (clause && type && path.at(-1) !== '[]')
    yield { clause, path, type, record: depth === 2 && resource ? resource : null, own: own ?? clause }
  if (node.items)
    yield* fieldsIn(resolved(node.items), envelope, [...path, '[]'], resourceOf(node.items) ?? resource)
  for (const [name, field] of Object.entries(node.properties ?? {}))
    yield* fieldsIn(resolved(field), envelope, [...path, name], resourceOf(field) ?? resource)
}

/** `template` for a reference to a resource that has a clause of its own; parts of a resource go with the whole. */
function resourceOf({ $ref }: Node): string | undefined {
  const name = $ref && /([^/]+)\.json$/.exec($ref)?.[1]
  return name && name in CLAUSE_OF ? name : undefined
}

const resolved = (node: Node): Node =>
  // Every reference of an answer's schema names a resource.
  node.$ref ? schema(`resources/${/([^/]+)\.json$/.exec(node.$ref)?.[1]}` as SchemaName) : node
