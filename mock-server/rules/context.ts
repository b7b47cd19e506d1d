import type { Dialect } from '../../schemas/dialect.ts'
import type { Store } from '../store/store.ts'
import type { World } from '../world.ts'

/** What a rule works on: one store's slice, time and chance, and the answers to the open questions. */
export interface Context {
  store: Store
  world: World
  dialect: Dialect
  /** The next record id; ids are counted over all stores, so that none coincide. */
  nextId(): number
}
