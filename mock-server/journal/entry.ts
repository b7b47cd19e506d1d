import type { QuestionSet } from '../../schemas/coverage/question-set.ts'
import type { ErrorKind, OperationId, Outcome } from '../../schemas/operations.ts'
import type { HttpAnswer } from '../exchange.ts'
import type { Upload } from './upload.ts'

/** How a request ended, in a word; `schemas/desk/seen.json` says what each means. */
export type SeenOutcome =
  | Outcome
  | ErrorKind
  | 'download'
  | 'invalid-link'
  | 'no-operation'
  | 'fault'
  | 'failed'
  | 'unanswered'

/** A request and its answer as they were, nothing read or made of them; `Seen` is made when somebody looks. */
export interface Entry {
  /** Counts the requests that are over, from 1; 0 for one that is not yet. */
  seq: number
  /** When it came, in milliseconds since 1970 on the clock of its store. */
  at: number
  method: string
  /** As it was asked for: path and query. */
  url: string
  /** Name, value, name, value … */
  headers: readonly string[]
  /** null where none was announced. */
  body: Upload | null
  operation: OperationId | 'download' | null
  /** The name of the store whose key or document it was; null where none was found. */
  store: string | null
  outcome: SeenOutcome
  /** null where nothing was answered. */
  answer: HttpAnswer | null
  /** Until the answer was sent whole, or the client had gone. */
  ms: number
  /** Id of the fault that was played. */
  fault: string | null
  /** What its dialect was asked; null where it has none. */
  questions: Pick<QuestionSet, 'keys'> | null
  /** How much was left of the time that a rate-limited answer had told this store to wait; null where nothing was. */
  ignored_wait_ms: number | null
  /** Name of the process that it came to, where several have the data open; null else. */
  replica: string | null
  /** Bytes that it takes, about. */
  weight: number
}

/** What an entry takes beside its texts and bodies, about. */
const BARE = 600

/** Bytes that an entry takes, about. */
export function weightOf({ url, headers, body, answer }: Entry): number {
  let signs = url.length
  for (const text of headers) signs += text.length
  return BARE + signs + (body?.bytes ?? 0) + (answer ? bytesIn(answer.body) : 0)
}

/** A sign of a text may take two. */
const bytesIn = (body: HttpAnswer['body']): number =>
  typeof body === 'string' ? body.length * 2 : (body?.length ?? 0)
