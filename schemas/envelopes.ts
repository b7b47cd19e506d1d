import { OPERATIONS, type Operation, type OperationId } from './operations.ts'
import { referred, schema, type SchemaNode } from './schema-files.ts'
import { isOneOf } from './tables.ts'
import type { SchemaName } from './types.ts'

/** What may stand under the key of a body. */
const TYPES = ['array', 'object', 'string', 'integer', 'boolean'] as const
export type EnvelopeType = (typeof TYPES)[number]

/** What a body is about, by its schema, and where it stands: `invoices`, an array of `resources/invoice-summary`. */
export interface Envelope {
  readonly key: string
  readonly type: EnvelopeType
  /** Of one record; null where it is none. */
  readonly schema: SchemaName | null
  /** Pages carry meta beside their records. */
  readonly paged: boolean
}

/** Where an operation's success holds its result (clause shape.envelope); null for a deletion, which shows none. */
export function resultOf(operation: OperationId): Envelope | null {
  const { response } = OPERATIONS[operation]
  return response && envelopeOf(response)
}

/** Where a request holds what it is about; null where it needs no body. */
export function inputOf(operation: OperationId): Envelope | null {
  const { body }: Operation = OPERATIONS[operation]
  return body ? envelopeOf(body) : null
}

const known = new Map<SchemaName, Envelope | null>()

/** The first member that a body must have. */
function envelopeOf(name: SchemaName): Envelope | null {
  const before = known.get(name)
  if (before !== undefined) return before
  const envelope = read(name)
  known.set(name, envelope)
  return envelope
}

function read(name: SchemaName): Envelope | null {
  const { required = [], properties = {} } = schema(name)
  const [key = ''] = required
  const member = properties[key]
  if (!member) return null
  const $ref = member.$ref ?? member.items?.$ref
  return {
    key,
    type: member.$ref === undefined ? typeOf(name, member) : 'object',
    schema: $ref === undefined ? null : referred($ref, name),
    paged: required.includes('meta'),
  }
}

function typeOf(name: SchemaName, { type }: SchemaNode): EnvelopeType {
  if (isOneOf(TYPES, type)) return type
  throw new Error(`What ${name} is about has the type ${String(type)}, which no envelope has`)
}
