import { isSuccess } from '../server/client/exchange.ts'
import type { Both } from './both.ts'
import type { Step } from './play.ts'

/** The one goes on, the other says that an action is in progress. */
export function isConflictAlone({ operation, answers }: Step, { here, there }: Both): boolean {
  if (operation !== 'bulkPdf' || answers.filter(isSuccess).length !== 1) return false
  return here.kinds.is('conflict', answers[0]) || there.kinds.is('conflict', answers[1])
}

/**
 * The bulk actions of both: once the one has started an action that the other refused, theirs end at different times,
 * and what is in progress differs by that alone until both start one at once again.
 */
export class BulkActions {
  readonly #both: Both
  #arePart = false

  constructor(both: Both) {
    this.#both = both
  }

  /** Whether a conflict of the one alone follows from what only one of them has started before. */
  follows(step: Step): boolean {
    return this.#arePart && isConflictAlone(step, this.#both)
  }

  note(step: Step): void {
    if (step.operation !== 'bulkPdf') return
    const started = step.answers.filter(isSuccess).length
    if (started === 2) this.#arePart = false
    if (started === 1 && !isConflictAlone(step, this.#both)) this.#arePart = true
  }
}
