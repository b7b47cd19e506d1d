import { inputOf } from '../envelopes.ts'
import { OPERATIONS, type Operation } from '../operations.ts'
import { fieldsOf } from '../resources.ts'
import { hasFields, keysOf } from '../tables.ts'
import type { Violation } from '../types.ts'
import { faultInWords } from './json-fault.ts'
import type { Call, Rule } from './reading.ts'
import type { SentRequest } from './sent-request.ts'
import { callOf, named } from './words.ts'

const JSON_TYPE = 'application/json'

/** A body is JSON, says so, and comes where one belongs (specification §4). */
export const content: Rule<Call> = (call) => {
  const { method, body, bodyRequired = false }: Operation = OPERATIONS[call.operation]
  // Who sent another method did not send what that one takes.
  const isDue = bodyRequired && call.request.method === method && !call.request.truncated
  if (call.body.kind === 'none') return isDue ? [lackingBody(call)] : []
  return body ? [...contentType(call), ...unreadable(call), ...broken(call)] : unexpectedBody(call)
}

function lackingBody({ operation }: Call): Violation {
  const says = `${callOf(operation)} requires a JSON body with ${inputOf(operation)?.key}, and there is none.`
  return { rule: 'missing', where: 'body', says }
}

/** Who sent another method is told of that, and the body may belong to it. */
function unexpectedBody({ operation, body, request }: Call): Violation[] {
  const { query, method }: Operation = OPERATIONS[operation]
  const known = query ? fieldsOf(query) : {}
  const sent = body.kind === 'json' && hasFields(body.value) ? body.value : {}
  const misplaced = keysOf(known).filter((name) => Object.hasOwn(sent, name))
  if (request.method !== method && misplaced.length === 0) return []
  const hint = misplaced.length > 0 ? `; put ${misplaced.join(' and ')} into the query` : ''
  return [{ rule: 'unexpected-body', where: 'body', says: `${callOf(operation)} takes no body${hint}.` }]
}

function contentType({ request: { headers } }: Call): Violation[] {
  const sent = headers['content-type']
  const type = sent?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === JSON_TYPE) return []
  const says = `A body must come with Content-Type ${JSON_TYPE}, and this one came ${sent ? `with ${named(sent)}` : 'without'}.`
  const instead = `Content-Type: ${JSON_TYPE}`
  return [{ rule: 'no-content-type', where: 'headers.content-type', says, instead }]
}

/** What keeps a body from being read as text at all. */
function unreadable({ request: { unreadable: why, headers } }: Call): Violation[] {
  if (!why) return []
  const packing = named(headers['content-encoding'] ?? '')
  return [{ rule: 'malformed', ...UNREADABLE[why](packing) }]
}

const PACKING = 'headers.content-encoding'

const UNREADABLE: Record<
  NonNullable<SentRequest['unreadable']>,
  (packing: string) => Omit<Violation, 'rule'>
> = {
  'not-utf-8': () => ({
    where: 'body',
    says: 'The body is not UTF-8, in which JSON is written: it holds bytes that are no characters.',
  }),
  'broken-packing': (packing) => ({
    where: PACKING,
    says: `Content-Encoding is ${packing}, and the body cannot be unpacked so: send it as it is, or packed as the header says.`,
  }),
  'unknown-packing': (packing) => ({
    where: PACKING,
    says: `Content-Encoding is ${packing}, in which the service need not read a body: send JSON as it is.`,
  }),
}

function broken({ body }: Call): Violation[] {
  if (body.kind !== 'broken') return []
  const says = `The body is no JSON: ${faultInWords(body.fault)}.`
  return [{ rule: 'malformed', where: 'body', says }]
}
