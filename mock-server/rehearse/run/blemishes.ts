import type { Seen } from '../../../schemas/types.ts'

type Violation = Seen['violations'][number]

/** In what requests broke the contract: once each, however often. */
export interface Blemish extends Violation {
  /** Of the operation, or the method and path of what is none. */
  readonly of: string
  times: number
  /** The first variation that showed it; null for the first run. */
  readonly during: string | null
}

export class Blemishes {
  readonly #all = new Map<string, Blemish>()

  get all(): Blemish[] {
    return [...this.#all.values()]
  }

  add(requests: readonly Seen[], during: string | null): void {
    for (const { operation, method, path, violations } of requests)
      for (const violation of violations) this.#add(violation, operation ?? `${method} ${path}`, during)
  }

  #add(violation: Violation, of: string, during: string | null): void {
    const key = [of, violation.rule, violation.where].join('\n')
    const known = this.#all.get(key)
    if (known) known.times++
    else this.#all.set(key, { ...violation, of, times: 1, during })
  }
}
