import type { OperationId, Outcome } from '../schemas/operations.ts'
import type { Context } from './rules/context.ts'
import type { DocumentRecord, EmailRecord } from './store/records.ts'

/** A request that passed the gates: its store is known, its query and body fit their schemas. */
export interface ApiRequest<Query = Record<string, unknown>, Body = Record<string, unknown>> {
  operation: OperationId
  context: Context
  params: { slug: string; id: number }
  query: Query
  body: Body
  /** The signed, absolute download URL of a document. */
  documentUrl(document: DocumentRecord): string
}

/** What an operation answers before the dialect gives it a status and a shape. */
export interface Answer {
  outcome: Outcome
  body: object | null
  /** The email that was queued, for whoever listens. */
  email?: EmailRecord
}

/** One operation: reads and changes the store in memory, synchronously; says no by throwing a Refusal. */
export type Handler = (request: ApiRequest) => Answer

export type Handlers = Record<OperationId, Handler>
