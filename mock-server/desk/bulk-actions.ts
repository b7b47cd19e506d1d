import type { Mock } from '../mock.ts'
import { finishBulk as finish, listBulkActions, type BulkActionDetail } from '../rules/bulk-actions.ts'
import type { Store } from '../store/store.ts'
import { contextFor } from './store-named.ts'

/** The bulk actions of a store as they stand on its clock, the oldest first. */
export const bulkActions = (mock: Mock, store: Store): BulkActionDetail[] =>
  listBulkActions(contextFor(mock, store))

/** Ends the bulk action in progress; whether there was one. */
export async function finishBulk(mock: Mock, store: Store): Promise<boolean> {
  const finished = finish(contextFor(mock, store))
  await mock.db.write()
  return finished
}
