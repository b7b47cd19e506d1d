import { OPERATIONS, type Operation, type OperationId } from './operations.ts'
import { referred, schema } from './schema-files.ts'
import type { SchemaName } from './types.ts'

/** What a body is about, by its schema, and where it stands: `invoices`, an array of `resources/invoice-summary`. */
export interface Envelope {
  readonly key: string
  readonly type: 'array' | 'object' | 'string'
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
    type: member.$ref !== undefined ? 'object' : member.type === 'array' ? 'array' : 'string',
    schema: $ref === undefined ? null : referred($ref, name),
    paged: required.includes('meta'),
  }
}
