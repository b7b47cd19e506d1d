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
    summary: 'list the requests to the API and for documents with their answers and violations, oldest first',
    query: {
      store: 'name of a store',
      operation: 'id of an operation, or `download`',
      status: 'HTTP status of the answer',
      violations: '`true` for requests that break the contract, `false` for the others',
      after: 'number of a request; only later requests are listed',
      limit: 'maximum number of requests: the latest, or with `after` the next',
      bodies: '`false` leaves out the two bodies of each request',
    },
    answers: fields({
      requests: listOf({
        anyOf: [a('desk/seen'), { type: 'object', description: 'A request without its bodies.' }],
      }),
      dropped: { ...NUMBER, description: 'Number of older requests that the journal has dropped.' },
    }),
    ofTraffic: true,
    answer: page,
  },
  {
    method: 'get',
    path: '/requests/:seq',
    summary: 'read a request by its number',
    answers: a('desk/seen'),
    ofTraffic: true,
    answer: ({ mock, params }) => requestOf(mock, params.seq),
  },
  {
    method: 'delete',
    path: '/requests',
    summary: 'clear the journal',
    ofTraffic: true,
    answer: ({ mock }) => clearRequests(mock),
  },
]
