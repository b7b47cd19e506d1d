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
  /** What was found of the exchange under way, and how often each clause held. */
  readonly found = new Findings()
  readonly #certain = new Findings()
  readonly #suspected = new Map<Store, Findings>()
  readonly #isShared: boolean

  /** @param isShared somebody else is known to write to the stores */
  constructor(isShared: boolean) {
    this.#isShared = isShared
  }

  /** Whether anything was found to be broken that is not yet filed. */
  get isAny(): boolean {
    return this.found.isFailing
  }

  /** Takes what a second look found to be broken for what the first did; what held was counted then. */
  foundRather(again: Findings): void {
    for (const clause of this.found.failing) this.found.of(clause).failures = []
    for (const clause of again.failing) this.found.of(clause).failures = again.of(clause).failures
  }

  /** Files what was found to be broken; answers what of it is news. */
  file(store: Store): Broken[] {
    if (!this.isAny) return []
    return this.found.failing.flatMap((clause) => {
      const found = this.found.of(clause)
      const { failures } = found
      found.failures = []
      return failures
        .filter((failure) => this.#isFiled(failure, clause, store))
        .map((failure) => ({ clause, failure }))
    })
  }

  /** All that was found of a clause. */
  of(clause: ClauseId): { passes: number; failures: Failure[]; errors: Set<string> } {
    const { passes, errors } = this.found.of(clause)
    const suspected = [...this.#suspected]
      .filter(([store]) => this.#isAlone(store))
      .flatMap(([, findings]) => findings.of(clause).failures)
    return { passes, failures: [...this.#certain.of(clause).failures, ...suspected], errors }
  }

  #isFiled(failure: Failure, clause: ClauseId, store: Store): boolean {
    const isSuspected = failure.exchanges.length > 1
    if (isSuspected && !this.#isAlone(store)) return false
    const { failures } = (isSuspected ? this.#suspectedIn(store) : this.#certain).of(clause)
    if (!isNews(failures, failure)) return false
    failures.push(failure)
    return true
  }

  #suspectedIn(store: Store): Findings {
    const suspected = this.#suspected.get(store) ?? new Findings()
    this.#suspected.set(store, suspected)
    return suspected
  }

  #isAlone(store: Store): boolean {
    return !this.#isShared && store.others === null
  }
}
