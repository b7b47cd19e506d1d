import type { RateWindow } from '../../scenarios/state.ts'
import type { Store } from './store.ts'

/** Kept in memory alone, as every request changes them; saved with what is kept for later. */
const windows = new WeakMap<Store, RateWindow>()

/** The window that a store is in; a new one where there was none, or the clock is not in it: one that was put back begins another too. */
export function enterWindow(store: Store, now: number, length: number): RateWindow {
  const current = windowAt(store, now, length) ?? { start: now, used: 0 }
  windows.set(store, current)
  return current
}

/** The window that a store is in; undefined for none. */
export function windowAt(store: Store, now: number, length: number): RateWindow | undefined {
  const latest = windows.get(store) ?? savedWindow(store)
  return latest && now >= latest.start && now < latest.start + length ? latest : undefined
}

/** That which it was brought back with; changes are not of it. */
function savedWindow(store: Store): RateWindow | undefined {
  // What the row of this key holds is written nowhere but here, and where a scenario is loaded.
  const saved = store.own.get('window') as RateWindow | undefined
  return saved && { ...saved }
}

/** Saves the window of a store with it, so that a copy has it too. */
export function saveWindow(store: Store): void {
  const window = windows.get(store)
  if (window) store.own.set('window', { ...window })
}
