import { once } from 'node:events'
import { Agent, createServer, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { parseDialect, type Dialect } from '../../../schemas/dialect.ts'
import type {
  BulkActionResponse,
  CustomerDetailResponse,
  CustomersResponse,
  InvoicePdfResponse,
  InvoiceResponse,
  InvoicesResponse,
  SettingsResponse,
  TemplateResponse,
  TemplatesResponse,
} from '../../../schemas/types.ts'
import { BASE_PATH, createMockApp, type MockAppOptions } from '../../app.ts'
import { portOf } from '../../connections.ts'
import type { Mock } from '../../mock.ts'
import { openMock } from '../../testing/engine.ts'

/** Keys of the default scenario. */
export const KEYS = {
  rich: 'test_key_rich_store',
  second: 'test_key_second_store',
  free: 'test_key_free_store',
  limited: 'test_key_limited_store',
}

/** All that an answer may hold; which of it does is what tests are about. */
type Answered = ErrorBody &
  InvoiceResponse &
  InvoicePdfResponse &
  InvoicesResponse &
  BulkActionResponse &
  TemplateResponse &
  TemplatesResponse &
  CustomerDetailResponse &
  CustomersResponse &
  SettingsResponse

interface ErrorBody {
  error: string
  errors: Record<string, unknown>
  retry_after: number
  message: string
}

export interface Called {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The body read as JSON; undefined where it is not said to be. */
  json: Answered
}

export interface CallOptions {
  /** Sent as JSON unless it is text or bytes. */
  body?: unknown
  key?: string | null
  headers?: OutgoingHttpHeaders
}

/** A mock with the default scenario on a port, its answers held to their schemas. */
export interface ListeningMock {
  mock: Mock
  origin: string
  /** Makes the mock answer by its own dialect but for these keys. */
  speak(changes?: object): void
  /** Sends a request to a path below the base (or to an absolute path on the origin), as it is. */
  call(method: string, path: string, options?: CallOptions): Promise<Called>
  close(): Promise<void>
}

export async function listeningMock(options: Partial<MockAppOptions> = {}): Promise<ListeningMock> {
  const mock = await openMock({})
  let dialect: Dialect = mock.dialect
  const { db, stores, clock: world } = mock
  const own = { db, stores, world, secret: () => mock.secret, dialect: () => dialect, validateAnswers: true }
  const server = createServer(createMockApp({ ...own, ...options }).listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  const agent = new Agent({ keepAlive: true })

  return {
    mock,
    origin: `http://127.0.0.1:${port}`,
    speak(changes = {}) {
      dialect = parseDialect(changes).dialect
    },
    async call(method, path, { body, key = KEYS.rich, headers = {} } = {}) {
      const sent = toBytes(body)
      const all: OutgoingHttpHeaders = { ...(key !== null && { 'x-auth-token': key }), ...headers }
      if (sent && !('transfer-encoding' in all)) all['content-length'] ??= sent.length
      const outgoing = request({ agent, host: '127.0.0.1', port, method, path, headers: all })
      outgoing.end(sent)
      const [answer] = await once(outgoing, 'response')
      const received = await text(answer)
      return {
        status: answer.statusCode,
        headers: answer.headers,
        text: received,
        json: received !== '' && isJson(answer.headers) ? JSON.parse(received) : undefined,
      }
    },
    async close() {
      agent.destroy()
      server.close()
      await once(server, 'close')
      await mock.close()
    },
  }
}

const isJson = (headers: IncomingHttpHeaders) =>
  headers['content-type']?.startsWith('application/json') === true

const toBytes = (body: unknown): Buffer | undefined => {
  if (body === undefined || body instanceof Buffer) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

/** A path below the API's base. */
export const api = (path: string): string => `${BASE_PATH}${path}`
