import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Seen } from '../../schemas/types.ts'
import { validate } from '../../schemas/validate.ts'
import { forgotten, heard, serveMock, startMock, type StartedMock } from '../testing/engine.ts'

let mock: StartedMock
beforeAll(async () => {
  mock = await startMock({ scenario: 'small' })
})
afterAll(() => mock.close())
beforeEach(() => forgotten(mock))

interface Sent {
  method?: string
  key?: string | null
  body?: string | Buffer
  headers?: Record<string, string>
}

/** Sends with the store's key unless another one, or none, is given. */
async function call(path: string, { method = 'GET', key = mock.target.api_key, body, headers }: Sent = {}) {
  const url = path.startsWith('/') ? `${mock.base_url}${path}` : path
  const all = { ...(key !== null && { 'x-auth-token': key }), 'content-type': 'application/json', ...headers }
  const answer = await fetch(url, { method, headers: all, body: body ?? null })
  return { status: answer.status, text: await answer.text() }
}

const post = (path: string, body: string | Buffer, sent: Sent = {}) =>
  call(path, { method: 'POST', body, ...sent })

/** However slow the machine is. */
const eventually = (holds: () => void | Promise<void>) => vi.waitFor(holds, { timeout: 100_000 })

async function latest(): Promise<Seen> {
  await heard(mock)
  const seen = mock.requests().at(-1)
  if (!seen) throw new Error('The journal is empty')
  expect(validate('desk/seen', seen)).toEqual([])
  return seen
}

const endedLast = async () => ended(await latest())
const ended = ({ operation, store, answer }: Seen) => [operation, store, answer.status, answer.outcome]

describe('what came and what was answered', () => {
  test('of an operation, whole and parsed', async () => {
    const order_id = mock.target.order_ids?.[0]
    const { text } = await post('/invoices?x=1&y=2&y=3', JSON.stringify({ order_id }))
    expect(await latest()).toMatchObject({
      store: 'small',
      operation: 'createInvoice',
      method: 'POST',
      path: '/api/v1/external/invoices',
      query: { x: '1', y: ['2', '3'] },
      headers: { 'x-auth-token': '***tore (small)', 'content-type': 'application/json' },
      body: { order_id },
      fault: null,
      questions: expect.arrayContaining(['status.created', 'format.slug']),
      answer: { status: 201, outcome: 'created', body: JSON.parse(text) },
    })
    expect((await latest()).ms).toBeGreaterThan(0)
    await post('/invoices', JSON.stringify({ order_id }))
    expect(await endedLast()).toEqual(['createInvoice', 'small', 200, 'existing'])
  })

  test.each<[string, string, Sent, unknown[]]>([
    ['a wrong key', '/settings', { key: 'wrong_key_of_none' }, ['readSettings', null, 401, 'unauthorized']],
    ['no key', '/settings', { key: null }, ['readSettings', null, 401, 'unauthorized']],
    ['what is not there', '/invoices/none', {}, ['readInvoice', 'small', 404, 'not-found']],
    ['an unknown path', '/invoice', {}, [null, 'small', 404, 'not-found']],
    ['an unknown method', '/settings', { method: 'PUT' }, [null, 'small', 404, 'not-found']],
    ['HEAD', '/settings', { method: 'HEAD' }, [null, 'small', 404, 'not-found']],
    [
      'a forced error',
      '/settings',
      { headers: { 'x-mock-answer': 'conflict' } },
      ['readSettings', 'small', 409, 'conflict'],
    ],
  ])('%s', async (_, path, sent, expected) => {
    await call(path, sent)
    expect(await endedLast()).toEqual(expected)
  })

  test('beside the API, but not the documentation and not the admin API', async () => {
    const { origin } = new URL(mock.base_url)
    await call(`${origin}/api/v2/external/invoices`)
    expect(await endedLast()).toEqual([null, null, 404, 'no-operation'])
    for (const path of [
      '/',
      '/docs',
      '/openapi.json',
      '/__admin/health',
      '/__admin/requests',
      '/__admin/none',
    ])
      await call(origin + path)
    await heard(mock)
    expect(mock.requests()).toHaveLength(1)
  })

  test('of documents everything but their bytes', async () => {
    const [invoice] = JSON.parse((await call('/invoices')).text).invoices
    const { pdf_url } = JSON.parse((await call(`/invoices/${invoice.slug}/pdf`)).text).invoice
    expect(JSON.stringify(await latest())).not.toContain(new URL(pdf_url).searchParams.get('signature'))
    await call(pdf_url, { key: null })
    expect(await endedLast()).toEqual(['download', 'small', 200, 'download'])
    expect((await latest()).answer).toMatchObject({
      headers: { 'content-type': 'application/pdf' },
      body: null,
      truncated: true,
    })
    await call(pdf_url, { method: 'HEAD' })
    expect((await latest()).answer).toMatchObject({ status: 200, body: null })
    expect((await latest()).answer).not.toHaveProperty('truncated')
    await mock.fault({ when: { operation: 'download', times: 1 }, fault: { kind: 'status', status: 500 } })
    await call(pdf_url, { key: null })
    expect((await latest()).answer).toMatchObject({ status: 500, outcome: 'fault' })
    await mock.dropFaults()
    await call(`${pdf_url}0`)
    expect(await endedLast()).toEqual(['download', 'small', 403, 'invalid-link'])
  })
})

const NESTED = '['.repeat(100_000) + ']'.repeat(100_000)

describe('bodies', () => {
  test.each<[string, Sent & { path?: string }, unknown, boolean]>([
    [
      'that no gate read, as the key was wrong',
      { key: 'wrong_key_of_none', body: '{"a":[1]}' },
      { a: [1] },
      true,
    ],
    ['of an operation that takes none', { path: '/invoices/x/regenerate', body: '{"a":1}' }, { a: 1 }, true],
    ['of an unknown path', { path: '/none', body: '{"a":1}' }, { a: 1 }, true],
    ['that are no JSON', { body: '{"a":' }, '{"a":', true],
    [
      'that are packed',
      { body: gzipSync('{"a":1}'), headers: { 'content-encoding': 'gzip' } },
      { a: 1 },
      true,
    ],
    ['that are nested too deep', { body: '['.repeat(5000) }, '['.repeat(5000), true],
    ['that are nested too deep, and whole', { body: NESTED }, NESTED, true],
    ['longer than is kept', { body: `"${'x'.repeat(2 ** 21)}"` }, `"${'x'.repeat(2 ** 20 - 1)}`, false],
    [
      'longer than is kept, that nobody read',
      { key: null, body: `"${'x'.repeat(2 ** 21)}"` },
      `"${'x'.repeat(2 ** 20 - 1)}`,
      false,
    ],
  ])('%s', async (_, { path = '/invoices', ...sent }, body, whole) => {
    await call(path, { method: 'POST', ...sent })
    await eventually(async () => expect((await latest()).body).toEqual(body))
    expect((await latest()).truncated ?? false).toBe(!whole)
    expect((await fetch(`${mock.admin_url}/requests`)).status).toBe(200)
  })
})

const broken = async () => (await latest()).violations.map(({ rule, where }) => `${rule} ${where}`)
const packed = (encoding: string) => ({ headers: { 'content-encoding': encoding } })

describe('what cannot be read is a violation', () => {
  test.each<[what: string, body: string | Buffer, sent: Sent, violation: string[]]>([
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), {}, ['malformed body']],
    [
      'what is not packed as it says',
      '{"order_id":1}',
      packed('gzip'),
      ['malformed headers.content-encoding'],
    ],
    ['a packing that nobody knows', '{"order_id":1}', packed('zstd'), ['malformed headers.content-encoding']],
    ['a name that stands twice', '{"order_id":1,"order_id":1}', {}, ['malformed body.order_id']],
    ['what is packed rightly', gzipSync('{"order_id":1}'), packed('gzip'), []],
  ])('%s', async (_, body, sent, violations) => {
    await post('/invoices', body, sent)
    await eventually(async () => expect(await broken()).toEqual(violations))
  })

  test('a key that was sent twice', async () => {
    const socket = await open(head('GET', '/settings', `X-Auth-Token: ${mock.target.api_key}\r\n`))
    await eventually(async () => expect(await broken()).toEqual(['malformed headers.x-auth-token']))
    expect(JSON.stringify(await latest())).not.toContain(mock.target.api_key)
    socket.destroy()
  })
})

/** A connection on which this text was sent. */
async function open(text: string) {
  const { hostname, port } = new URL(mock.base_url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

const head = (method: string, path: string, more = '') =>
  `${method} /api/v1/external${path} HTTP/1.1\r\nHost: h\r\nX-Auth-Token: ${mock.target.api_key}\r\n${more}\r\n`

describe('clients that go away', () => {
  test('in the middle of their body', async () => {
    const socket = await open(`${head('POST', '/invoices', 'Content-Length: 100\r\n')}{"order_id"`)
    await eventually(() => expect(mock.requests()).toEqual([]))
    await new Promise((resolve) => socket.write(':', resolve))
    socket.resetAndDestroy()
    await eventually(async () =>
      expect((await endedLast()).slice(0, 3)).toEqual(['createInvoice', 'small', null]),
    )
    expect(await latest()).toMatchObject({
      body: '{"order_id":',
      truncated: true,
      answer: { headers: {}, body: null },
    })
  })

  test('before the answer, and the answers that wait behind it', async () => {
    await mock.fault({ when: { operation: 'readSettings' }, fault: { kind: 'hang' } })
    const socket = await open(head('GET', '/settings') + head('GET', '/templates'))
    await eventually(() => expect(mock.faults()[0]?.played).toBe(1))
    socket.destroy()
    await eventually(() => expect(mock.requests()).toHaveLength(2))
    expect(mock.requests().map((seen) => [...ended(seen), seen.fault])).toEqual(
      expect.arrayContaining([
        ['readSettings', 'small', null, 'fault', expect.any(String)],
        ['listTemplates', 'small', null, 'ok', null],
      ]),
    )
    await mock.dropFaults()
  })
})

async function ask(query: string) {
  const answer = await fetch(`${mock.admin_url}/requests${query}`)
  return { status: answer.status, ...JSON.parse(await answer.text()) }
}

describe('filters', () => {
  beforeEach(async () => {
    const sent: [string, Sent?][] = [
      ['/settings'],
      ['/invoices?per_page=1000'],
      ['/settings', { key: null }],
      ['/none'],
    ]
    for (const each of sent) {
      await call(...each)
      // Each replica tells what it answered a moment later.
      await heard(mock)
    }
  })

  test.each<[string, number[]]>([
    ['', [0, 1, 2, 3]],
    ['?store=small', [0, 1, 3]],
    ['?operation=readSettings', [0, 2]],
    ['?status=401', [2]],
    ['?violations=true', [1, 2, 3]],
    ['?violations=false', [0]],
    ['?limit=2', [2, 3]],
    ['?violations=true&limit=1', [3]],
    ['?after=0&limit=2', [0, 1]],
    ['?store=small&operation=readSettings&status=200', [0]],
    ['?store=neighbour', []],
  ])('%s', async (query, expected) => {
    const all = mock.requests().map(({ seq }) => seq)
    const { requests, dropped } = await ask(query)
    expect(requests.map(({ seq }: Seen) => all.indexOf(seq))).toEqual(expected)
    expect(dropped).toBe(0)
  })

  test('after one, and one alone', async () => {
    const [, second, third, fourth] = mock.requests()
    expect((await ask(`?after=${second?.seq}`)).requests).toEqual([third, fourth])
    expect(await ask(`/${third?.seq}`)).toMatchObject({ status: 200, ...third })
    expect(mock.request(third?.seq ?? 0)).toMatchObject({ ...third })
  })

  test.each([
    ['?store=smal', 404, 'There is no store "smal". There are: small, neighbour.'],
    ['?operation=listInvoice', 400, 'There is no operation "listInvoice"; did you mean listInvoices?'],
    ['?status=4xx', 400, 'status must be a whole number from 100 to 999, and is "4xx".'],
    ['?violations=yes', 400, 'violations must be true or false, and is "yes".'],
    ['?after=-1', 400, 'after must be a whole number from 0 on, and is "-1".'],
    ['?limit=0', 400, 'limit must be a whole number from 1 on, and is "0".'],
    ['?limit=1&limit=2', 400, 'limit must be a whole number'],
    ['?sotre=small', 400, 'There is no parameter "sotre"; did you mean store?'],
    ['/1', 404, 'There is no request 1: it is kept no more'],
    ['/999999', 404, 'There is no request 999999: the latest is'],
    ['/x', 400, 'seq must be a whole number from 1 on, and is "x".'],
  ])('%s is refused', async (query, status, error) => {
    expect(await ask(query)).toMatchObject({ status, error: expect.stringContaining(error) })
  })

  test('violations with the request that they are of', () => {
    const [, second] = mock.requests()
    expect(mock.violations({ operation: 'listInvoices' })).toEqual([
      {
        seq: second?.seq,
        line: 'GET /api/v1/external/invoices 200',
        rule: 'range',
        where: 'query.per_page',
        says: expect.any(String),
        instead: expect.any(String),
      },
    ])
  })
})

test('who was told to wait and does not, by the clock of the store', async () => {
  await mock.storeClock().freeze('2026-03-01T10:00:00Z')
  await call('/settings', { headers: { 'x-mock-answer': 'rate-limited' } })
  const { at, violations } = await latest()
  expect([at, violations]).toEqual(['2026-03-01T10:00:00.000Z', []])
  await call('/settings')
  expect((await latest()).violations).toMatchObject([{ rule: 'ignored-429' }])
  // A client that waited may come a little early, as clocks and timers are not exact.
  await mock.storeClock().advance(800)
  await call('/settings')
  expect((await latest()).violations).toEqual([])
  await mock.storeClock().advance(200)
  await call('/settings')
  expect((await latest()).violations).toEqual([])
  await mock.storeClock().drop()
})

test('a client that waits for the milliseconds in the body has waited, though Retry-After is rounded up', async () => {
  const dialect = {
    'rate.quota': { requests: 1, window_seconds: 10 },
    'rate.retry_after_unit': 'milliseconds',
  } as const
  const { api_key: key } = await mock.addStore({ name: 'milliseconds', clock: { frozen: true }, dialect })
  await call('/settings', { key })
  await mock.storeClock('milliseconds').advance(8500)
  expect((await call('/settings', { key })).text).toContain('"retry_after":1500')
  await mock.storeClock('milliseconds').advance(1500)
  expect((await call('/settings', { key })).status).toBe(200)
  expect((await latest()).violations).toEqual([])
  await mock.dropStore('milliseconds')
})

test('a journal that is switched off says so', async () => {
  const off = await startMock({ scenario: 'empty', journal: 0 })
  await fetch(`${off.base_url}/settings`)
  expect(() => off.requests()).toThrow('The journal is switched off: start the mock with --journal 1000')
  expect(() => off.violations()).toThrow('switched off')
  expect((await fetch(`${off.admin_url}/requests`)).status).toBe(409)
  off.clearRequests()
  await off.close()
})

test('--verbose tells each in one line, without a journal too, and no terminal is commanded', async () => {
  const lines: string[] = []
  const told = await serveMock({
    scenario: 'small',
    journal: 0,
    port: 0,
    host: '127.0.0.1',
    log: (line) => lines.push(line),
  })
  const headers = { 'x-auth-token': told.target.api_key, 'content-type': 'application/json' }
  await fetch(`${told.base_url}/settings`, { headers })
  const body = JSON.stringify({ settings: { '\u001b[2Jx': 1 } })
  await fetch(`${told.base_url}/settings`, { method: 'PATCH', headers, body })
  await told.close()
  expect(lines[0]).toMatch(/^GET \/api\/v1\/external\/settings 200 \d+\.\d ms readSettings ok$/)
  expect(lines[1]).toMatch(
    /^PATCH \/api\/v1\/external\/settings \d+ \d+\.\d ms updateSettings \w+; body\.settings\..*x: /,
  )
  expect(lines[1]).not.toContain('\u001b')
})
