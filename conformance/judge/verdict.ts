import type { ClauseId } from '../../schemas/clauses.ts'
import type { Exchange } from '../server/client/exchange.ts'

/** What the run found out about a clause. */
export type Outcome = 'pass' | 'fail' | 'skipped' | 'not_exercised' | 'waived' | 'error'

/** What a judge saw that breaks a clause. */
export interface Finding {
  /** What happened, in one sentence; may be left out when expected and got say it all. */
  message?: string
  expected: string
  got: string
  /** The exchanges that show it, in their order. */
  exchanges: readonly Exchange[]
  /** The field that deviates, such as `billing_address.city` or `line_items.0.title`, for waivers. */
  field?: string
  /** What in the target could explain it, though the server may be at fault as well. */
  perhaps?: string
}

/** The field without the places in lists that lead to it: `line_items.title`. */
export const fieldOf = ({ field }: Finding): string | undefined => field?.replaceAll(/\.\d+(?=\.|$)/g, '')

/** A finding with all that replays it. */
export interface Failure extends Finding {
  check: string
  seed: number
  /** Names the property within its check, where it has several. */
  property?: string
  /** fast-check's path to the shrunk counterexample. */
  path?: string
  /** The generated values as a person would write them. */
  counterexample?: string
  /** How often it failed when tried again: `2 of 2`. */
  confirmed?: string
}

/** A clause is broken. Thrown by judges, caught by the run alone. */
export class Violation extends Error {
  readonly clause: ClauseId
  readonly finding: Finding

  constructor(clause: ClauseId, finding: Finding) {
    super(`${clause}: ${finding.message ?? `expected ${finding.expected}, got ${finding.got}`}`)
    this.clause = clause
    this.finding = finding
  }
}

/** What a check needs is not there: the clauses it would judge are not exercised by it. */
export class NotExercised extends Error {}
