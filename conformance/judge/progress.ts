import type { ClauseId } from '../../schemas/clauses.ts'

/** What a run is at. */
export interface Progress {
  check: string
  clauses: readonly ClauseId[]
  /** Checks done, of all. */
  done: number
  of: number
  /** Sent until it is looked at. */
  readonly requests: number
  elapsed_ms: number
  /** Clauses that have failed until it is looked at. */
  readonly failing: readonly ClauseId[]
}
