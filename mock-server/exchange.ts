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

/** An API request on its way through the gates; each gate fills in what it found out. */
export interface Exchange {
  readonly http: IncomingMessage
  /** The mock's clock; from the gate `authenticate` on the store's, where it has its own. */
  world: World
  /** The answers to the open questions; from the gate `authenticate` on the store's, where it has its own. */
  dialect: Dialect
  /** Notes which of them were asked for: `dialect` is one that it hands out. */
  readonly questions: QuestionSet
  /** null for a path or method that the service does not have. */
  readonly operation: OperationId | null
  /** The query as it was sent, without its question mark. */
  readonly search: string
  /** The parameter of the operation's path, still percent-encoded; empty where it has none. */
  readonly segment: string
  /** The slice of the store that owns the key, from the gate `authenticate` on. */
  context: Context | null
  /** null as long as no valid key of a paid plan was seen. */
  rate: RateState | null
  params: ApiRequest['params']
  query: ApiRequest['query']
  body: ApiRequest['body']
  /** The body as it came, unpacked; null where none was read. */
  bytes: Buffer | null
  /** Why it could not be read; undefined where it could. */
  unread: unknown
  /** The same parsed; undefined where none was read. */
  sent: unknown
  /** What the document is whose URL is handed out. */
  document: DocumentSource['kind'] | null
}

/** The parameters of a query as they were sent: text, and a list of what is sent more than once. */
export const sentQuery = ({ search }: Pick<Exchange, 'search'>): ParsedUrlQuery => parse(search)

/** What goes out: its body is written already, in UTF-8 where it is bytes; null for none. Header names in lower case. */
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
