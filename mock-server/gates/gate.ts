import type { StoreRecord } from '../../scenarios/state.ts'
import type { Dialect } from '../../schemas/dialect.ts'
import type { Exchange } from '../exchange.ts'
import type { Store } from '../store/store.ts'

/** What the edge asks of all stores. */
export interface StoreDirectory {
  /** Resolves when the store that owns this key can be had without waiting; undefined where it can. */
  prepare(apiKey: string): Promise<void> | undefined
  /** The store that owns exactly this key. */
  byKey(apiKey: string): Store | undefined
  /** The store of that name in the admin API. */
  byName(name: string): Store | undefined
  /** What is known of the store that owns exactly this key. */
  ownerOf(apiKey: string): StoreRecord | undefined
  /** The next record id of that size for a store; no two stores get the same. */
  nextId(size: Dialect['format.ids'], store: number): number
}

/** Step that a request must pass before its operation runs, such as `authenticate`. */
export interface Gate {
  readonly name: string
  /** Adds what it reads to the exchange. Throws a `Refusal` to stop the request. */
  pass(exchange: Exchange, stores: StoreDirectory): void | Promise<void>
}
