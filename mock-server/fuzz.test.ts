import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { api, KEYS, listeningMock, type Called, type ListeningMock } from './routes/testing/listening-mock.ts'
import { oddRequest } from './routes/testing/odd-requests.ts'

/**
 * Whatever comes in, the answer is one of the listed kinds, as JSON, and the stores are as they were (clause
 * http.no-server-error).
 */

let mock: ListeningMock
const told = vi.spyOn(console, 'error')

/** All content of the stores, and what was told of faults. */
const state = () => ({ content: JSON.stringify([...mock.mock.db.rows()]), faults: told.mock.calls })
let before: ReturnType<typeof state>

beforeAll(async () => {
  mock = await listeningMock()
})
beforeEach(() => {
  before = state()
})
afterAll(() => mock.close())

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

/** What is wrong with an answer to a request that must not write; null for nothing. */
function faultOf(method: string, { status, headers, text, json }: Called): string | null {
  if (!(method === 'GET' ? [200, ...REFUSALS] : REFUSALS).includes(status)) return `status ${status}`
  if (headers['content-type'] !== 'application/json; charset=utf-8') return `type ${headers['content-type']}`
  if (/<html|<!doctype|\n {4}at /i.test(text)) return text
  return status === 200 || method === 'HEAD' || typeof json.error === 'string' ? null : text
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

/** `npm run fuzz` sends more. */
const TIMES = Number(process.env['FUZZ'] ?? 1)

test.each([
  [1100 * TIMES, 'the default dialect', {}],
  [550 * TIMES, 'another dialect', STRICT],
])('%i odd requests over all operations under %s', async (count, _name, dialect) => {
  mock.speak(dialect)
  const requests = fc.array(oddRequest, { minLength: 11, maxLength: 11 })
  await fc.assert(
    fc.asyncProperty(requests, async (together) => {
      const faults = together.map(async ({ method, path, query, ...options }) =>
        faultOf(method, await mock.call(method, api(`${named(path, options.key)}?${query}`), options)),
      )
      expect(await Promise.all(faults)).toEqual(together.map(() => null))
    }),
    { numRuns: count / 11, endOnFailure: true },
  )
  expect(state()).toEqual(before)
})

test.each([
  ['text', Buffer.from(JSON.stringify({ template: { name: 'x'.repeat(10_000_000) } })), {}],
  ['nothing, in chunks', Buffer.alloc(10_000_000), { 'transfer-encoding': 'chunked' }],
  ['brackets', Buffer.alloc(10_000_000, '['), {}],
  ['ids', Buffer.from(`{"invoice_ids":[${'1,'.repeat(5_000_000)}1]}`), {}],
  ['space that was packed small', gzipSync(Buffer.alloc(10_000_000, ' ')), { 'content-encoding': 'gzip' }],
])('10 MB of %s', async (_name, body, headers) => {
  mock.speak()
  for (const path of ['/templates', '/invoices/bulk_pdf', '/invoices', '/customers']) {
    const answer = await mock.call('POST', api(path), { body, headers })
    expect([answer.status, faultOf('POST', answer)]).toEqual([422, null])
  }
  expect((await mock.call('POST', api('/templates'), { body, headers, key: 'no' })).status).toBe(401)
  expect(state()).toEqual(before)
})
