import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { OPERATION_IDS, OPERATIONS, type OperationId } from '../schemas/operations.ts'
import { schema } from '../schemas/schema-files.ts'
import type { SchemaName } from '../schemas/types.ts'
import type { MockAppOptions, Parts } from './app.ts'
import { DatabaseFailure } from './db/errors.ts'
import type { Gate } from './gates/gate.ts'
import { GATES } from './gates/gates.ts'
import { reply } from './reply/reply.ts'
import type { Ended } from './exchange.ts'
import { HANDLERS } from './routes/handlers.ts'
import {
  api,
  KEYS,
  listeningMock,
  type Called,
  type CallOptions,
  type ListeningMock,
} from './routes/testing/listening-mock.ts'
import { samples, type Sample } from './routes/testing/requests.ts'

let mock: ListeningMock
let all: Sample[]

beforeAll(async () => {
  mock = await listeningMock()
  all = samples(mock)
})
afterEach(() => {
  mock.speak()
  mock.mock.clock.set(Date.now(), false)
})
afterAll(() => mock.close())

const sampleOf = (operation: OperationId) => {
  const sample = all.find((each) => each.operation === operation)
  if (!sample) throw new Error(operation)
  return sample
}
const send = (operation: OperationId, options: CallOptions = {}) => {
  const { method, path, body } = sampleOf(operation)
  return mock.call(method, path, { body, ...options })
}

const rows = (store = KEYS.rich) =>
  JSON.stringify([...mock.mock.db.rows()].filter(([id]) => id === idOf(store)))
const idOf = (key: string) => mock.mock.stores.byKey(key)?.record.id

const JSON_TYPE = 'application/json; charset=utf-8'

describe('each operation', () => {
  test.each(OPERATION_IDS.filter((id) => id !== 'deleteTemplate' && id !== 'deleteCustomer'))(
    '%s answers its success',
    async (operation) => {
      const answer = await send(operation)
      const created = operation === 'createTemplate' || operation === 'createCustomer'
      expect([answer.status, answer.headers['content-type']]).toEqual([created ? 201 : 200, JSON_TYPE])
      expect(answer.headers).not.toHaveProperty('x-powered-by')
      expect(answer.headers).not.toHaveProperty('etag')
    },
  )

  test.each(OPERATION_IDS)('%s refuses every key that no store owns and does nothing', async (operation) => {
    const before = rows()
    const wrong = [null, '', KEYS.rich.slice(0, -1), `${KEYS.rich}x`, KEYS.rich.toUpperCase(), 'schlüssel']
    for (const key of wrong) {
      const headers = key === 'schlüssel' ? { 'x-auth-token': Buffer.from(key).toString('latin1') } : {}
      const answer = await send(operation, key === 'schlüssel' ? { headers } : { key })
      expect([key, answer.status, answer.json]).toEqual([key, 401, { error: 'Invalid API key' }])
    }
    const twice = await send(operation, { key: null, headers: { 'x-auth-token': [KEYS.rich, KEYS.rich] } })
    expect(twice.status).toBe(401)
    expect(rows()).toBe(before)
  })

  test.each(OPERATION_IDS)('%s is forbidden to a store on the free plan', async (operation) => {
    const answer = await send(operation, { key: KEYS.free })
    expect([answer.status, answer.json]).toEqual([403, { error: 'Forbidden' }])
  })

  test.each(OPERATION_IDS.filter((id) => id !== 'bulkPdf'))(
    '%s can exceed the rate limit',
    async (operation) => {
      const before = rows(KEYS.limited)
      mock.mock.clock.set(nextWindow(), true)
      for (let request = 0; request < 5; request++)
        await mock.call('GET', api('/settings'), { key: KEYS.limited })
      const answer = await send(operation, { key: KEYS.limited })
      expect([answer.status, answer.json]).toEqual([
        429,
        { error: 'Rate limit exceeded', retry_after: 2, message: 'Retry in 2 seconds.' },
      ])
      expect(rows(KEYS.limited)).toBe(before)
    },
  )

  test.each(OPERATION_IDS)(
    '%s answers each kind of error that is forced on it, and does nothing',
    async (operation) => {
      const before = rows()
      const statuses = {
        unauthorized: 401,
        forbidden: 403,
        'rate-limited': 429,
        'not-found': 404,
        unprocessable: 422,
        conflict: 409,
      }
      for (const [kind, status] of Object.entries(statuses)) {
        const answer = await send(operation, { headers: { 'x-mock-answer': kind } })
        expect([kind, answer.status]).toEqual([kind, status])
      }
      expect(rows()).toBe(before)
    },
  )
})

test('a forced rate-limited answer agrees with its headers, and counts as one request', async () => {
  mock.mock.clock.set(nextWindow(), true)
  const before = await mock.call('GET', api('/settings'))
  const { headers, json } = await mock.call('GET', api('/settings'), {
    headers: { 'x-mock-answer': 'rate-limited' },
  })
  expect(headers).toMatchObject({ 'x-ratelimit-remaining': '0', 'retry-after': String(json.retry_after) })
  expect(json.retry_after).toBe(1)
  const now = mock.mock.clock.now() / 1000
  expect(Math.abs(Number(headers['x-ratelimit-reset']) - now)).toBeLessThan(5)
  const after = await mock.call('GET', api('/settings'))
  expect(Number(after.headers['x-ratelimit-remaining'])).toBe(
    Number(before.headers['x-ratelimit-remaining']) - 2,
  )
})

let windows = 0
/** A time at which the limited store has a fresh window, whatever came before. */
const nextWindow = () => Date.UTC(2030, 0, 1) + ++windows * 3_600_000

describe('what the path names', () => {
  const named = OPERATION_IDS.filter((id) => OPERATIONS[id].path.includes('{'))
  const broken = ['{', '[]', '"text"', '{"template":1,"customer":1}']

  test.each(named)('%s finds nothing under a wrong one, however wrong the body is too', async (operation) => {
    const { method, path } = OPERATIONS[operation]
    const wrong = [
      '0',
      '-1',
      '007',
      '+1',
      '1.0',
      '1e3',
      '0x1',
      '99999999999999999999',
      '%zz',
      '%00',
      '%F0%9F%98%80',
      'search ',
      'a'.repeat(5000),
    ]
    for (const value of wrong) {
      const filled = api(path.replace(/\{\w+\}/, value.replace(' ', '%20')))
      for (const body of [undefined, ...broken]) {
        const answer = await mock.call(method, filled, { body })
        expect([filled, body, answer.status, answer.json]).toEqual([
          filled,
          body,
          404,
          { error: 'Not found' },
        ])
      }
    }
  })

  test('unknown paths and methods are not-found, after the key was seen', async () => {
    const unknown = [
      ['GET', ''],
      ['GET', '/'],
      ['GET', '/nope'],
      ['GET', '/invoices/'],
      ['GET', '/Invoices'],
      ['GET', '//invoices'],
      ['GET', '/invoices/a/b/c'],
      ['PUT', '/settings'],
      ['DELETE', '/invoices'],
      ['OPTIONS', '/invoices'],
      ['HEAD', '/invoices'],
      ['TRACE', '/settings'],
      ['PATCH', '/invoices/x'],
      ['GET', '/templates/1/x'],
    ] as const
    for (const [method, path] of unknown) {
      expect([method, path, (await mock.call(method, api(path))).status]).toEqual([method, path, 404])
      expect([method, path, (await mock.call(method, api(path), { key: null })).status]).toEqual([
        method,
        path,
        401,
      ])
    }
  })

  test('nothing outside the API is HTML but the documentation', async () => {
    for (const path of [
      '/',
      '/nope',
      '/%zz',
      '/api/v1',
      '/api/v1/externals',
      '/API/V1/EXTERNAL/invoices',
      '/docs/%zz',
      '/documents/%zz',
      '/openapi.json',
    ])
      expect((await mock.call('GET', path)).headers['content-type']).toBe(JSON_TYPE)
    const docs = await fetch(`${mock.origin}/docs`)
    expect([docs.status, docs.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const script = await fetch(`${mock.origin}/docs/swagger-ui.css`)
    expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
    const openapi = await mock.call('GET', '/openapi.json')
    expect(openapi.json).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: `${mock.origin}/api/v1/external` }],
    })
  })
})

describe('an answer shows the listed fields and no other', () => {
  test.each<[OperationId, (json: Called['json']) => object | undefined, SchemaName]>([
    ['listInvoices', ({ invoices }) => invoices[0], 'resources/invoice-summary'],
    ['searchInvoices', ({ invoices }) => invoices[0], 'resources/invoice-summary'],
    ['readInvoice', ({ invoice }) => invoice, 'resources/invoice-detail'],
    ['readInvoice', ({ invoice }) => invoice.billing_address, 'resources/address'],
    ['createInvoice', ({ invoice }) => invoice, 'resources/invoice-detail'],
    ['regenerateInvoice', ({ invoice }) => invoice, 'resources/invoice-detail'],
    ['readInvoicePdf', ({ invoice }) => invoice, 'resources/invoice-pdf'],
    ['listTemplates', ({ templates }) => templates[0], 'resources/template'],
    ['createTemplate', ({ template }) => template, 'resources/template'],
    ['readTemplate', ({ template }) => template, 'resources/template'],
    ['updateTemplate', ({ template }) => template, 'resources/template'],
    ['listCustomers', ({ customers }) => customers[0], 'resources/customer'],
    ['createCustomer', ({ customer }) => customer, 'resources/customer'],
    ['readCustomer', ({ customer }) => customer, 'resources/customer-detail'],
    ['updateCustomer', ({ customer }) => customer, 'resources/customer'],
    ['readSettings', ({ settings }) => settings, 'resources/settings'],
    ['updateSettings', ({ settings }) => settings, 'resources/settings'],
  ])('%s', async (operation, pick, name) => {
    const shown = Object.keys(pick((await send(operation)).json) ?? {})
    expect(shown.toSorted()).toEqual(Object.keys(schema(name).properties as object).toSorted())
  })
})

describe('of several errors the first in the order is answered', () => {
  const bad = { body: '{', headers: { 'x-mock-answer': 'conflict' } }

  test.each<[string, OperationId, CallOptions, number]>([
    ['unauthorized before all', 'updateTemplate', { ...bad, key: 'no' }, 401],
    ['forbidden next', 'updateTemplate', { ...bad, key: KEYS.free }, 403],
    ['not-found before unprocessable', 'updateTemplate', { body: '{', key: KEYS.second }, 404],
    ['unprocessable before conflict', 'bulkPdf', { body: {} }, 422],
  ])('%s', async (_name, operation, options, status) => {
    await send('bulkPdf')
    expect((await send(operation, options)).status).toBe(status)
  })

  test('rate-limited before not-found', async () => {
    mock.mock.clock.set(nextWindow(), true)
    const statuses = []
    for (let request = 0; request < 6; request++)
      statuses.push((await mock.call('GET', api('/nope'), { key: KEYS.limited })).status)
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429])
  })
})

const one = async (options: Partial<MockAppOptions>, use: (other: ListeningMock) => Promise<void>) => {
  const other = await listeningMock(options)
  try {
    await use(other)
  } finally {
    await other.close()
  }
}

test('any request that is let through moves the bulk action of its store on, and no other does', async () => {
  await one({}, async ({ mock: { clock, stores }, call }) => {
    clock.set(Date.now(), true)
    const { invoices } = (await call('GET', api('/invoices?per_page=3'))).json
    await call('POST', api('/invoices/bulk_pdf'), { body: { invoice_ids: invoices.map(({ id }) => id) } })
    const made = () => [...(stores.byKey(KEYS.rich)?.bulk_progress.values() ?? [])]
    clock.advance(2020)
    await call('GET', api('/settings'), { key: KEYS.second })
    await call('GET', api('/invoices/nope'))
    expect(made()).toEqual([])
    await call('GET', api('/settings'))
    expect(made()).toEqual([2])
  })
})

describe('a mock that is not as it should be', () => {
  test('answers 503 and says why as long as nothing can be saved', async () => {
    const failure = new DatabaseFailure('The disk is full: mend it and restart.')
    await one({ db: { turn: () => Promise.reject(failure) } }, async ({ call }) => {
      for (const key of [KEYS.rich, KEYS.free, null]) {
        const { status, headers, json } = await call('GET', api('/settings'), { key })
        expect([status, headers['content-type'], json]).toEqual([
          503,
          JSON_TYPE,
          { error: 'Service unavailable', message: failure.message },
        ])
      }
    })
  })

  test('answers 503 to what could not be saved, and to whoever saw it before', async () => {
    const { db: kept, stores } = mock.mock
    const db = {
      async turn(work: (again: boolean) => unknown): Promise<never> {
        await kept.turn(work)
        throw new DatabaseFailure('The disk is full.')
      },
    }
    await one({ db, stores }, async ({ call }) => {
      const sent = [
        call('PATCH', api('/settings'), { body: { settings: {} } }),
        call('GET', api('/settings')),
      ]
      expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([503, 503])
    })
  })

  test('answers a fault of its own with JSON that tells nothing, and tells it on stderr', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => {})
    const fault = new TypeError('secret')
    const readSettings = () => {
      throw fault
    }
    await one({ parts: { handlers: { ...HANDLERS, readSettings } } }, async ({ call }) => {
      const { status, headers, json } = await call('GET', api('/settings'))
      expect([status, headers['content-type'], json]).toEqual([
        500,
        JSON_TYPE,
        { error: 'Internal server error' },
      ])
    })
    expect(told).toHaveBeenCalledWith(fault)
    told.mockRestore()
  })

  test('does not let an answer pass that breaks its schema', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => {})
    const broken: Partial<Parts> = {
      handlers: { ...HANDLERS, readSettings: () => ({ outcome: 'ok', body: { settings: { locale: 1 } } }) },
    }
    await one({ parts: broken }, async ({ call }) => {
      expect((await call('GET', api('/settings'))).status).toBe(500)
    })
    expect(String(told.mock.calls[0])).toContain('readSettings breaks responses/settings')
    told.mockRestore()
  })

  test('can be made by replacing any one part', async () => {
    const prefix: Gate = {
      name: 'authenticate',
      pass(exchange, stores) {
        exchange.http.headers['x-auth-token'] += KEYS.rich.slice(-1)
        return GATES[0]?.pass(exchange, stores)
      },
    }
    const parts: Partial<Parts> = {
      handlers: { ...HANDLERS, listTemplates: () => ({ outcome: 'ok', body: { templates: [] } }) },
      gates: [prefix, ...GATES.slice(1)],
      reply: (result, exchange) => ({ ...reply(result, exchange), status: 299 }),
      render: () => Promise.resolve(Buffer.from('not quite a PDF')),
    }
    await one({ parts }, async ({ call }) => {
      const key = KEYS.rich.slice(0, -1)
      const { status, json } = await call('GET', api('/templates'), { key })
      expect([status, json]).toEqual([299, { templates: [] }])
      const { invoices } = (await call('GET', api('/invoices?per_page=1'), { key })).json
      const { pdf_url } = (await call('GET', api(`/invoices/${invoices[0]?.slug}/pdf`), { key })).json.invoice
      expect(await (await fetch(pdf_url)).text()).toBe('not quite a PDF')
    })
  })

  test('tells whoever listens what was asked and answered', async () => {
    const ended: Ended[] = []
    await one({ onEnd: (each) => ended.push(each) }, async ({ call }) => {
      await call('GET', api('/invoices/nope?x=1'))
      await call('PATCH', api('/settings'), { body: { settings: {} } })
    })
    expect(
      ended.map(({ exchange, answer }) => [
        exchange.operation,
        exchange.context?.store.record.name,
        answer?.status,
      ]),
    ).toEqual([
      ['readInvoice', 'rich', 404],
      ['updateSettings', 'rich', 200],
    ])
  })
})
