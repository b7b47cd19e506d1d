import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryOf } from '../../fixtures/arbitraries.ts'
import { REQUEST_FIXTURES } from '../../fixtures/body-kinds.ts'
import { fixtures } from '../../fixtures/index.ts'
import { nearMissesOf } from '../../fixtures/near-misses.ts'
import { OPERATION_IDS, OPERATIONS, type Operation, type OperationId } from '../operations.ts'
import { schema } from '../schema-files.ts'
import { keysOf } from '../tables.ts'
import { growth, LINEAR } from '../testing/growth.ts'
import type { SchemaName } from '../types.ts'
import { validate } from '../validate.ts'
import { violationsOf, type SentRequest, type Violation } from './violations.ts'

const BASE = '/api/v1/external'
const SLUG = '3f2b8c1e-9d4a-4e6f-8a7b-5c0d1e2f3a4b'

interface Rest extends Partial<Omit<SentRequest, 'body'>> {
  /** Sent as JSON unless it is text. */
  body?: unknown
}

/** A request as a client sends it; below the base unless its path begins with a dot. */
function sent(line: string, { body, ...rest }: Rest = {}): SentRequest {
  const [method = '', url = ''] = line.split(' ')
  const [path = '', query = ''] = url.split('?')
  return {
    method,
    path: path.startsWith('.') ? path.slice(1) : `${BASE}${path}`,
    base_path: BASE,
    query,
    headers: {
      'x-auth-token': 'test_key',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    ...rest,
  }
}

/** Rule, place and what would be right. */
const short = ({ rule, where, instead }: Violation): string =>
  `${rule} ${where}${instead === undefined ? '' : ` → ${instead}`}`

type Row = [line: string, rest: Rest, ...expected: string[]]

const KEY = 'X-Auth-Token: <API_KEY>'
const TYPE = 'Content-Type: application/json'
const headers = (given: Record<string, string>): Rest => ({ headers: given })
const order = (fields: object): Rest => ({ body: { order_id: 5, ...fields } })
const customer = (fields: unknown): Rest => ({ body: { customer: fields } })
const settings = (fields: unknown): Rest => ({ body: { settings: fields } })

const PATHS: Row[] = [
  ['GET /invoices/', {}, `near-path path → GET ${BASE}/invoices`],
  ['GET /invoice', {}, `near-path path → GET ${BASE}/invoices`],
  ['GET /Invoices', {}, `near-path path → GET ${BASE}/invoices`],
  ['GET /invoices.json', {}, `near-path path → GET ${BASE}/invoices`],
  ['GET /invioces', {}, `near-path path → GET ${BASE}/invoices`],
  ['GET /invoices/serach?q=x', {}, `near-path path → GET ${BASE}/invoices/search`],
  ['POST /invoices/search?q=x', {}, `near-path path → GET ${BASE}/invoices/search`],
  ['GET /invoices/bulk-pdf', {}, `near-path path → POST ${BASE}/invoices/bulk_pdf`],
  [`POST /invoices/${SLUG}/sendEmail`, {}, `near-path path → POST ${BASE}/invoices/${SLUG}/send_email`],
  [`GET /invoices/${SLUG}/regenerate`, {}, `near-path path → POST ${BASE}/invoices/${SLUG}/regenerate`],
  ['GET /invoices//pdf', {}, `near-path path → GET ${BASE}/invoices/{slug}/pdf`],
  ['GET /invoices/pdf', {}, `near-path path → GET ${BASE}/invoices/{slug}/pdf`],
  ['DELETE /customers/', {}, `near-path path → DELETE ${BASE}/customers/{id}`],
  ['PUT /customers/5', customer({}), `near-path path → PATCH ${BASE}/customers/5`],
  ['POST /customers/5', {}, `near-path path → PATCH ${BASE}/customers/5`],
  ['HEAD /customers', {}, `near-path path → GET ${BASE}/customers`],
  ['get /customers', {}, `near-path path → GET ${BASE}/customers`],
  ['DELETE /settings', {}, 'near-path path'],
  [`PATCH /invoices/${SLUG}`, {}, 'near-path path'],
  ['GET /orders', {}, 'near-path path'],
  ['GET ./api/v1/external', {}, 'near-path path'],
  ['GET ./invoices', {}, `near-path path → GET ${BASE}/invoices`],
  ['GET ./api/v2/external/invoices', {}, `near-path path → GET ${BASE}/invoices`],
  ['GET ./api/v1/external//invoices', {}, `near-path path → GET ${BASE}/invoices`],
  ['GET ./api/v1/external/api/v1/external/settings', {}, `near-path path → GET ${BASE}/settings`],
  ['GET ./favicon.ico', {}],
  ['GET ./documents/7/INV-7.pdf', {}],
  ['GET ./__admin/stores/rich/orders', {}],
  ['GET /templates/abc', {}, 'malformed path'],
  ['GET /templates/007', {}, 'malformed path'],
  ['GET /templates/%zz', {}, 'malformed path'],
  ['GET /customers/undefined', {}, 'malformed path'],
  ['GET /invoices/1041', {}, 'malformed path'],
  [`GET /invoices/${SLUG.toUpperCase()}`, {}],
  ['GET /customers/-1', {}],
]

const KEYS: Row[] = [
  ['GET /settings', headers({}), `missing headers.x-auth-token → ${KEY}`],
  ['GET /settings', headers({ 'x-auth-token': ' ' }), `missing headers.x-auth-token → ${KEY}`],
  ['GET /settings', headers({ authorization: 'Bearer k' }), `key-place headers.authorization → ${KEY}`],
  ['GET /settings', headers({ 'x-api-key': 'k' }), `key-place headers.x-api-key → ${KEY}`],
  ['GET /settings', headers({ 'x-auth-token': 'Bearer k' }), `key-place headers.x-auth-token → ${KEY}`],
  ['GET /settings', headers({ 'x-auth-token': 'undefined' }), `malformed headers.x-auth-token → ${KEY}`],
  ['GET /settings', headers({ 'x-auth-token': '${API_KEY}' }), `malformed headers.x-auth-token → ${KEY}`],
  ['GET /settings', headers({ 'x-auth-token': '"k"' }), `malformed headers.x-auth-token → ${KEY}`],
  ['GET /settings?api_key=k', headers({}), `key-place query.api_key → ${KEY}`],
  ['GET /settings?token=k', {}, `key-place query.token → ${KEY}`],
  ['POST /customers', customer({ 'api-key': 'k' }), `key-place body.customer.api-key → ${KEY}`],
  ['GET /settings', headers({ 'x-auth-token': 'k', authorization: 'Basic proxy' })],
  [
    'GET /settings',
    headers({ 'x-auth-token': 'test_key_of_k', authorization: 'Bearer test_key_of_k' }),
    `key-place headers.authorization → ${KEY}`,
  ],
  [
    'GET /settings',
    { headers: { 'x-auth-token': 'a, a' }, repeated_headers: ['x-auth-token'] },
    `malformed headers.x-auth-token → ${KEY}`,
  ],
]

const QUERIES: Row[] = [
  ['GET /invoices?perpage=3', {}, 'unknown-parameter query.perpage → query.per_page'],
  ['GET /invoices?page[]=3', {}, 'unknown-parameter query.page[] → query.page'],
  ['GET /templates?page=1', {}, 'unknown-parameter query.page'],
  ['POST /invoices?template_id=4', order({}), 'unknown-parameter query.template_id → body.template_id'],
  ['GET /invoices?page=1&page=2', {}, 'malformed query.page'],
  ['GET /invoices/search?q=100%', {}, 'malformed query.q'],
  ['GET /invoices/search', {}, 'missing query.q'],
  ['GET /invoices?page=0&per_page=251', {}, 'range query.page → 1', 'range query.per_page → 250'],
  ['GET /customers?per_page=-5', {}, 'range query.per_page → 1'],
  ['GET /invoices?page=x&per_page=', {}, 'type query.page', 'type query.per_page'],
  ['GET /invoices?page=1.0&per_page=+7', {}, 'near-type query.page → 1', 'near-type query.per_page → 7'],
  [`GET /invoices/${SLUG}/pdf?packing_slip=1`, {}, 'near-type query.packing_slip → true'],
  [`GET /invoices/${SLUG}/pdf?packing_slip=FALSE`, {}, 'near-type query.packing_slip → false'],
  ['GET /invoices?financial_status=Paid', {}, 'unknown-value query.financial_status → paid'],
  ['GET /invoices?financial_status=unpayed', {}, 'unknown-value query.financial_status'],
  ['GET /invoices?invoice_type=platform_order', {}, 'unknown-value query.invoice_type'],
  ['GET /invoices?created_at_min=2026-02-30', {}, 'unknown-value query.created_at_min'],
  ['GET /invoices?created_at_min=2026-3-1', {}, 'unknown-value query.created_at_min → 2026-03-01'],
  [
    'GET /invoices?created_at_max=2026-03-01T10:00:00Z',
    {},
    'unknown-value query.created_at_max → 2026-03-01',
  ],
  ['GET /invoices/search?q=', {}],
  ['GET /invoices/search?q=M%C3%BCller+%26+Co', {}],
  ['GET /invoices?page=99999999999999999999', {}],
]

const BODIES: Row[] = [
  ['POST /invoices', {}, 'missing body'],
  ['POST /invoices', { body: {} }, 'missing body.order_id'],
  ['POST /invoices', { body: '{"order_id": 5,}' }, 'malformed body'],
  ['POST /invoices', { body: [] }, 'type body'],
  ['POST /invoices', { body: 'null' }, 'type body'],
  ['POST /invoices', order({ draft: 'yes' }), 'near-type body.draft → true'],
  ['POST /invoices', { body: { order_id: '5' } }, 'near-type body.order_id → 5'],
  ['POST /invoices', { body: { order_id: 5.5 } }, 'type body.order_id'],
  ['POST /invoices', { body: '{"order_id": 9007199254740993}' }, 'range body.order_id'],
  ['POST /invoices', order({ genrate_pdf: true }), 'unknown-field body.genrate_pdf → body.generate_pdf'],
  ['POST /invoices', order({ number: 'INV-1' }), 'output-only body.number'],
  ['POST /invoices', order({ colour: 1 }), 'unknown-field body.colour'],
  [
    'POST /invoices',
    { ...order({}), headers: { 'x-auth-token': 'k' } },
    `no-content-type headers.content-type → ${TYPE}`,
  ],
  [
    'POST /invoices',
    {
      body: 'order_id=5',
      headers: { 'x-auth-token': 'k', 'content-type': 'application/x-www-form-urlencoded' },
    },
    `no-content-type headers.content-type → ${TYPE}`,
    'malformed body',
  ],
  [
    'POST /invoices',
    { ...order({}), headers: { 'x-auth-token': 'k', 'content-type': 'Application/JSON; charset=utf-8' } },
  ],
  ['POST /invoices', { body: '\uFEFF{"order_id":5}' }],
  ['GET /settings', { body: {} }, 'unexpected-body body'],
  // Who sent another method is told of that alone, unless the body says what was meant.
  ['POST /settings', { body: {} }, `near-path path → PATCH ${BASE}/settings`, 'missing body.settings'],
  ['PUT /invoices/search?q=x', { body: { a: 1 } }, 'near-path path'],
  [
    'POST /invoices/search',
    { body: { q: 'x' } },
    `near-path path → GET ${BASE}/invoices/search`,
    'unexpected-body body',
    'missing query.q',
  ],
  ['POST /invoices', { body: '{"order_id":\uFFFD5}', unreadable: 'not-utf-8' }, 'malformed body'],
  ...(['broken-packing', 'unknown-packing'] as const).map((unreadable): Row => [
    'POST /invoices',
    {
      body: 'x',
      unreadable,
      headers: { 'x-auth-token': 'k', 'content-type': 'application/json', 'content-encoding': 'gzip' },
    },
    'malformed headers.content-encoding',
  ]),
  ['POST /invoices', { body: '{"order_id":5,"order_id":6}' }, 'malformed body.order_id'],
  ['POST /invoices', { body: '{"order_id":5,"\\u006frder_id":6}' }, 'malformed body.order_id'],
  [
    'POST /customers',
    { body: '{"customer":{"email":"a@b.co","tags":["\\"tags","{"],"email":"c@d.co"}}' },
    'malformed body.customer.email',
    'type body.customer.tags',
  ],
  [
    'PATCH /customers/5',
    { body: '{"customer":{"addresses":[{"city":"A"},{"city":"B","zip":"1","city":"C"}]}}' },
    'malformed body.customer.addresses.1.city',
    'output-only body.customer.addresses',
  ],
  [`POST /invoices/${SLUG}/regenerate`, { body: { template_id: 1 } }, 'unexpected-body body'],
  [`POST /invoices/${SLUG}/send_email`, {}],
  [
    'POST /invoices/bulk_pdf',
    { body: { invoice_ids: ['1', 2, null] } },
    'near-type body.invoice_ids.0 → 1',
    'type body.invoice_ids.2',
  ],
  [
    'POST /invoices/bulk_pdf',
    { body: { invoice_ids: Array.from({ length: 5001 }, (_, id) => id) } },
    'range body.invoice_ids',
  ],
  ['POST /invoices/bulk_pdf', { body: { invoice_ids: Array(6000).fill(7) } }],
  ['POST /invoices/bulk_pdf', { body: { invoice_ids: [] } }],
  [
    'POST /customers',
    { body: { email: 'zoe@example.com' } },
    'unknown-field body.email → body.customer.email',
    'missing body.customer',
  ],
  ['POST /customers', customer({ emial: 'x' }), 'unknown-field body.customer.emial → body.customer.email'],
  [
    'PATCH /customers/5',
    customer({ id: 5, addresses: [], platform_customer_id: 1, email: 'zoe@example.com' }),
    'output-only body.customer.id',
    'output-only body.customer.addresses',
    'output-only body.customer.platform_customer_id',
  ],
  ['POST /customers', customer({ email: '', first_name: null }), 'type body.customer.first_name'],
  ['POST /customers', customer({ tags: 'x'.repeat(5001), email: 'zoe' })],
  ['POST /customers', customer({})],
  [
    'POST /templates',
    { body: { template: { template_type: 'packing-slip', logo_url: 'no address', design_key: 'x' } } },
    'output-only body.template.design_key',
    'unknown-value body.template.template_type → packing_slip',
    'malformed body.template.logo_url',
  ],
  ['PATCH /settings', settings({ email_locale: 'de' }), 'output-only body.settings.email_locale'],
  [
    'PATCH /settings',
    settings({ next_invoice_number: 12 }),
    'near-type body.settings.next_invoice_number → "12"',
  ],
  [
    'PATCH /settings',
    settings({ payment_reminder_when: 'befor' }),
    'unknown-value body.settings.payment_reminder_when → before',
  ],
  ['PATCH /settings', settings({ fulfillment_status: 'anything', default_due_days: -3 })],
  ['PATCH /settings', settings({})],
  ['POST /invoices', { body: '{"order_id": "5"', truncated: true }],
  ['GET /settings', { ignored_wait_ms: 1200 }, 'ignored-429 request → wait as long as retry_after says'],
]

describe.each([
  ['paths', PATHS],
  ['keys', KEYS],
  ['queries', QUERIES],
  ['bodies', BODIES],
])('%s', (_name, rows) => {
  test.each(rows)('%# %s', (line, rest, ...expected) => {
    const found = violationsOf(sent(line, rest))
    expect(found.map(short)).toEqual(expected)
    for (const one of found) expect(validate('desk/violation', one)).toEqual([])
  })
})

test('each rule has a row above, and each is told in a sentence', () => {
  const found = [...PATHS, ...KEYS, ...QUERIES, ...BODIES].flatMap(([line, rest]) =>
    violationsOf(sent(line, rest)),
  )
  const rules = schema('desk/violation').properties?.['rule']?.enum
  expect([...new Set(found.map(({ rule }) => rule))].toSorted()).toEqual([...(rules ?? [])].toSorted())
  for (const { says } of found) expect(says).toMatch(/^[^\n]*[.?]$/)
})

describe('what is told', () => {
  test.each<[line: string, rest: Rest, says: string]>([
    [
      'PUT /customer/5/',
      customer({}),
      'The service has no operation PUT /api/v1/external/customer/5/: write customers for customer, leave out the slash at its end and use PATCH.',
    ],
    ['GET /invoices/1041', {}, 'The slug in the path must be a UUID, and is "1041", which may be its id.'],
    ['GET ./v1/invoices', {}, `The service has no operation GET /v1/invoices: begin the path with ${BASE}.`],
    [
      'GET //settings',
      {},
      `The service has no operation GET ${BASE}//settings: write one slash where there are more.`,
    ],
    [
      `GET ${BASE}/settings`,
      {},
      `The service has no operation GET ${BASE}${BASE}/settings: leave out ${BASE} after ${BASE}.`,
    ],
    ['GET /invoices?perpage=3', {}, 'GET /invoices has no query parameter perpage; did you mean per_page?'],
    ['GET /templates?page=1', {}, 'GET /templates has no query parameter page; there are none.'],
    [
      'POST /invoices',
      { body: '{"order_id": 5,\n}' },
      'The body is no JSON: at line 2, column 1 "}" stands where a name in double quotes belongs.',
    ],
    [
      'POST /invoices',
      { body: '{"order_id":' },
      'The body is no JSON: at line 1, column 13 it ends where a value belongs.',
    ],
    ['POST /invoices', {}, 'POST /invoices requires a JSON body with order_id, and there is none.'],
    ['POST /invoices', { body: { order_id: '5' } }, 'order_id must be an integer, and is "5".'],
    [
      'POST /customers',
      { body: { email: 'x' } },
      'POST /customers takes email inside customer, not beside it.',
    ],
    [
      `POST /invoices/${SLUG}/regenerate`,
      { body: { template_id: 1 } },
      'POST /invoices/{slug}/regenerate takes no body; put template_id into the query.',
    ],
    [
      'GET /settings',
      { ignored_wait_ms: 1200 },
      'The request came 1.2 s too early: an earlier answer asked this client to wait.',
    ],
  ])('%# of %s', (line, rest, says) => {
    expect(violationsOf(sent(line, rest))[0]?.says).toBe(says)
  })

  test('never shows a key', () => {
    const secret = 'sk_live_secret'
    const requests = [
      sent(`GET /settings?api_key=${secret}`, headers({ authorization: `Bearer ${secret}` })),
      sent('GET /settings', headers({ 'x-auth-token': `Bearer ${secret}` })),
      sent('POST /customers', customer({ token: secret })),
    ]
    expect(JSON.stringify(requests.map(violationsOf))).not.toContain(secret)
  })
})

/** A call of an operation with this body. */
const calling = (operation: OperationId, body?: unknown): SentRequest => {
  const { method, path } = OPERATIONS[operation]
  const query = operation === 'searchInvoices' ? '?q=x' : ''
  return sent(`${method} ${path.replace('{slug}', SLUG).replace('{id}', '7')}${query}`, { body })
}

/** The operations that take a body of a schema. */
const takers = (name: SchemaName): OperationId[] =>
  OPERATION_IDS.filter((id) => {
    const { body }: Operation = OPERATIONS[id]
    return body === name
  })

/** The operations that have query parameters, with the schema of those. */
const ASKING = OPERATION_IDS.flatMap((id): [OperationId, SchemaName][] => {
  const { query }: Operation = OPERATIONS[id]
  return query ? [[id, query]] : []
})

/** What only the mock refuses: the length of a text, and the form of what its schema wants in one. */
const OURS = ['maxLength', 'format']

describe('what keeps the contract has none', () => {
  test.each(OPERATION_IDS)('%s without options', (operation) => {
    const { bodyRequired }: Operation = OPERATIONS[operation]
    expect(violationsOf(calling(operation)).map(short)).toEqual(bodyRequired ? ['missing body'] : [])
  })

  test.each(keysOf(REQUEST_FIXTURES))('%s', (kind) => {
    for (const body of fixtures(kind, { count: 50 }))
      for (const operation of takers(REQUEST_FIXTURES[kind].schema))
        expect(violationsOf(calling(operation, body))).toEqual([])
  })

  test.each(Object.values(REQUEST_FIXTURES))(
    'any value of $schema, while each near miss has one',
    ({ schema: name }) => {
      const [operation = 'createInvoice'] = takers(name)
      fc.assert(
        fc.property(arbitraryOf(name), (body) => {
          expect(violationsOf(calling(operation, body))).toEqual([])
          const misses = nearMissesOf(name, body).filter(({ keyword }) => !OURS.includes(keyword))
          for (const { value } of misses) expect(violationsOf(calling(operation, value))).not.toEqual([])
        }),
        { numRuns: 20 },
      )
    },
  )

  test.each(ASKING)('any query of %s', (operation, query) => {
    fc.assert(
      fc.property(arbitraryOf(query), (given) => {
        const text = new URLSearchParams()
        for (const [name, value] of Object.entries(given)) text.set(name, String(value))
        expect(violationsOf({ ...calling(operation), query: text.toString() })).toEqual([])
      }),
      { numRuns: 20 },
    )
  })
})

describe('it bears', () => {
  test('whatever bytes', () => {
    // fast-check's own units list every grapheme there is before the first one, for a second.
    const signs = fc.array(fc.oneof(fc.nat(0xffff), fc.nat(0x7f)), { maxLength: 20 })
    const text = signs.map((codes) => String.fromCharCode(...codes))
    const steps = fc.constantFrom('invoices', 'customers', 'pdf', SLUG, '7', '', '%zz', 'api', 'v1')
    const path = fc.oneof(
      text,
      fc.array(steps).map((all) => `/${all.join('/')}`),
    )
    const method = fc.oneof(text, fc.constantFrom('GET', 'POST', 'PATCH', 'PUT', 'DELETE'))
    const body = fc.option(
      fc.oneof(
        text,
        fc.json(),
        arbitraryOf('requests/customer').map((one) => JSON.stringify(one)),
      ),
    )
    const base_path = fc.constantFrom('', '/', BASE, `${BASE}/`, '/api')
    const all = fc.record({ method, path, base_path, query: text, headers: fc.dictionary(text, text), body })
    fc.assert(
      fc.property(all, fc.boolean(), (request, below) => {
        const found = violationsOf({
          ...request,
          path: below ? request.base_path + request.path : request.path,
        })
        expect(found.length).toBeLessThanOrEqual(50)
        for (const { where, says } of found) expect(where.length + says.length).toBeLessThan(2000)
      }),
      { numRuns: 150 },
    )
  })

  test.each<[what: string, make: (length: number) => Partial<SentRequest>]>([
    ['a deep body', (length) => ({ body: '['.repeat(length) + ']'.repeat(length) })],
    [
      'a deep value',
      (length) => ({ body: `{"customer":{"email":${'[{"a":'.repeat(length)}1${'}]'.repeat(length)}}}` }),
    ],
    ['a broken body', (length) => ({ body: `{"customer":"${'\\n'.repeat(length)}` })],
    [
      'a body of many fields',
      (length) => ({
        body: JSON.stringify({
          customer: Object.fromEntries(Array.from({ length }, (_, n) => [`f${n}`, n])),
        }),
      }),
    ],
    ['a long path', (length) => ({ path: '/invoices/'.repeat(length) })],
    ['a long query', (length) => ({ query: 'page=%20&'.repeat(length) })],
    ['a long value', (length) => ({ query: `q=${'%'.repeat(length)}` })],
    ['a long name', (length) => ({ query: 'x'.repeat(length) })],
  ])('%s, in time that grows with it', (_what, make) => {
    const request = sent('POST /customers', { body: {} })
    expect(growth((length) => void violationsOf({ ...request, ...make(length) }), 100)).toBeLessThan(LINEAR)
  })
})
