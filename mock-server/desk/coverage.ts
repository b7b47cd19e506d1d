import { coverageOf } from '../../schemas/coverage/coverage.ts'
import type { Coverage } from '../../schemas/types.ts'
import type { Mock } from '../mock.ts'
import { contextFor, storeNamed } from './store-named.ts'

/**
 * What of the contract the traffic of a store met, or of all, since the mock was started or this was cleared. A store
 * that is gone is still known by what it met.
 * @throws AdminError 404 where no store of that name is, or was asked for anything
 */
export function coverage(mock: Mock, store?: string): Coverage {
  const tallies = mock.tallies.of(store)
  if (store === undefined || (tallies.length > 0 && !mock.stores.byName(store)))
    return coverageOf(tallies, mock.dialect)
  return coverageOf(tallies, contextFor(mock, storeNamed(mock, store)).dialect)
}

/** Begins to count anew. */
export function clearCoverage({ db, tallies, counted }: Mock): void {
  counted.clear()
  if (db.feed) db.feed.tell('forget coverage', null)
  else tallies.clear()
}
