import type { ClauseId } from '../../schemas/clauses.ts'

/** Progress of a run. */
export interface Progress {
  check: string
  clauses: readonly ClauseId[]
  /** Number of finished checks; `of` is the number of all checks. */
  done: number
  of: number
  /** Number of requests so far. */
  readonly requests: number
  elapsed_ms: number
  /** Clauses that have failed so far. */
  readonly failing: readonly ClauseId[]
}

/** How long a server takes to answer, in milliseconds. */
export interface Pace {
  read_ms: number
  write_ms: number
}

/** Estimated requests and duration of a run. */
export interface Estimate extends Pace {
  requests: number
  ms: number
}
