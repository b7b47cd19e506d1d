import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { coverageText, formOf } from '../../../schemas/coverage/forms.ts'
import { isLoopback, isOfForeignPage, withoutPort } from '../../../schemas/journal/callers.ts'
import { REQUEST_FILTERS } from '../../../schemas/journal/requests.ts'
import { lastEvent, streamEvents } from '../../../schemas/journal/stream.ts'
import { didYouMean } from '../../../schemas/nearest.ts'
import { partsOf } from '../recorded.ts'
import { DeskError } from './desk-error.ts'
import type { Desk } from './desk.ts'

/** A desk that is served, on this machine alone. */
export interface ServedDesk {
  readonly url: string
  close(): Promise<void>
}

interface Asked {
  readonly desk: Desk
  readonly query: Readonly<Record<string, string>>
  readonly seq: string
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

interface Route {
  readonly line: string
  readonly pattern: RegExp
  readonly says: string
  readonly parameters: readonly string[]
  answer(asked: Asked): void
}

const ROUTES: readonly Route[] = [
  {
    line: 'GET /requests',
    pattern: /^GET \/requests$/,
    says: `requests with their answers and violations, the oldest first; filters: ${REQUEST_FILTERS.join(', ')}`,
    parameters: REQUEST_FILTERS,
    answer: ({ desk, query, outgoing }) => json(outgoing, 200, desk.requests(query)),
  },
  {
    line: 'GET /requests/SEQ',
    pattern: /^GET \/requests\/([^/]+)$/,
    says: 'one request, by its number',
    parameters: [],
    answer: ({ desk, seq, outgoing }) => json(outgoing, 200, desk.request(seq)),
  },
  {
    line: 'DELETE /requests',
    pattern: /^DELETE \/requests$/,
    says: 'forget them',
    parameters: [],
    answer({ desk, outgoing }) {
      desk.clear()
      outgoing.writeHead(204).end()
    },
  },
  {
    line: 'GET /events',
    pattern: /^GET \/events$/,
    says: 'each request as it ends, as server-sent events; Last-Event-ID resumes',
    parameters: [],
    answer({ desk, incoming, outgoing }) {
      const id = incoming.headers['last-event-id']
      const from = lastEvent(id === undefined ? undefined : String(id), (says) => new DeskError(400, says))
      streamEvents(desk.events, outgoing, from)
    },
  },
  {
    line: 'GET /coverage',
    pattern: /^GET \/coverage$/,
    says: 'what of the contract the clients met; ?as=table for a terminal, ?as=page for a browser',
    parameters: ['as'],
    answer({ desk, query, incoming, outgoing }) {
      const form = formOf(query['as'], incoming.headers.accept ?? '', (says) => new DeskError(400, says))
      const { type, text } = coverageText(form, desk.coverage) ?? {}
      if (type === undefined) return json(outgoing, 200, desk.coverage)
      outgoing.writeHead(200, { 'content-type': type }).end(text)
    },
  },
]

/** Serves a desk on loopback, at a port of its own, so that no path of it is one of a deployment. */
export async function serveDesk(desk: Desk, port = 0): Promise<ServedDesk> {
  const server = createServer((incoming, outgoing) => answer(desk, incoming, outgoing))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: own } = server.address() as AddressInfo // it listens at a port
  return {
    url: `http://127.0.0.1:${own}`,
    async close() {
      desk.events.close()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function answer(desk: Desk, incoming: IncomingMessage, outgoing: ServerResponse): void {
  try {
    guard(incoming)
    respond(desk, incoming, outgoing)
  } catch (error) {
    if (!(error instanceof DeskError)) throw error
    json(outgoing, error.status, { error: error.message })
  }
}

/** Keeps others out: web pages, and names that were bent to this machine. */
function guard({ headers }: IncomingMessage): void {
  const host = withoutPort(headers.host ?? '')
  if (!isLoopback(host))
    throw new DeskError(403, `This answers on names such as localhost, not on "${host}".`)
  if (isOfForeignPage(headers)) throw new DeskError(403, 'This does not answer pages of other origins.')
}

function respond(desk: Desk, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { path, query: text } = partsOf(incoming.url ?? '/')
  if (path === '/')
    return json(outgoing, 200, Object.fromEntries(ROUTES.map(({ line, says }) => [line, says])))
  const line = `${incoming.method} ${path}`
  const route = ROUTES.find(({ pattern }) => pattern.test(line))
  if (!route) throw new DeskError(404, `There is no ${line}; GET / lists what there is.`)
  const query = Object.fromEntries(new URLSearchParams(text))
  for (const name of Object.keys(query))
    if (!route.parameters.includes(name))
      throw new DeskError(400, `${route.line} has no parameter "${name}"; ${instead(name, route.parameters)}`)
  route.answer({ desk, query, seq: route.pattern.exec(line)?.[1] ?? '', incoming, outgoing })
}

const instead = (name: string, known: readonly string[]): string =>
  known.length === 0 ? 'it takes none.' : didYouMean(name, known)

function json(outgoing: ServerResponse, status: number, value: unknown): void {
  outgoing.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  outgoing.end(JSON.stringify(value))
}
