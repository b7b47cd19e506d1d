import { AdminError } from '../desk/admin-error.ts'
import { streamEvents } from '../journal/stream.ts'
import { knownParameters } from './body.ts'
import type { AdminRoute } from './route.ts'

/** The last event that a reader who comes back has; undefined for a new one. */
function lastEvent(id: string | undefined): number | undefined {
  if (id === undefined || id === '') return undefined
  if (/^\d{1,15}$/.test(id)) return Number(id)
  throw new AdminError(400, 'Last-Event-ID must be the id of an event, a whole number.')
}

export const EVENT_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/events',
    summary:
      'what happens, as server-sent events, for as long as you listen: request, email, state, clock, fault; Last-Event-ID resumes',
    stream: (mock, request, response) => {
      knownParameters(request.query, [])
      const from = lastEvent(request.get('last-event-id'))
      if (request.method === 'HEAD') response.type('text/event-stream').end()
      else streamEvents(mock.events, response, from)
    },
  },
]
