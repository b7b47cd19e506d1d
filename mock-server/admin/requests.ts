import { clearRequests, requestOf, requestPage } from '../desk/requests.ts'
import { a, fields, listOf, NUMBER } from './shape.ts'
import type { AdminRoute } from './route.ts'

export const REQUEST_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/requests',
    summary: 'requests to the API and for documents with their answers and violations, the oldest first',
    query: {
      store: 'name of a store',
      operation: 'operation of the API, or download',
      status: 'HTTP status of the answer',
      violations: 'true: those that break the contract; false: those that keep it',
      after: 'those that ended after the one of this number',
      limit: 'so many at most: the latest, or with after those that came next',
    },
    answers: fields({
      requests: listOf(a('desk/seen')),
      dropped: { ...NUMBER, description: 'How many more there were that are kept no more.' },
    }),
    answer: ({ mock, query }) => requestPage(mock, query),
  },
  {
    method: 'get',
    path: '/requests/:seq',
    summary: 'one request, by its number',
    answers: a('desk/seen'),
    answer: ({ mock, params }) => requestOf(mock, params.seq),
  },
  {
    method: 'delete',
    path: '/requests',
    summary: 'forget them',
    answer: ({ mock }) => clearRequests(mock),
  },
]
