import { AdminError } from '../desk/admin-error.ts'
import { clearRequests, linePage, requestOf, requestPage } from '../desk/requests.ts'
import { a, fields, listOf, NUMBER } from './shape.ts'
import { queryText, type AdminRequest, type AdminRoute } from './route.ts'

function page({ mock, query: { bodies: _bodies, ...filter }, query }: AdminRequest) {
  const bodies = queryText(query, 'bodies')
  if (bodies === undefined || bodies === 'true') return requestPage(mock, filter)
  if (bodies === 'false') return linePage(mock, filter)
  throw new AdminError(400, `bodies must be true or false, and is ${JSON.stringify(bodies)}.`)
}

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
      bodies: 'false: without the two bodies, as events tell requests',
    },
    answers: fields({
      requests: listOf({
        anyOf: [a('desk/seen'), { type: 'object', description: 'One without its bodies.' }],
      }),
      dropped: { ...NUMBER, description: 'How many more there were that are kept no more.' },
    }),
    ofTraffic: true,
    answer: page,
  },
  {
    method: 'get',
    path: '/requests/:seq',
    summary: 'one request, by its number',
    answers: a('desk/seen'),
    ofTraffic: true,
    answer: ({ mock, params }) => requestOf(mock, params.seq),
  },
  {
    method: 'delete',
    path: '/requests',
    summary: 'forget them',
    ofTraffic: true,
    answer: ({ mock }) => clearRequests(mock),
  },
]
