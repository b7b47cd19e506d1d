import { bulkActions, finishBulk } from '../desk/bulk-actions.ts'
import { a, fields, listOf, YES_OR_NO } from './shape.ts'
import { storeOf, type AdminRoute } from './route.ts'

export const BULK_ACTION_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/stores/:store/bulk_actions',
    summary: 'list the bulk actions of a store, oldest first',
    answers: fields({ bulk_actions: listOf(a('desk/bulk-action-detail')) }),
    answer: (request) => ({ bulk_actions: bulkActions(request.mock, storeOf(request)) }),
  },
  {
    method: 'post',
    path: '/stores/:store/bulk_actions/finish',
    summary: 'end the bulk action in progress, if there is one',
    answers: fields({ finished: { ...YES_OR_NO, description: 'True if there was one.' } }),
    answer: async (request) => ({ finished: await finishBulk(request.mock, storeOf(request)) }),
  },
]
