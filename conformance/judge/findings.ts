import { CLAUSES, type ClauseId } from '../../schemas/clauses.ts'
import type { Failure } from './verdict.ts'

/** What a run has seen of one clause so far. */
export interface ClauseFindings {
  passes: number
  failures: Failure[]
  /** Why something was not exercised, and what would make it so. */
  reasons: Set<string>
  /** What a clause over many operations was not judged on. */
  left_out: Set<string>
  errors: Set<string>
  /** Milliseconds that its checks took, and requests that they sent. */
  ms: number
  requests: number
}

/** True for a deviation that a waiver accepts. */
export type Accepts = (clause: ClauseId, failure: Failure) => boolean

/** Collects what checks find, clause by clause. */
export class Findings {
  readonly #clauses = new Map<ClauseId, ClauseFindings>()

  of(clause: ClauseId): ClauseFindings {
    let found = this.#clauses.get(clause)
    if (!found) {
      found = {
        passes: 0,
        failures: [],
        reasons: new Set(),
        left_out: new Set(),
        errors: new Set(),
        ms: 0,
        requests: 0,
      }
      this.#clauses.set(clause, found)
    }
    return found
  }

  /** Clauses of which anything was seen. */
  get clauses(): ClauseId[] {
    return [...this.#clauses.keys()]
  }

  /** Whether any clause has failed. */
  get isFailing(): boolean {
    for (const { failures } of this.#clauses.values()) if (failures.length > 0) return true
    return false
  }

  /** Clauses that have failed. */
  get failing(): ClauseId[] {
    const failing: ClauseId[] = []
    for (const [clause, { failures }] of this.#clauses) if (failures.length > 0) failing.push(clause)
    return failing
  }

  /** Whether a clause that fails the run has failed, otherwise than is accepted. */
  hasFailed(accepts: Accepts = () => false): boolean {
    return [...this.#clauses].some(
      ([clause, { failures }]) =>
        CLAUSES[clause].level === 'must' && failures.some((failure) => !accepts(clause, failure)),
    )
  }
}
