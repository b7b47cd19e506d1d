import type { OperationId } from '../../schemas/operations.ts'
import type { Violation } from '../../schemas/types.ts'

/** One way in which requests broke the contract. */
export interface Mistake extends Violation {
  /** null where the path is none of the API's. */
  readonly operation: OperationId | null
  times: number
}

/** More ways than this are counted, and not told apart. */
const MOST = 200

/** What clients did that the contract does not allow. */
export class Mistakes {
  readonly all = new Map<string, Mistake>()
  /** Requests that broke it in any way. */
  requests = 0

  add(operation: OperationId | null, violations: readonly Violation[]): void {
    if (violations.length > 0) this.requests++
    for (const violation of violations) {
      // Of what is no operation the text alone tells which request it was.
      const which = operation ?? violation.says
      const key = `${which} ${violation.rule} ${violation.where}`
      const known = this.all.get(key)
      if (known) known.times++
      else if (this.all.size < MOST) this.all.set(key, { ...violation, operation, times: 1 })
    }
  }
}
