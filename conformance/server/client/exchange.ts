import type { OperationId } from '../../../schemas/operations.ts'

/** One request as it was sent. `headers` carry the real key: reports mask it. */
export interface SentRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: string | null
  /** What is sent instead where it is no text: the body then shows it as well as a text can. */
  bytes?: Uint8Array
}

/** One answer as it came, header names in lower case. */
export interface ReceivedResponse {
  status: number
  headers: Record<string, string>
  /** The decoded body as text. */
  text: string
  /** The parsed body; undefined when there is none or it is no JSON. */
  json: unknown
}

/** A request with its answer: what every judgement and every counterexample is made of. */
export interface Exchange {
  /** Counts the exchanges of a run. */
  n: number
  /** null for a path that no operation has. */
  operation: OperationId | null
  /** Whose key was sent. */
  key: KeyName
  /** The request was malformed on purpose. */
  odd: boolean
  /** Path parameters, query and body as given, before encoding; what judges compare the answer with. */
  params: Record<string, string | number>
  query: Record<string, unknown>
  input: unknown
  request: SentRequest
  response: ReceivedResponse
  /** Milliseconds since 1970, by this machine. */
  started_at: number
  ms: number
}

/** Keys of the target, and what a request without a good key sends. */
export type KeyName = 'api' | 'other_store' | 'free_plan' | 'rate_limited' | 'none' | 'bad'

export const isSuccess = ({ response }: Exchange): boolean => response.status >= 200 && response.status < 300

/** The member of that name of a JSON object answer, else undefined. */
export function member(exchange: Exchange, name: string): unknown {
  const { json } = exchange.response
  return isObject(json) ? json[name] : undefined
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
