import { lastEvent, streamEvents } from '../../schemas/journal/stream.ts'
import { AdminError } from '../desk/admin-error.ts'
import { knownParameters } from './body.ts'
import type { AdminRoute } from './route.ts'

export const EVENT_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/events',
    summary: 'stream server-sent events: request, email, state, clock and fault; Last-Event-ID resumes',
    stream: (mock, request, response) => {
      knownParameters(request.query, [])
      const from = lastEvent(request.get('last-event-id'), (says) => new AdminError(400, says))
      if (request.method === 'HEAD') response.type('text/event-stream').end()
      else streamEvents(mock.events, response, from)
    },
  },
]
