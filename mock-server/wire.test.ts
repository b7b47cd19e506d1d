import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMock, type StartedMock } from './index.ts'
import { api, KEYS, listeningMock, type ListeningMock } from './routes/testing/listening-mock.ts'

/** What no HTTP client sends. */

let mock: ListeningMock
let port: number

beforeAll(async () => {
  mock = await listeningMock()
  port = Number(new URL(mock.origin).port)
})
afterAll(() => mock.close())

const LIST = api('/invoices')
const CREATE = api('/templates')

test.each([
  'nonsense',
  'GET  /x HTTP/1.1\r\nHost: a',
  `GET ${LIST}/\u00ff\u00fe HTTP/1.1\r\nHost: a`,
  `GET ${LIST}/a b HTTP/1.1\r\nHost: a`,
  `GET http://elsewhere.example${LIST} HTTP/1.1\r\nHost: a`,
  `GET http://elsewhere.example HTTP/1.1\r\nHost: a`,
  'OPTIONS * HTTP/1.1\r\nHost: a',
  'CONNECT a:80 HTTP/1.1\r\nHost: a',
  `GET ${LIST} HTTP/1.0`,
  `GET ${LIST} HTTP/1.1`,
  `GET ${LIST} HTTP/9.9\r\nHost: a`,
  `GET ${LIST}#fragment HTTP/1.1\r\nHost: a`,
  `GET ${LIST}?? HTTP/1.1\r\nHost: a`,
  'GET /documents//\u00ff HTTP/1.1\r\nHost: a',
  `GET ${LIST} HTTP/1.1\r\nHost: a\r\nX-Auth-Token: \u00ff\u0000`,
  `GET ${LIST} HTTP/1.1\r\nHost: a\r\nX-Auth-Token: ${KEYS.rich}\r\nX-Auth-Token: ${KEYS.rich}`,
  `GET ${LIST} HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(70_000)}`,
  `GET ${LIST} HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade`,
  `POST ${CREATE} HTTP/1.1\r\nHost: a\r\nContent-Length: -1`,
  `POST ${CREATE} HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked`,
  `POST ${CREATE} HTTP/1.1\r\nHost: a\r\nX-Auth-Token: ${KEYS.rich}\r\nTransfer-Encoding: chunked\r\n\r\nzz`,
  `POST ${CREATE} HTTP/1.1\r\nHost: a\r\nExpect: a miracle`,
])('%j gets no server error and no HTML', async (head) => {
  const socket = connect(port, '127.0.0.1')
  socket.end(`${head}\r\nConnection: close\r\n\r\n`, 'latin1')
  const received = await text(socket).catch(nothingWhereReset(head))
  expect(received).toMatch(/^(HTTP\/1\.1 (200|400|401|403|404|417|422|431) |$)/)
  expect(received).not.toMatch(/text\/|<html|\n {4}at /i)
})

/** Bytes that Node reads of a head, where nobody says otherwise: of a longer one it closes the connection while the rest still comes, which may reset it before the answer is read. */
const MOST = 16_384

const nothingWhereReset =
  (head: string) =>
  (error: NodeJS.ErrnoException): string => {
    if (head.length > MOST && error.code === 'ECONNRESET') return ''
    throw error
  }

test('a body that breaks off harms nobody', async () => {
  const head = `POST ${CREATE} HTTP/1.1\r\nHost: a\r\nX-Auth-Token: ${KEYS.rich}\r\nContent-Length: 50`
  for (let wait = 0; wait < 20; wait++) {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`${head}\r\n\r\n{"template":`)
    await pause(wait % 5)
    socket.destroy()
  }
  expect((await mock.call('GET', api('/settings'))).status).toBe(200)
})

test('a client that waits to be told to go on is told', async () => {
  const headers = { 'x-auth-token': KEYS.rich, expect: '100-continue', 'content-length': 1 }
  const outgoing = request({ host: '127.0.0.1', port, method: 'POST', path: CREATE, headers })
  outgoing.flushHeaders()
  await once(outgoing, 'continue')
  outgoing.end('{')
  const [answer] = await once(outgoing, 'response')
  answer.resume()
  expect(answer.statusCode).toBe(422)
})

describe('a mock that listens by itself', () => {
  let started: StartedMock
  beforeAll(async () => {
    started = await startMock()
  })
  afterAll(() => started.close())

  test.each<[string, string, number, RegExp, string?]>([
    [
      'letters beyond ASCII',
      `GET ${LIST}?q=M\u00fcller HTTP/1.1`,
      400,
      /; signs beyond ASCII and spaces must be/,
    ],
    ['no method', `FOO ${LIST} HTTP/1.1`, 400, /Invalid method/],
    [
      'a long header',
      `GET ${LIST} HTTP/1.1\r\nX-Long: ${'x'.repeat(140_000)}`,
      431,
      /of more than 131072 bytes$/,
    ],
    ['no host', `GET ${LIST} HTTP/1.1`, 400, /^what was sent is no request: it names no Host$/, ''],
  ])('%s: what is no request is told why', async (_, head, status, why, host = 'Host: a\r\n') => {
    const socket = connect(Number(new URL(started.base_url).port), '127.0.0.1')
    socket.write(`${head}\r\n${host}\r\n`, 'latin1')
    const received = await text(socket).catch(nothingWhereReset(head))
    if (received === '') return
    const [answer = '', body = ''] = received.split('\r\n\r\n')
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(JSON.parse(body)).toEqual({
      error: expect.any(String),
      errors: { base: [expect.stringMatching(why)] },
    })
  })

  test('of HTTP/1.0 a request needs no host', async () => {
    const socket = connect(Number(new URL(started.base_url).port), '127.0.0.1')
    socket.write(`GET ${LIST} HTTP/1.0\r\n\r\n`)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 /)
  })

  test('an address that holds a long text is one', async () => {
    const answer = await fetch(`${started.base_url}/invoices/search?q=${'x'.repeat(60_000)}`, {
      headers: { 'X-Auth-Token': KEYS.rich },
    })
    expect([answer.status, await answer.json()]).toMatchObject([200, { invoices: [] }])
  })
})
