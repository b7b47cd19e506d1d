import type { IncomingMessage } from 'node:http'
import { parse, type ParsedUrlQuery } from 'node:querystring'
import type { QuestionSet } from '../schemas/coverage/question-set.ts'
import type { Dialect } from '../schemas/dialect.ts'
import type { OperationId } from '../schemas/operations.ts'
import type { QuestionKey } from '../schemas/questions.ts'
import type { DocumentSource } from './documents/source.ts'
import type { Context } from './rules/context.ts'
import type { SharedBytes } from './shared-bytes.ts'
import type { World } from './world.ts'
import type { Answer, ApiRequest } from './handler.ts'

/** Where a store stands in its rate limit's window. */
export interface RateState {
  /** Requests that the window allows, and how many of them are left. */
  limit: number
  remaining: number
  /** When the next window begins, in milliseconds since 1970 on the mock's clock. */
  reset_at: number
}

/** API request while it is answered. Each gate adds what it reads. */
export interface Exchange {
  readonly http: IncomingMessage
  /** Clock of the mock. From the gate `authenticate` on, it is the clock of the store. */
  world: World
  /** Answers to the open questions. From the gate `authenticate` on, these are the answers of the store. */
  dialect: Dialect
  /** Records which answers of `dialect` are read. */
  readonly questions: QuestionSet
  /** Operation; null for a path or method that the service does not have. */
  readonly operation: OperationId | null
  /** Query as it was sent, without its question mark. */
  readonly search: string
  /** Percent-encoded parameter of the path; empty if the operation has none. */
  readonly segment: string
  /** Store of the key, from the gate `authenticate` on; null before. */
  context: Context | null
  /** Rate limit of the store; null without a valid key of a paid plan. */
  rate: RateState | null
  params: ApiRequest['params']
  query: ApiRequest['query']
  body: ApiRequest['body']
  /** Body without its content encoding; null if none was read. */
  bytes: Buffer | null
  /** Reason why the body could not be read; undefined if it was read. */
  unread: unknown
  /** Parsed body; undefined if none was read. */
  sent: unknown
  /** Kind of the document whose URL is in the answer. */
  document: DocumentSource['kind'] | null
}

/** The parameters of a query as they were sent: text, and a list of what is sent more than once. */
export const sentQuery = ({ search }: Pick<Exchange, 'search'>): ParsedUrlQuery => parse(search)

/** Answer to send. Header names are in lower case. Bytes of a body are UTF-8; null is no body. */
export interface HttpAnswer {
  status: number
  headers: Record<string, string>
  body: string | Buffer | SharedBytes | null
}

/** An exchange that is over, for whoever listens in: journal, coverage, tests. A class, as a getter in a literal takes microseconds. */
export class Ended {
  readonly exchange: Exchange
  /** null where a fault left the request without one. */
  readonly answer: HttpAnswer | null
  /** What the operation answered, or the error that it threw: a `Refusal` unless something is broken. null where a fault left the work undone. */
  readonly result: Answer | Error | null
  /** Id of the fault that was played on it. */
  readonly fault: string | null

  constructor(
    exchange: Exchange,
    answer: HttpAnswer | null,
    result: Answer | Error | null,
    fault: string | null = null,
  ) {
    this.exchange = exchange
    this.answer = answer
    this.result = result
    this.fault = fault
  }

  /** The open questions that the answer depended on. */
  get consulted(): readonly QuestionKey[] {
    return this.exchange.questions.keys
  }
}

/** The store's slice; a fault of ours when no gate has put one there. */
export function contextOf({ context }: Exchange): Context {
  if (!context) throw new Error('No gate before this one has found the store')
  return context
}
