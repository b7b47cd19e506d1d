import {
  countDownload,
  countRequest,
  newTally,
  addTally,
  type Fetched,
  type Tally,
} from '../schemas/coverage/tally.ts'
import type { Ended } from './exchange.ts'
import type { Answer } from './handler.ts'
import { Refusal } from './refusal.ts'

/** Stores whose traffic is told apart; of more, what the first of them met goes into the sum alone. */
const MOST_STORES = 500

/** What the traffic of a mock met of the contract, by store. */
export class Tallies {
  /** By the name of the store; null for what was of none, as its key was not valid. */
  #byStore = new Map<string | null, Tally>()
  /** What was met in stores that are not told apart any more. */
  #rest = newTally()

  /** What a store met; left out, all traffic. */
  of(store?: string): Tally[] {
    if (store === undefined) return [this.#rest, ...this.#byStore.values()]
    const tally = this.#byStore.get(store)
    return tally ? [tally] : []
  }

  count({ exchange, answer, result }: Ended): void {
    const { operation, context, query, sent: body, document, questions } = exchange
    // Where a fault left a request without an answer, whoever sent it met none.
    const seen = answer && result
    const answered = seen && 'body' in seen ? seen.body : null
    const outcome = seen ? wordFor(seen) : 'fault'
    const met = { operation, outcome, query, body, answered, document: seen && document, questions }
    countRequest(this.#tallyOf(context?.store.record.name ?? null), met)
  }

  countDownload(store: string | null, fetched: Fetched): void {
    countDownload(this.#tallyOf(store), fetched)
  }

  /** Adds what was met elsewhere. */
  add(store: string | null, tally: Tally): void {
    addTally(this.#tallyOf(store), tally)
  }

  /** What was met since the last call, by store; it is not counted here any more. */
  take(): [store: string | null, tally: Tally][] {
    if (this.#byStore.size === 0) return []
    const taken: [string | null, Tally][] = [...this.#byStore, [null, this.#rest]]
    this.clear()
    return taken
  }

  clear(): void {
    this.#byStore.clear()
    this.#rest = newTally()
  }

  #tallyOf(store: string | null): Tally {
    const known = this.#byStore.get(store)
    if (known) return known
    const tally = newTally()
    this.#byStore.set(store, tally)
    if (this.#byStore.size > MOST_STORES) this.#forgetOldest()
    return tally
  }

  #forgetOldest(): void {
    for (const [store, tally] of this.#byStore) {
      addTally(this.#rest, tally)
      this.#byStore.delete(store)
      return
    }
  }
}

function wordFor(result: Answer | Error): string {
  if (result instanceof Refusal) return result.kind
  return result instanceof Error ? 'failed' : result.outcome
}
