import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { arbitraryOf } from '../../fixtures/arbitraries.ts'
import type { FaultEffect } from '../../schemas/types.ts'
import { CLIENTS, type Seen } from './testing/clients.ts'
import { faultyMock, until, type FaultyMock } from './testing/faulty-mock.ts'

let mock: FaultyMock
/** Where a document lies. */
let download = ''
/** What is answered where nothing is wrong. */
let right: Seen
let document: Seen
beforeAll(async () => {
  mock = await faultyMock()
  right = await CLIENTS.fetch(mock.ask('/templates'))
  download = await newLink()
  document = await CLIENTS.fetch({ url: download })
})
afterAll(() => mock.close())
afterEach(() => mock.desk.dropFaults())

async function newLink(): Promise<string> {
  const { invoices } = JSON.parse((await CLIENTS.fetch(mock.ask('/invoices'))).body)
  const { body } = await CLIENTS.fetch(mock.ask(`/invoices/${invoices[0].slug}/pdf`))
  return JSON.parse(body).invoice.pdf_url
}

const isJson = (body: string): boolean => {
  try {
    JSON.parse(Buffer.from(body, 'latin1').toString())
    return true
  } catch {
    return false
  }
}

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

/** What each kind looks like where `whole` would be right; `breaks` is the code of a body that ends too early. */
const KINDS: [fault: FaultEffect, holds: (seen: Seen, whole: Seen, breaks: string | undefined) => void][] = [
  [{ kind: 'latency', ms: 2 }, (seen, whole) => expect(seen.body).toBe(whole.body)],
  [{ kind: 'latency', p50: 1, p99: 3 }, (seen, whole) => expect(seen.body).toBe(whole.body)],
  [
    { kind: 'status', status: 503, body: '<h1>Down</h1>', headers: { 'Retry-After': '3' } },
    (seen) => {
      expect(seen).toMatchObject({ status: 503, body: '<h1>Down</h1>' })
      expect(seen.headers).toMatchObject({ 'retry-after': '3', 'content-type': 'text/plain; charset=utf-8' })
    },
  ],
  [
    { kind: 'status', status: 200, body: [{ no: 'envelope' }] },
    (seen) => expect(seen).toMatchObject({ status: 200, body: '[{"no":"envelope"}]' }),
  ],
  [{ kind: 'status', status: 204 }, (seen) => expect(seen).toMatchObject({ status: 204, body: '' })],
  [{ kind: 'reset' }, (seen) => expect(seen).toEqual({ error: 'ECONNRESET', headers: {}, body: '' })],
  [{ kind: 'lost-answer' }, (seen) => expect(seen).toEqual({ error: 'ECONNRESET', headers: {}, body: '' })],
  [
    { kind: 'drip', bytes_per_second: 200_000 },
    (seen, whole) => expect([seen.status, seen.body, seen.error]).toEqual([200, whole.body, undefined]),
  ],
  [
    { kind: 'cut', bytes: 40 },
    (seen, whole, breaks) => {
      expect([seen.status, seen.body, seen.error]).toEqual([200, whole.body.slice(0, 40), breaks])
      expect(seen.headers['content-length']).toBe(String(whole.body.length))
    },
  ],
  [
    { kind: 'cut', bytes: 1e9 },
    (seen, whole, breaks) => expect([seen.body.length, seen.error]).toEqual([whole.body.length - 1, breaks]),
  ],
  [
    { kind: 'garbage' },
    (seen, whole) => {
      const { date: _date, ...headers } = seen.headers
      expect(whole.headers).toMatchObject(
        'connection' in headers ? { 'content-type': headers['content-type'] } : headers,
      )
      expect([seen.status, seen.body.length]).toEqual([200, whole.body.length])
      expect(isJson(seen.body)).toBe(false)
      expect(seen.body).not.toContain('%PDF')
    },
  ],
]

describe.each(Object.entries(CLIENTS))('by %s', (name, client) => {
  const breaks = name === 'socket' ? undefined : 'UND_ERR_SOCKET'

  test.each(KINDS)('the API with %o', async (fault, holds) => {
    await mock.desk.fault({ fault })
    holds(await client(mock.ask('/templates')), right, breaks)
    expect(mock.desk.faults()).toMatchObject([{ matched: 1, played: 1, left: null }])
  })

  test.each(KINDS)('a download with %o', async (fault, holds) => {
    await mock.desk.fault({ when: { operation: 'download' }, fault })
    expect(await client(mock.ask('/templates'))).toMatchObject({ body: right.body })
    holds(await client({ url: download }), document, breaks)
    expect(mock.desk.faults()).toMatchObject([{ matched: 1, played: 1 }])
  })

  test('an expired download, as one whose time is over', async () => {
    await mock.desk.fault({ fault: { kind: 'expired' } })
    const seen = await client({ url: download })
    await mock.desk.dropFaults()
    const forged = await client({ url: download.replace(/.$/, (sign) => (sign === '0' ? '1' : '0')) })
    expect([seen.status, seen.body]).toEqual([forged.status, forged.body])
    expect((await client(mock.ask('/templates'))).status).toBe(200)
  })

  test('an expired download, with which all links end that are out', async () => {
    await mock.desk.fault({ when: { times: 1 }, fault: { kind: 'expired', all: true } })
    const statuses = [await client({ url: download }), await client({ url: download })].map(
      ({ status }) => status,
    )
    expect(new Set(statuses).size).toBe(1)
    download = await newLink()
    expect((await client({ url: download })).status).toBe(200)
  })

  test('an error of the API, as it answers one', async () => {
    await mock.desk.fault({ fault: { kind: 'answer', error: 'conflict' } })
    expect(await client(mock.ask('/templates'))).toMatchObject({ status: 409, body: '{"error":"Conflict"}' })
  })

  test('a hang, until the client goes', async () => {
    const before = await mock.connections()
    await mock.desk.fault({ fault: { kind: 'hang' } })
    const gone = new AbortController()
    const asked = client(mock.ask('/templates', { signal: gone.signal }))
    await until(() => mock.desk.faults()[0]?.played === 1)
    gone.abort()
    expect(await asked).toMatchObject({ headers: {}, body: '' })
    await until(async () => (await mock.connections()) <= before)
  })
})

describe('a client that hangs up', () => {
  test.each<FaultEffect>([
    { kind: 'hang' },
    { kind: 'latency', ms: 3_600_000 },
    { kind: 'drip', bytes_per_second: 0.001 },
  ])('leaves neither timer nor connection behind: %o', async (fault) => {
    const open = await mock.connections()
    const before = timers()
    await mock.desk.fault({ fault })
    const gone = new AbortController()
    const many = Array.from({ length: 8 }, () =>
      CLIENTS.socket(mock.ask('/customers', { method: 'POST', body: {}, signal: gone.signal })),
    )
    await until(() => mock.desk.faults()[0]?.played === many.length)
    gone.abort()
    await Promise.all(many)
    await until(async () => (await mock.connections()) <= open && timers() <= before)
    expect(mock.desk.faults()).toMatchObject([{ matched: many.length, played: many.length }])
  })

  test('amid a body that it never sends to the end', async () => {
    const open = await mock.connections()
    await mock.desk.fault({ fault: { kind: 'hang' } })
    const headers = { 'x-auth-token': mock.desk.target.api_key, 'content-length': 10_000_000 }
    const outgoing = request(mock.url('/customers'), { method: 'POST', headers, agent: false })
    outgoing.on('error', () => {})
    outgoing.write(Buffer.alloc(1_000_000))
    await until(() => mock.desk.faults()[0]?.played === 1)
    outgoing.destroy()
    await until(async () => (await mock.connections()) <= open)
    expect(mock.desk.faults()).toMatchObject([{ played: 1 }])
  })
})

describe('the next request of the same agent is answered', () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  afterAll(() => agent.destroy())

  const ask = async (): Promise<string> => {
    const outgoing = request(mock.url('/templates'), {
      agent,
      headers: { 'x-auth-token': mock.desk.target.api_key },
    })
    outgoing.end()
    const [answer] = await once(outgoing, 'response')
    return text(answer)
  }

  test.each(KINDS)('after %o', async (fault) => {
    await mock.desk.fault({ when: { times: 1 }, fault })
    await ask().catch(() => {})
    expect(await ask()).toBe(right.body)
    expect(mock.desk.faults()).toMatchObject([{ played: 1, left: 0 }])
  })
})

test('whatever fault is taken, the mock is whole after it', async () => {
  const inputs = fc.sample(arbitraryOf('desk/fault-effect'), { numRuns: 50, seed: 7 })
  for (const fault of inputs) {
    // What does not fit together is refused, and then there is none.
    const status = await mock.desk.fault({ fault }).then(
      () => 201,
      (error) => error.status,
    )
    expect([201, 422]).toContain(status)
    const gone = new AbortController()
    const { signal } = gone
    const asked = [
      CLIENTS.fetch(mock.ask('/templates', { signal })),
      CLIENTS.socket(mock.ask('/customers', { method: 'POST', body: {}, signal })),
      CLIENTS.undici({ url: download, signal }),
    ]
    const isMet = () => mock.desk.faults().every(({ played }) => played > 0)
    await Promise.race([Promise.all(asked), until(isMet)])
    gone.abort()
    await Promise.all(asked)
    await mock.desk.dropFaults()
    expect(await CLIENTS.fetch(mock.ask('/templates'))).toMatchObject({ status: 200, body: right.body })
  }
})

test.each<FaultEffect>([{ kind: 'reset' }, { kind: 'lost-answer' }])(
  'where the app is mounted on what cannot be reset, it is closed: %o',
  async (fault) => {
    const folder = mkdtempSync(join(tmpdir(), 'faults-'))
    const socketPath = join(folder, 'socket')
    const server = createServer(mock.desk.app).listen(socketPath)
    await once(server, 'listening')
    await mock.desk.fault({ fault })
    const outgoing = request({ socketPath, path: '/api/v1/external/templates', agent: false })
    outgoing.end()
    const [error] = await once(outgoing, 'error')
    expect(error).toMatchObject({ code: 'ECONNRESET', message: 'socket hang up' })
    server.close()
    await once(server, 'close')
    rmSync(folder, { recursive: true })
  },
)

test('the rest of the mock never suffers', async () => {
  await mock.desk.fault({ fault: { kind: 'reset' } })
  for (const path of ['//__admin/health', '//__admin/faults', '//docs', '//openapi.json'])
    expect((await fetch(mock.url(path))).status).toBe(200)
  await mock.desk.dropFaults()
})
