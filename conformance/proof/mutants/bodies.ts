import { type Exchange, fitBody, Refusal } from '../../../mock-server/seams.ts'
import { OPERATIONS, type OperationId } from '../../../schemas/operations.ts'
import { RESOURCES, type Resource } from '../../../schemas/resources.ts'
import { isObject } from '../../server/client/exchange.ts'
import { aroundGate, refusedButDone } from './gates.ts'
import type { Change } from './mutant.ts'
import { isFor, type OneOrMore } from './operations.ts'

// Bodies as they were sent, and what may be made of those that must be refused.

/** Operations that write a record's fields. */
export type Write = Resource['operations']['create' | 'update'] | 'updateSettings'
export type Fields = Readonly<Record<string, unknown>>

/** The key under which a write sends its fields. */
export function keyFor(operation: OperationId | null): Resource['one'] | 'settings' {
  const resources = Object.values(RESOURCES)
  const written = resources.find(({ operations: { create, update } }) =>
    [create, update].some((id) => id === operation),
  )
  return written?.one ?? 'settings'
}

/** Operations that have a body. */
type WithBody = 'createInvoice' | 'bulkPdf' | Write

/** Takes bodies that must be refused: makes another of what was sent, and refuses only what is wrong even then. */
export function taming(
  operations: OneOrMore<WithBody>,
  tame: (sent: unknown, exchange: Exchange) => unknown,
): Change {
  return aroundGate('body', async (exchange, through) => {
    try {
      await through()
    } catch (error) {
      const sent = isFor(exchange, operations) && error instanceof Refusal ? sentBody(exchange) : undefined
      if (sent === undefined) throw error
      exchange.body = fitted(tame(sent, exchange), exchange)
    }
  })
}

/** Changes the value of one field where it is sent. */
export const inField =
  (name: string, change: (value: unknown) => unknown) =>
  (fields: Fields): Fields =>
    name in fields ? { ...fields, [name]: change(fields[name]) } : fields

/** As `taming`, for the fields of writes. */
export const tamingFields = (writes: OneOrMore<Write>, tame: (fields: Fields) => Fields): Change =>
  taming(writes, (sent, { operation }) => {
    const key = keyFor(operation)
    const fields = isObject(sent) ? sent[key] : undefined
    return isObject(fields) ? { [key]: tame(fields) } : sent
  })

/** As `taming`, for one field. */
export const tamingField = (
  writes: OneOrMore<Write>,
  field: string,
  tame: (value: unknown) => unknown,
): Change => tamingFields(writes, inField(field, tame))

/**
 * Refuses writes as it must, and does for all that what they say as far as it is valid.
 * @param wrong the one field whose refusal comes too late; left out, any
 */
export const savingWhatItRefuses = (write: Write, wrong?: string): Change =>
  refusedButDone('body', write, (exchange) => {
    const key = keyFor(write)
    const sent = Object.entries(sentUnder(key, exchange))
    const valid = sent.filter(([name, value]) => isValid({ [key]: { [name]: value } }, exchange))
    if (wrong !== undefined && (valid.length === sent.length || valid.some(([name]) => name === wrong)))
      throw new Refusal('unprocessable')
    exchange.body = { [key]: Object.fromEntries(valid) }
  })

/** The body as it came; undefined for none, or none that is JSON. */
export function sentBody({ bytes }: Exchange): unknown {
  try {
    return JSON.parse(String(bytes))
  } catch {
    return undefined
  }
}

/** The fields that a body has under a key, whatever was sent. */
export function sentUnder(key: string, exchange: Exchange): Fields {
  const sent = sentBody(exchange)
  return isObject(sent) ? fieldsUnder(key, sent) : {}
}

export function fieldsUnder(key: string, { [key]: fields }: Fields): Fields {
  return isObject(fields) ? fields : {}
}

function fitted(body: unknown, { operation, dialect }: Exchange): Record<string, unknown> {
  // Asked of these only.
  return fitBody(OPERATIONS[operation as WithBody].body, body, dialect)
}

export function isValid(body: unknown, exchange: Exchange): boolean {
  try {
    fitted(body, exchange)
    return true
  } catch {
    return false
  }
}
