import type { Session } from '../server/session.ts'
import { Store } from './store.ts'

/** Keys that are told apart; of more at once nothing is remembered. */
const MOST_KEYS = 200

interface Known {
  readonly store: Store
  readonly session: Session
}

/** The stores that answers are of, by the keys that they were asked with. */
export class Stores {
  /** The keys, to be masked. */
  readonly keys: string[] = []
  readonly #known = new Map<string, Known>()
  readonly #session: Session
  readonly #isMasked: boolean

  constructor(session: Session, isMasked: boolean) {
    this.#session = session
    this.#isMasked = isMasked
  }

  /** The store that a key is of, and a session that remembers nothing of others. */
  of(token: string | null): Known {
    const key = token ?? ''
    const known = this.#known.get(key)
    if (known) return known
    const made = {
      store: new Store(!this.#isMasked),
      session: { ...this.#session, memory: new Map<object, unknown>() },
    }
    // Of a client that tries keys without end nothing is remembered.
    if (this.#known.size >= MOST_KEYS) return made
    this.#known.set(key, made)
    if (token !== null) this.keys.push(token)
    return made
  }

  /** What shows that others write to the stores as well. */
  get others(): string[] {
    return [...this.#known.values()].flatMap(({ store }) => store.others ?? [])
  }
}
