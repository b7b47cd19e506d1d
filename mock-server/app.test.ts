import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { OPERATION_IDS, OPERATIONS, type OperationId } from '../schemas/operations.ts'
import { GATES } from './gates/gates.ts'
import { reply } from './reply/reply.ts'
import { HANDLERS } from './routes/handlers.ts'
import {
  api,
  KEYS,
  listeningMock,
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

describe('each of the 20 operations', () => {
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
        { error: 'Rate limit exceeded', retry_after: 3, message: 'Retry in 3 seconds.' },
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
