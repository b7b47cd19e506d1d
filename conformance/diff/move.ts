import type { ClauseId } from '../../schemas/clauses.ts'
import type { OperationId } from '../../schemas/operations.ts'
import type { QuestionKey } from '../../schemas/questions.ts'
import type { Call } from '../server/client/call.ts'
import type { Name } from '../compare/counterparts.ts'
import type { Both } from './both.ts'

/** What both servers call a record that both were told to make. */
export interface Made {
  here: Name
  there: Name
}

/** An invoice that both made of the same order. */
export interface MadeInvoice extends Made {
  slug: string
  /** Whether the two orders are alike: where they are not, neither are the values of their invoices. */
  alike: boolean
  /** Its invoice_type, as it was answered first. */
  types: readonly [here: unknown, there: unknown]
}

/** What the moves of a sequence are about: what was made before them. */
export interface Records {
  readonly both: Both
  readonly templates: readonly Made[]
  readonly customers: readonly Made[]
  readonly invoices: readonly MadeInvoice[]
}

/** What says how a request is to be answered: a clause, or the question that leaves it open. */
export type Subject = ClauseId | QuestionKey

/** One request that both servers are asked. */
export interface Move {
  /** As a person would type it. */
  name: string
  operation: OperationId
  /** What says how it is answered; of several, the one that says most. */
  about: readonly Subject[]
  /** The request as A is asked; null where there is nothing to ask about. */
  call(records: Records): Call | null | Promise<Call | null>
}

/** The one at a place among those that there are. */
export const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(1, all.length)]
