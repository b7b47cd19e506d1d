import type { OperationId } from '../operations.ts'
import type { Violation } from '../types.ts'
import { jsonFault, type JsonFault } from './json-fault.ts'
import { meantBy, type Meant } from './meant-operation.ts'
import { decoded } from './path-parameter.ts'
import type { SentRequest } from './sent-request.ts'

/** A request as the rules see it. */
export interface Reading {
  readonly request: SentRequest
  readonly meant: Meant
  readonly query: readonly Parameter[]
  readonly body: SentBody
}

/** A request whose operation is known, if only by what was meant. */
export interface Call extends Reading {
  readonly operation: OperationId
}

/** One parameter of a query string. */
export interface Parameter {
  readonly name: string
  /** undefined where its percent escapes are none. */
  readonly value: string | undefined
}

export type SentBody =
  | { readonly kind: 'none' }
  /** There is one, but its inside cannot be judged. */
  | { readonly kind: 'unread' }
  | { readonly kind: 'broken'; readonly fault: JsonFault }
  | { readonly kind: 'json'; readonly value: unknown }

/** One thing that requests are held against; it answers in what a request breaks it. */
export type Rule<Seen extends Reading = Reading> = (seen: Seen) => readonly Violation[]

/** null for a request that has nothing to do with the API. */
export function read(request: SentRequest): Reading | null {
  const meant = meantBy(request)
  return meant && { request, meant, query: parametersOf(request.query), body: bodyOf(request) }
}

/** Parameters that are read: nobody means to send more. */
const MOST_PARAMETERS = 1000

const parametersOf = (query: string): Parameter[] =>
  query
    .split('&', MOST_PARAMETERS)
    .filter((pair) => pair !== '')
    .map(parameter)

function parameter(pair: string): Parameter {
  const end = pair.indexOf('=')
  const [name, value] = end < 0 ? [pair, ''] : [pair.slice(0, end), pair.slice(end + 1)]
  return { name: decoded(spaced(name)) ?? name, value: decoded(spaced(value)) }
}

const spaced = (text: string): string => text.replaceAll('+', ' ')

function bodyOf({ body, truncated = false, unreadable, headers }: SentRequest): SentBody {
  if (body === null || body === '') return { kind: 'none' }
  if (truncated || unreadable) return { kind: 'unread' }
  const text = body.startsWith('\uFEFF') ? body.slice(1) : body
  const value = parsed(text)
  if (value !== undefined) return { kind: 'json', value }
  const fault = isPacked(headers['content-encoding']) ? null : jsonFault(text)
  return fault ? { kind: 'broken', fault } : { kind: 'unread' }
}

/** Whether a body was sent compressed, so that its text is none. */
const isPacked = (encoding = 'identity'): boolean => encoding !== 'identity'

/** undefined for what is no JSON, which JSON itself has no word for. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
