import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { OPERATION_IDS, OPERATIONS, type Operation, type OperationId } from '../schemas/operations.ts'
import { api, KEYS, listeningMock, type Called, type ListeningMock } from './routes/testing/listening-mock.ts'

/**
 * Whatever comes in, the answer is one of the listed kinds, as JSON, and the stores are as they were (clause
 * http.no-server-error). Every request here has something about it that keeps it from being a write.
 */

let mock: ListeningMock
let before: string
const told = vi.spyOn(console, 'error')

const content = () => JSON.stringify([...mock.mock.db.rows()])

beforeAll(async () => {
  mock = await listeningMock()
  before = content()
})
afterEach(() => {
  mock.speak()
  expect(told).not.toHaveBeenCalled()
  expect(content() === before).toBe(true)
})
afterAll(() => mock.close())

/** Any code units: NUL, control characters, halves of characters. */
const anyText = fc.array(fc.nat(0xffff), { maxLength: 20 }).map((units) => String.fromCharCode(...units))
const oddText = fc.oneof(
  anyText,
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    "' OR 1=1 --",
    '%',
    '_',
    '(',
    '[a-',
    '../..',
    '<script>',
    '😀',
    '__proto__',
    'constructor',
    'NaN',
    '٣',
    '1e2',
    ' 7 ',
    '0x10',
    '１２',
  ),
  fc.constantFrom(1000, 20_000).map((length) => 'x'.repeat(length)),
)

/** What no integer, boolean or text field takes. */
const container = fc.oneof(
  fc.constant({}),
  fc.constant([]),
  fc.dictionary(oddText, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
  fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 3 }),
  fc.constantFrom(10, 1000, 20_000).map((depth) => `\u0001${'['.repeat(depth)}${']'.repeat(depth)}`),
)
/** Numbers as they are written, which JSON.stringify would not: no order, template or invoice has them as id. */
const oddNumber = fc
  .constantFrom(
    '-1',
    '-0',
    '0',
    '1.5',
    '1e400',
    '-1e400',
    '1E+2000',
    '9007199254740993',
    '1'.repeat(400),
    '0.1e-9',
    '123456789.000001',
  )
  .map((digits) => `\u0001${digits}`)
const wrongId = fc.oneof(oddNumber, oddText, container, fc.boolean(), fc.constant(null))

/** JSON in which a text that begins with \u0001 stands for itself. */
const written = (value: unknown) => JSON.stringify(value)?.replaceAll(/"\\u0001([^"]*)"/g, '$1') ?? ''

const member = (name: string, value: fc.Arbitrary<unknown>) => value.map((wrong) => ({ [name]: wrong }))
const wrongFields = (resource: string, fields: string[], more: fc.Arbitrary<object> = fc.constant({})) =>
  fc.oneof(
    fc
      .jsonValue({ maxDepth: 1 })
      .filter((value) => typeof value !== 'object' || value === null || !(resource in value)),
    member(
      resource,
      fc.oneof(oddText, oddNumber, fc.boolean(), fc.constant(null), fc.array(fc.jsonValue({ maxDepth: 1 }))),
    ),
    member(
      resource,
      fc
        .record({ field: fc.constantFrom(...fields), value: container, rest: more })
        .map(({ field, value, rest }) => ({ ...rest, [field]: value })),
    ),
  )

const wrongBodies: Record<string, fc.Arbitrary<unknown>> = {
  createInvoice: fc.oneof(
    member('order_id', wrongId),
    fc.record({ order_id: fc.constant(1), template_id: wrongId }),
    fc.record({ order_id: fc.nat(3000), draft: container }),
    fc.record({ order_id: fc.nat(3000), packing_slip: container }),
    container,
  ),
  bulkPdf: fc.oneof(
    member(
      'invoice_ids',
      fc.oneof(
        wrongId,
        fc.array(wrongId, { minLength: 1, maxLength: 5 }),
        fc.constant(Array.from({ length: 6000 }, () => 1)),
      ),
    ),
    container,
  ),
  sendInvoiceEmail: fc.oneof(member('template_id', wrongId), fc.array(fc.jsonValue())),
  createTemplate: wrongFields(
    'template',
    ['name', 'font_size', 'logo_enabled', 'logo_url', 'template_type'],
    fc.constant({ name: 'Fuzz' }),
  ),
  updateTemplate: wrongFields('template', ['name', 'font_size', 'logo_enabled', 'logo_url', 'template_type']),
  createCustomer: wrongFields('customer', ['email', 'first_name', 'tags', 'tax_number']),
  updateCustomer: wrongFields('customer', ['email', 'first_name', 'tags', 'tax_number']),
  updateSettings: wrongFields('settings', ['business_name', 'default_due_days', 'invoice_bcc', 'locale']),
}

/** Text that JSON.parse refuses. */
const malformed = fc.oneof(
  fc.constantFrom(
    '{',
    '}',
    '{"a":}',
    "{'a':1}",
    '{"a":1,}',
    'undefined',
    'NaN',
    '01',
    '"\t"',
    '"\\u12"',
    '\u0000',
    '// x',
    '{"a":1}{"a":2}',
    '\\',
    '['.repeat(50_000),
  ),
  anyText.map((wrong) => `{"template":"${wrong}`),
)

const oddSegment = fc.oneof(
  oddText.map((value) => encodeURIComponent(Buffer.from(value).toString()).slice(0, 3000) || '%20'),
  fc.constantFrom(
    '%',
    '%z',
    '%zz',
    '%c0%80',
    '%ff',
    '%00',
    '%F0%9F',
    '..%2f..',
    '.',
    ';',
    '0',
    '-1',
    '1.0',
    '99999999999999999999',
    '%31%',
    'a%2Fb',
    '$&',
    "'",
  ),
)
const oddQuery = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        'page',
        'per_page',
        'q',
        'search',
        'invoice_type',
        'financial_status',
        'created_at_min',
        'created_at_max',
        'page[]',
        'q[a][b]',
        '__proto__',
        'constructor',
        '%',
        '',
        '%zz',
        'per_page[0]',
      ),
      fc.constantFrom(
        '',
        '0',
        '-1',
        '1e999',
        '1.5',
        '9'.repeat(30),
        '2026-02-30',
        '2026-13-01',
        '0000-00-00',
        '%',
        '%zz',
        '%00',
        '%ff%fe',
        '+',
        'null',
        '[]',
        '%F0%9F%98%80',
        'x'.repeat(3000),
        '=',
        '(',
        '\\',
        "'",
      ),
    ),
    { maxLength: 6 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))

const oddHeaders = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.constantFrom<Record<string, string>>(
    { 'content-type': 'text/html' },
    { 'content-type': ';;;' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-encoding': 'gzip' },
    { 'content-encoding': 'br' },
    { 'content-encoding': 'what' },
    { 'transfer-encoding': 'chunked' },
    { accept: 'text/html' },
    { 'x-http-method-override': 'DELETE' },
    { 'x-mock-answer': 'nonsense' },
    { 'x-mock-answer': '' },
    { cookie: 'a'.repeat(4000) },
    { range: 'bytes=5-1' },
    { 'if-none-match': '*' },
    { 'x-forwarded-host': '<script>' },
    { origin: 'null' },
    { 'x-odd': '\u00ff\u00fe' },
  ),
)

const METHODS = [
  'GET',
  'POST',
  'PATCH',
  'DELETE',
  'PUT',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'PURGE',
  'M-SEARCH',
  'QUERY',
]

/** Body or query keep these from being a write whatever record they name. */
const KEPT_FROM_WRITING: readonly OperationId[] = [
  'readInvoice',
  'regenerateInvoice',
  'readInvoicePdf',
  'sendInvoiceEmail',
  'updateTemplate',
  'updateCustomer',
]

const oddRequest = fc.constantFrom(...OPERATION_IDS).chain((id) => {
  const { method, path }: Operation = OPERATIONS[id]
  const known = KEPT_FROM_WRITING.includes(id)
  const wrongBody = wrongBodies[id]?.map(written)
  return fc.record({
    id: fc.constant(id),
    method: fc
      .oneof({ weight: 4, arbitrary: fc.constant(method) }, fc.constantFrom(...METHODS))
      .filter((other) => other === method || !known),
    path: fc
      .oneof(...(known ? [fc.constant('known')] : []), oddSegment)
      .map((segment) => path.replace(/\{\w+\}/, () => segment)),
    query:
      id === 'readInvoicePdf' || id === 'regenerateInvoice'
        ? oddQuery.map((query) => `${query}&template_id=x`)
        : oddQuery,
    headers: oddHeaders,
    body: wrongBody
      ? fc.oneof({ weight: 3, arbitrary: wrongBody }, malformed)
      : fc.option(fc.oneof(malformed, fc.json()), { nil: undefined }),
    key: fc.constantFrom(KEYS.rich, KEYS.rich, KEYS.rich, KEYS.rich, KEYS.second, KEYS.free, '', 'no'),
  })
})

/** Puts an id or slug that the store of the key has in the place of `known`. */
function named(path: string, key: string): string {
  const store = mock.mock.stores.byKey(key) ?? mock.mock.stores.byKey(KEYS.rich)
  const [slug] = [...(store?.invoices.values() ?? [])].map((invoice) => invoice.slug)
  const [template] = store?.templates.keys() ?? []
  const [customer] = store?.customers.keys() ?? []
  const name = path.startsWith('/invoices') ? slug : path.startsWith('/templates') ? template : customer
  return path.replace('known', String(name))
}

const REFUSALS = [400, 401, 403, 404, 422]

function isListed(method: string, { status, headers, text: body, json }: Called): void {
  expect(method === 'GET' ? [200, ...REFUSALS] : REFUSALS).toContain(status)
  if (method === 'HEAD') return
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  if (status !== 200) expect(typeof json.error).toBe('string')
  expect(body).not.toMatch(/<html|<!doctype|\n {4}at /i)
}

const STRICT = {
  'errors.structure': 'nested',
  'errors.malformed_json': 'bad_request',
  'errors.non_integer_id': 'unprocessable',
  'input.unknown_fields': 'unprocessable',
  'input.coercion': { near_types: 'coerced', null: 'unprocessable' },
  'pagination.out_of_range': 'rejected',
  'filters.unknown_value': 'rejected',
  'template.unknown': 'not-found',
}

test.each([
  [2200, 'the default dialect', {}],
  [1100, 'another dialect', STRICT],
])('%i odd requests over all operations under %s', async (count, _name, dialect) => {
  mock.speak(dialect)
  await fc.assert(
    fc.asyncProperty(fc.array(oddRequest, { minLength: 11, maxLength: 11 }), async (requests) => {
      const answers = requests.map(async ({ method, path, query, headers, body, key }) =>
        isListed(
          method,
          await mock.call(method, api(`${named(path, key)}?${query}`), { body, key, headers }),
        ),
      )
      await Promise.all(answers)
    }),
    { numRuns: count / 11, endOnFailure: true },
  )
})

test.each([
  ['of text', Buffer.from(JSON.stringify({ template: { name: 'x'.repeat(10_000_000) } })), {}],
  ['of nothing, in chunks', Buffer.alloc(10_000_000), { 'transfer-encoding': 'chunked' }],
  ['of brackets', Buffer.alloc(10_000_000, '['), {}],
  ['of ids', Buffer.from(`{"invoice_ids":[${'1,'.repeat(5_000_000)}1]}`), {}],
  ['that was packed small', gzipSync(Buffer.alloc(10_000_000, ' ')), { 'content-encoding': 'gzip' }],
])('bodies of 10 MB %s', async (_name, body, headers) => {
  for (const path of ['/templates', '/invoices/bulk_pdf', '/invoices', '/customers']) {
    const answer = await mock.call('POST', api(path), { body, headers })
    isListed('POST', answer)
    expect(answer.status).toBe(422)
  }
  expect((await mock.call('POST', api('/templates'), { body, headers, key: 'no' })).status).toBe(401)
})

test('bodies that break off', async () => {
  for (let request = 0; request < 20; request++) {
    const { port } = new URL(mock.origin)
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      `POST ${api('/templates')} HTTP/1.1\r\nHost: a\r\nX-Auth-Token: ${KEYS.rich}\r\nContent-Length: 50\r\n\r\n{"template":`,
    )
    await new Promise((resolve) => setTimeout(resolve, request % 5))
    socket.destroy()
  }
  isListed('GET', await mock.call('GET', api('/settings')))
})

const raw = [
  'GET  /x HTTP/1.1\r\nHost: a',
  `GET ${api('/invoices/\u00ff\u00fe')} HTTP/1.1\r\nHost: a`,
  `GET ${api('/invoices/a b')} HTTP/1.1\r\nHost: a`,
  `GET http://elsewhere.example${api('/invoices')} HTTP/1.1\r\nHost: a`,
  `GET http://elsewhere.example HTTP/1.1\r\nHost: a`,
  'OPTIONS * HTTP/1.1\r\nHost: a',
  `GET ${api('/invoices')} HTTP/1.0`,
  `GET ${api('/invoices')} HTTP/1.1`,
  `GET ${api('/invoices')} HTTP/9.9\r\nHost: a`,
  `GET ${api('/invoices')}#fragment HTTP/1.1\r\nHost: a`,
  `GET ${api('/invoices')}?? HTTP/1.1\r\nHost: a`,
  `GET /documents//\u00ff HTTP/1.1\r\nHost: a`,
  `GET ${api('/invoices')} HTTP/1.1\r\nHost: a\r\nX-Auth-Token: \u00ff\u0000`,
  `GET ${api('/invoices')} HTTP/1.1\r\nHost: a\r\nX-Auth-Token: ${KEYS.rich}\r\nX-Auth-Token: ${KEYS.rich}`,
  `GET ${api('/invoices')} HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(70_000)}`,
  `POST ${api('/templates')} HTTP/1.1\r\nHost: a\r\nContent-Length: -1`,
  `POST ${api('/templates')} HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked`,
  `POST ${api('/templates')} HTTP/1.1\r\nHost: a\r\nX-Auth-Token: ${KEYS.rich}\r\nTransfer-Encoding: chunked\r\n\r\nzz`,
  `GET ${api('/invoices')} HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade`,
  `POST ${api('/templates')} HTTP/1.1\r\nHost: a\r\nExpect: a miracle`,
  'CONNECT a:80 HTTP/1.1\r\nHost: a',
  'nonsense',
]

test.each(raw)('on the bare wire: %j', async (head) => {
  const socket = connect(Number(new URL(mock.origin).port), '127.0.0.1')
  socket.end(`${head}\r\nConnection: close\r\n\r\n`, 'latin1')
  const received = await text(socket)
  // What is no HTTP is answered by Node, without a word.
  expect(received).toMatch(/^(HTTP\/1\.1 (200|400|401|403|404|417|422|431) |$)/)
  expect(received).not.toMatch(/text\/|<html|\n {4}at /i)
})

test('a request that waits to be told to go on is told', async () => {
  const { port } = new URL(mock.origin)
  const headers = { 'x-auth-token': KEYS.rich, expect: '100-continue', 'content-length': 1 }
  const outgoing = request({ host: '127.0.0.1', port, method: 'POST', path: api('/templates'), headers })
  outgoing.flushHeaders()
  await once(outgoing, 'continue')
  outgoing.end('{')
  const [answer] = await once(outgoing, 'response')
  answer.resume()
  expect(answer.statusCode).toBe(422)
})
