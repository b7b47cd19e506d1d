import type { RateWindow } from '../../scenarios/state.ts'
import type { Store } from './store.ts'

/** The window that a store is in; undefined for none. One that was put back is in that which it was kept with. */
export function windowAt(store: Store, now: number, length: number): RateWindow | undefined {
  const latest = store.window.latest ?? savedWindow(store)
  return latest && now >= latest.start && now < latest.start + length ? latest : undefined
}

/** That which it was brought back with; changes are not of it. */
function savedWindow(store: Store): RateWindow | undefined {
  // What the row of this key holds is written nowhere but here, and where a scenario is loaded.
  return store.own.get('window') as RateWindow | undefined
}

/** Saves the window of a store with it, so that a copy has it too. */
export function saveWindow(store: Store): void {
  const { latest, isCopied } = store.window
  if (latest && !isCopied) store.own.set('window', { ...latest })
}
