import type { Dialect } from '../../schemas/dialect.ts'
import { Clock, resumed, type ClockState } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { World } from '../world.ts'
import type { Store } from './store.ts'

/** The time and the answers to the open questions by which a request is answered. */
export interface Setting {
  world: World
  dialect: Dialect
}

/** What holds for a store: its own clock and dialect where it has some, else the mock's. */
export function settingOf(store: Store, mocks: Setting): Setting {
  return { world: ownClock(store) ?? mocks.world, dialect: ownDialect(store) ?? mocks.dialect }
}

/** The clock that a store has of its own; putting it changes nothing until it is saved. */
export function ownClock(store: Store): Clock | undefined {
  // What the row of this key holds is written nowhere but here.
  const saved = store.own.get('clock') as ClockState | undefined
  return saved && new Clock(saved)
}

/** A clock of its own that a store was brought back with runs on as if it had stopped for so many milliseconds. */
export function resumeOwnClock(db: Pick<Database, 'table'>, store: number, ago: number): void {
  const own = db.table<ClockState, 'clock'>(store, 'own')
  const saved = own.get('clock')
  if (saved !== undefined) own.set('clock', resumed(saved, ago))
}

/** Gives a store a clock of its own, or puts the one that it has. */
export function saveOwnClock(store: Store, clock: Clock): void {
  store.own.set('clock', clock.state)
}

/** From now on the mock's clock holds for the store. */
export function dropOwnClock(store: Store): void {
  store.own.delete('clock')
}

/** The dialect that a store has of its own. */
export function ownDialect(store: Store): Dialect | undefined {
  // What the row of this key holds is written nowhere but here.
  return store.own.get('dialect') as Dialect | undefined
}

/** Gives a store a dialect of its own, whole; null takes it away, so that the mock's holds again. */
export function saveOwnDialect(store: Store, dialect: Dialect | null): void {
  if (dialect === null) store.own.delete('dialect')
  else store.own.set('dialect', dialect)
}
