import { finishBulk, listBulkActions } from '../rules/bulk-actions.ts'
import { contextOf, type AdminRequest, type AdminRoute } from './route.ts'

async function finish(request: AdminRequest): Promise<{ finished: boolean }> {
  const finished = finishBulk(contextOf(request))
  await request.mock.db.write()
  return { finished }
}

export const BULK_ACTION_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/stores/:store/bulk_actions',
    summary: 'its bulk actions as they stand on the clock, the oldest first',
    answer: (request) => ({ bulk_actions: listBulkActions(contextOf(request)) }),
  },
  {
    method: 'post',
    path: '/stores/:store/bulk_actions/finish',
    summary: 'end the bulk action in progress, if there is one',
    answer: finish,
  },
]
