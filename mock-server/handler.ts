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

/** Result of an operation. The dialect then determines its status and shape. */
export interface Answer {
  outcome: Outcome
  body: object | null
  /** Email that the operation queued. */
  email?: EmailRecord
}

/** One operation: reads and changes the store in memory, synchronously; says no by throwing a Refusal. */
export type Handler = (request: ApiRequest) => Answer

/** The function of each operation. */
export type Handlers = Record<OperationId, Handler>
