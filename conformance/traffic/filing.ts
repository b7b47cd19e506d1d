import type { ClauseId } from '../../schemas/clauses.ts'
import { Findings } from '../judge/findings.ts'
import type { Failure } from '../judge/verdict.ts'
import { isNews } from '../run/watching.ts'
import type { Store } from './store.ts'

/** A clause that an exchange broke. */
export interface Broken {
  readonly clause: ClauseId
  readonly failure: Failure
}

/**
 * What was found of each clause. What takes several exchanges to see somebody else's hand could explain: it counts as
 * long as nothing shows such a hand.
 */
export class Filing {
  readonly #certain = new Findings()
  readonly #suspected = new Map<Store, Findings>()
  readonly #isShared: boolean

  /** @param isShared somebody else is known to write to the stores */
  constructor(isShared: boolean) {
    this.#isShared = isShared
  }

  /** Adds what was found of one exchange; answers what of it is news. */
  add(found: Findings, store: Store): Broken[] {
    const suspected = this.#suspected.get(store) ?? new Findings()
    this.#suspected.set(store, suspected)
    return found.clauses.flatMap((clause) => {
      const { passes, failures, errors } = found.of(clause)
      const certain = this.#certain.of(clause)
      certain.passes += passes
      for (const error of errors) certain.errors.add(error)
      return failures
        .filter((failure) => this.#isFiled(failure, clause, store, suspected))
        .map((failure) => ({ clause, failure }))
    })
  }

  /** All that was found of a clause. */
  of(clause: ClauseId): { passes: number; failures: Failure[]; errors: Set<string> } {
    const { passes, failures, errors } = this.#certain.of(clause)
    const suspected = [...this.#suspected]
      .filter(([store]) => this.#isAlone(store))
      .flatMap(([, findings]) => findings.of(clause).failures)
    return { passes, failures: [...failures, ...suspected], errors }
  }

  #isFiled(failure: Failure, clause: ClauseId, store: Store, suspected: Findings): boolean {
    const isSuspected = failure.exchanges.length > 1
    if (isSuspected && !this.#isAlone(store)) return false
    const { failures } = (isSuspected ? suspected : this.#certain).of(clause)
    if (!isNews(failures, failure)) return false
    failures.push(failure)
    return true
  }

  #isAlone(store: Store): boolean {
    return !this.#isShared && store.others === null
  }
}
