import type { ClauseId } from '../../schemas/clauses.ts'

/** Progress of a run. */
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

/** How long a server takes to answer, in milliseconds. */
export interface Pace {
  read_ms: number
  write_ms: number
}

/** What a run will take, as far as can be told when it begins. */
export interface Estimate extends Pace {
  requests: number
  ms: number
}
