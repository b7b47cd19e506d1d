import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Dialect } from '../schemas/dialect.ts'
import {
  api,
  KEYS,
  listeningMock,
  type Called,
  type CallOptions,
  type ListeningMock,
} from './routes/testing/listening-mock.ts'

/** What the edge makes of each question that it answers; what rules answer is tested beside them. */

let mock: ListeningMock

beforeAll(async () => {
  mock = await listeningMock()
})
afterEach(() => {
  mock.speak()
  mock.mock.clock.set(Date.now(), false)
})
afterAll(() => mock.close())

type Request = [method: string, path: string, options?: CallOptions]
type Expected = [status: number, body: unknown]

const call = async ([method, path, options]: Request) => mock.call(method, api(path), options)
const seen = ({ status, json }: Called): Expected => [status, json]
const force = (kind: string): CallOptions => ({ headers: { 'x-mock-answer': kind } })

const NOTHING = undefined
const READ = '/invoices/no-such-invoice'
const NEW_TEMPLATE: Request = ['POST', '/templates', { body: { template: { name: 'T' } } }]
const BAD_TEMPLATE: Request = ['POST', '/templates', { body: { template: { name: 1, font_size: 'x' } } }]
const anything = expect.anything()

const big = (size: number) => ({ template: { name: 'x'.repeat(size) } })
const ids = (count: number) => ({
  body: { invoice_ids: Array.from({ length: count }, (_, index) => 2 ** 52 + index) },
})
const limited = (options: CallOptions = {}) => call(['GET', '/settings', { key: KEYS.limited, ...options }])
const rate = ({ headers }: Called) =>
  ['limit', 'remaining', 'reset'].map((name) => headers[`x-ratelimit-${name}`])
const bulk = () => call(['POST', '/invoices/bulk_pdf', { key: KEYS.limited, body: {} }])

describe('the dialect gives', () => {
  test.each<[Partial<Dialect>, Request, Expected]>([
    [
      { 'status.unauthorized': 403 },
      ['GET', '/settings', { key: null }],
      [403, { error: 'Invalid API key' }],
    ],
    [{ 'status.not_found': 410 }, ['GET', READ], [410, { error: 'Not found' }]],
    [{ 'status.unprocessable': 400 }, BAD_TEMPLATE, [400, anything]],
    [{ 'status.rate_limited': 503 }, ['GET', '/settings', force('rate-limited')], [503, anything]],
    [{ 'status.conflict': 423 }, ['GET', '/settings', force('conflict')], [423, { error: 'Conflict' }]],
    [{ 'status.created': 200 }, NEW_TEMPLATE, [200, anything]],
    [{ 'body.forbidden': 'none' }, ['GET', '/settings', { key: KEYS.free }], [403, NOTHING]],
    [
      { 'body.forbidden': 'object' },
      ['GET', '/settings', { key: KEYS.free }],
      [403, { message: 'API access is available on paid plans only.' }],
    ],
    [{ 'body.conflict': 'none' }, ['GET', '/settings', force('conflict')], [409, NOTHING]],
    [
      { 'body.conflict': 'object' },
      ['GET', '/settings', force('conflict')],
      [409, { message: 'A bulk action is already in progress.' }],
    ],
    [
      { 'errors.structure': 'nested' },
      BAD_TEMPLATE,
      [
        422,
        {
          error: anything,
          errors: { template: { name: ['must be a string'], font_size: ['must be an integer'] } },
        },
      ],
    ],
    [
      { 'errors.structure': 'base' },
      BAD_TEMPLATE,
      [
        422,
        {
          error: anything,
          errors: { base: ['template.name must be a string', 'template.font_size must be an integer'] },
        },
      ],
    ],
    [
      {},
      ['POST', '/templates', { body: '{' }],
      [422, { error: 'Unprocessable entity', errors: { base: ['must be JSON'] } }],
    ],
    [
      { 'errors.malformed_json': 'bad_request' },
      ['POST', '/templates', { body: '{' }],
      [400, { status: 400, error: 'Bad Request' }],
    ],
    [{ 'errors.malformed_json': 'bad_request' }, ['POST', '/templates', { body: '[]' }], [422, anything]],
    [
      { 'errors.non_integer_id': 'unprocessable' },
      ['GET', '/templates/x'],
      [422, { error: anything, errors: { id: ['must be an integer'] } }],
    ],
    [{ 'errors.non_integer_id': 'unprocessable' }, ['GET', '/templates/0'], [404, anything]],
  ])('%j for %j', async (dialect, request, expected) => {
    mock.speak(dialect)
    expect(seen(await call(request))).toEqual(expected)
  })

  test.each<[Partial<Dialect>, Expected]>([
    [{}, [204, NOTHING]],
    [{ 'body.deleted': 'message' }, [204, NOTHING]],
    [{ 'status.deleted': 200 }, [200, NOTHING]],
    [{ 'status.deleted': 200, 'body.deleted': 'object' }, [200, {}]],
    [{ 'status.deleted': 202, 'body.deleted': 'message' }, [202, { message: 'Deleted.' }]],
  ])('%j for a deletion', async (dialect, expected) => {
    mock.speak(dialect)
    const { json } = await call(NEW_TEMPLATE)
    const answer = await call(['DELETE', `/templates/${json.template.id}`])
    expect(seen(answer)).toEqual(expected)
    expect(answer.headers['content-type']).toBe(
      expected[1] === NOTHING ? undefined : 'application/json; charset=utf-8',
    )
  })

  test('its own statuses for what is new, what exists and what is queued', async () => {
    mock.speak({ 'status.created': 202, 'status.existing': 203, 'status.queued': 201 })
    const [order_id] = [...(mock.mock.stores.byKey(KEYS.second)?.orders.keys() ?? [])]
    const options = { key: KEYS.second, body: { order_id } }
    const statuses = [await call(['POST', '/invoices', options]), await call(['POST', '/invoices', options])]
    const created = statuses[0]?.json.invoice
    const email = await call(['POST', `/invoices/${created?.slug}/send_email`, { key: KEYS.second }])
    expect([...statuses, email].map(({ status }) => status)).toEqual([202, 203, 201])
  })

  test('amounts, timestamps and extra fields their form', async () => {
    const path = '/invoices?per_page=1'
    const [plain] = (await call(['GET', path])).json.invoices
    mock.speak({
      'format.money': 4,
      'format.timestamps': { offset: '+00:00', digits: 0 },
      'output.extra_fields': 'some',
    })
    const [invoice] = (await call(['GET', path])).json.invoices
    expect(invoice).toEqual({
      ...plain,
      total_price: expect.stringMatching(/^\d+\.\d{4}$/),
      created_at: `${plain?.created_at.slice(0, 19)}+00:00`,
      updated_at: `${plain?.updated_at.slice(0, 19)}+00:00`,
      legacy_id: String(plain?.id),
    })
  })

  test.each<[Partial<Dialect>, string, number]>([
    [{}, 'true', 200],
    [{}, 'false', 200],
    [{}, '1', 422],
    [{}, 'yes', 422],
    [{}, '', 422],
    [{ 'input.coercion': { near_types: 'coerced', null: 'unprocessable' } }, '1', 200],
    [{ 'input.coercion': { near_types: 'coerced', null: 'unprocessable' } }, 'off', 200],
    [{ 'input.coercion': { near_types: 'coerced', null: 'unprocessable' } }, 'x', 422],
  ])('%j for packing_slip=%s in the query: %i', async (dialect, value, status) => {
    mock.speak(dialect)
    const slug = await anySlug()
    expect((await call(['GET', `/invoices/${slug}/pdf?packing_slip=${value}`])).status).toBe(status)
  })
})

const anySlug = async () => (await call(['GET', '/invoices?per_page=1'])).json.invoices[0]?.slug

describe('a query', () => {
  test.each([
    ['template_id=x', 422],
    ['template_id=1.0', 422],
    ['template_id=1e2', 422],
    ['template_id=%200', 422],
    ['template_id=99999999999999999999', 422],
    ['template_id=%zz', 422],
    ['template_id[a]=1', 200],
    ['__proto__=1&constructor=2', 200],
    ['packing_slip=x&packing_slip=true', 200],
    ['packing_slip=true&packing_slip=x', 422],
  ])('%s answers %i', async (query, status) => {
    expect((await call(['GET', `/invoices/${await anySlug()}/pdf?${query}`])).status).toBe(status)
  })

  test('has the last of a repeated parameter count', async () => {
    const { meta } = (await call(['GET', '/invoices?per_page=3&page=1&per_page=7'])).json
    expect(meta).toMatchObject({ page: 1, per_page: 7 })
  })
})

describe('a body', () => {
  test.each<[string, CallOptions, number]>([
    ['of no type', { body: { template: { name: 'T' } } }, 201],
    ['of another type', { body: { template: { name: 'T' } }, headers: { 'content-type': 'text/html' } }, 201],
    ['of a broken type', { body: { template: { name: 'T' } }, headers: { 'content-type': ';;=/' } }, 201],
    [
      'in a strange charset',
      { body: { template: { name: 'T' } }, headers: { 'content-type': 'application/json; charset=latin1' } },
      201,
    ],
    ['with a byte order mark', { body: '\uFEFF{"template":{"name":"T"}}' }, 201],
    ['in chunks', { body: { template: { name: 'T' } }, headers: { 'transfer-encoding': 'chunked' } }, 201],
    [
      'of 900 kB',
      { body: { template: { name: 'T', logo_url: `data:image/png,${'A'.repeat(900_000)}` } } },
      201,
    ],
    ['of 2 MB', { body: big(2_000_000) }, 422],
    ['of 10 MB in chunks', { body: big(10_000_000), headers: { 'transfer-encoding': 'chunked' } }, 422],
    ['that is missing', {}, 422],
    ['that is empty', { body: '' }, 422],
    ['of space', { body: '  ' }, 422],
    ['of bytes that are no UTF-8', { body: Buffer.from('{"template":{"name":"\xff"}}', 'latin1') }, 422],
    ['in UTF-16', { body: Buffer.from('{"template":{"name":"T"}}', 'utf16le') }, 422],
    ['that lies about being packed', { body: '{}', headers: { 'content-encoding': 'gzip' } }, 422],
    ['packed in a strange way', { body: '{}', headers: { 'content-encoding': 'lzma' } }, 422],
  ])('%s answers as it should', async (_name, options, status) => {
    expect((await call(['POST', '/templates', options])).status).toBe(status)
  })

  test.each([
    [
      'gzip',
      Buffer.from('{}'),
      'it is not packed by gzip, as Content-Encoding says (incorrect header check)',
    ],
    ['br', gzipSync('{}'), 'it is not packed by br, as Content-Encoding says (Decompression failed)'],
    ['zstd', Buffer.from('{}'), 'unsupported content encoding zstd; gzip, deflate and br are known'],
    ['gzip', gzipSync(' '.repeat(2_000_000)), 'request entity too large'],
  ])('packed by %s, which it is not or is too large, is told why', async (encoding, body, why) => {
    const { json } = await call(['POST', '/templates', { body, headers: { 'content-encoding': encoding } }])
    expect(json.errors).toEqual({ base: [`cannot be read: ${why}`] })
  })

  test('keeps NUL and half characters as they were sent', async () => {
    const name = 'a\0b\ud800c\u202e'
    const { json } = await call(['POST', '/templates', { body: { template: { name } } }])
    expect(json.template.name).toBe(name)
    expect((await call(['GET', `/templates/${json.template.id}`])).json.template.name).toBe(name)
  })

  test('may name 5,000 ids of any size and no more', async () => {
    const [most, more] = [
      await call(['POST', '/invoices/bulk_pdf', ids(5000)]),
      await call(['POST', '/invoices/bulk_pdf', ids(5001)]),
    ]
    expect([most.status, more.status]).toEqual([422, 422])
    expect(most.text).not.toBe(more.text)
  })
})

describe('the rate limit', () => {
  const at = Date.UTC(2031, 0, 1) + 250
  let hour = 0
  const freeze = () => mock.mock.clock.set(at + ++hour * 3_600_000, true)

  test('counts down in headers, refuses, and recovers when retry_after is over', async () => {
    freeze()
    const start = mock.mock.clock.now()
    const reset = String(Math.ceil((start + 2000) / 1000))
    for (const left of [4, 3, 2, 1, 0]) expect(rate(await limited())).toEqual(['5', String(left), reset])
    mock.mock.clock.advance(700)
    const refused = await limited()
    expect([refused.status, refused.headers['retry-after'], ...rate(refused)]).toEqual([
      429,
      '2',
      '5',
      '0',
      reset,
    ])
    expect(refused.json).toEqual({
      error: 'Rate limit exceeded',
      retry_after: 2,
      message: 'Retry in 2 seconds.',
    })
    mock.mock.clock.advance(1299)
    const last = await limited()
    expect([last.status, last.json.retry_after, last.json.message]).toEqual([429, 1, 'Retry in 1 second.'])
    mock.mock.clock.advance(1)
    expect((await limited()).status).toBe(200)
  })

  test.each<[Dialect['rate.reset_format'], (reset: number) => string]>([
    ['unix_seconds', (reset) => String(Math.ceil(reset / 1000))],
    ['unix_milliseconds', String],
    ['seconds_left', () => '2'],
    ['http_date', (reset) => new Date(Math.ceil(reset / 1000) * 1000).toUTCString()],
    ['iso_8601', (reset) => new Date(reset).toISOString()],
  ])('tells its end as %s', async (format, expected) => {
    freeze()
    mock.speak({ 'rate.reset_format': format })
    expect((await limited()).headers['x-ratelimit-reset']).toBe(expected(mock.mock.clock.now() + 2000))
  })

  test('tells retry_after in milliseconds, and headers only when it refuses, where the dialect says so', async () => {
    freeze()
    mock.speak({ 'rate.retry_after_unit': 'milliseconds', 'rate.headers_always': false })
    for (let request = 0; request < 5; request++)
      expect(rate(await limited())).toEqual([undefined, undefined, undefined])
    mock.mock.clock.advance(234)
    const refused = await limited()
    expect([refused.json.retry_after, refused.headers['x-ratelimit-limit']]).toEqual([1766, '5'])
  })

  test('counts what is not found and what is wrong, but not what has no valid key', async () => {
    freeze()
    await limited({ key: `${KEYS.limited}x` })
    await call(['GET', READ, { key: KEYS.limited }])
    await call(['POST', '/templates', { key: KEYS.limited, body: '{' }])
    expect(rate(await limited())[1]).toBe('2')
  })

  test('leaves bulk_pdf alone unless the dialect counts it', async () => {
    freeze()
    for (let request = 0; request < 7; request++) expect((await bulk()).status).toBe(422)
    expect(rate(await bulk())[1]).toBe('5')
    mock.speak({ 'rate.bulk_pdf': true })
    for (let request = 0; request < 5; request++) expect((await bulk()).status).toBe(422)
    expect((await bulk()).status).toBe(429)
  })

  test('is a store of its own', async () => {
    freeze()
    for (let request = 0; request < 6; request++) await limited()
    expect((await limited()).status).toBe(429)
    expect((await limited({ key: KEYS.rich })).status).toBe(200)
  })

  test("is the dialect's for a store without its own", async () => {
    mock.speak({ 'rate.quota': { requests: 2, window_seconds: 0.5 } })
    freeze()
    const statuses = []
    for (let request = 0; request < 3; request++) statuses.push((await call(['GET', '/settings'])).status)
    mock.mock.clock.advance(500)
    expect([...statuses, (await call(['GET', '/settings'])).status]).toEqual([200, 200, 429, 200])
  })
})

describe('a forced answer', () => {
  test('looks like a real one', async () => {
    const { json, headers } = await call(['GET', '/settings', force('rate-limited')])
    expect(json).toEqual({
      error: 'Rate limit exceeded',
      retry_after: expect.any(Number),
      message: expect.any(String),
    })
    expect(headers).toMatchObject({
      'x-ratelimit-reset': expect.any(String),
      'retry-after': String(json.retry_after),
    })
  })

  test('must be one of the listed kinds', async () => {
    const { status, json } = await call(['GET', '/settings', force('teapot')])
    expect([status, json.errors]).toEqual([
      422,
      {
        'X-Mock-Answer': [
          'must be one of unauthorized, forbidden, rate-limited, not-found, unprocessable, conflict',
        ],
      },
    ])
  })
})
