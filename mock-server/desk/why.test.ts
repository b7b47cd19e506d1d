import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Dialect } from '../../schemas/dialect.ts'
import { validate } from '../../schemas/validate.ts'
import { heard, startMock, type StartedMock } from '../testing/engine.ts'
import { nearKey } from './near-key.ts'

let mock: StartedMock
beforeAll(async () => {
  mock = await startMock({ scenario: 'small' })
})
afterAll(() => mock.close())

interface Sent {
  key?: string
  body?: unknown
  headers?: Record<string, string>
}

/** Why the mock answered so. */
async function whyOf(line: string, { key = mock.target.api_key, body, headers }: Sent = {}) {
  const [method = '', path = ''] = line.split(' ')
  await fetch(mock.base_url + path, {
    method,
    headers: { 'x-auth-token': key, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  await heard(mock)
  const seen = mock.request(mock.requests().at(-1)?.seq ?? 0)
  expect(validate('desk/seen', seen)).toEqual([])
  return seen.why
}

describe('a refusal tells its clause', () => {
  test.each<[line: string, clause: string | undefined, sent?: Sent]>([
    ['GET /settings', 'auth.key-required', { key: '' }],
    ['GET /settings', 'auth.key-unknown', { key: 'nobody' }],
    ['GET /invoices/nothing', 'read.unknown'],
    ['GET /invoices/nothing/pdf', 'pdf.unknown'],
    ['DELETE /customers/999999', 'customers.unknown'],
    ['GET /invoices/search', 'search.q-required'],
    ['POST /invoices', 'create.order-id-required', { body: {} }],
    ['POST /invoices', 'create.order-id-type', { body: { order_id: 'x' } }],
    ['POST /invoices', 'create.order-unknown', { body: { order_id: 77 } }],
    ['POST /invoices', undefined, { body: { order_id: '5001' } }],
    ['POST /invoices', undefined, { body: { order_id: 5001, draft: 'perhaps' } }],
    ['GET /invoices?page=0', undefined],
    ['POST /invoices/bulk_pdf', 'bulk.ids-required', { body: { invoice_ids: [{}] } }],
    ['POST /invoices/bulk_pdf', undefined, { body: { invoice_ids: [999_999] } }],
    ['POST /invoices', 'create.template-unknown', { body: { order_id: 5001, template_id: 999_999 } }],
    ['POST /invoices', 'create.flag-type', { body: { order_id: 5001, draft: {} } }],
    ['POST /invoices/bulk_pdf', 'bulk.ids-required', { body: {} }],
    ['POST /invoices/bulk_pdf', 'bulk.max-ids', { body: { invoice_ids: Array(5001).fill(1) } }],
    ['POST /templates', 'templates.invalid', { body: { template: { name: {} } } }],
    ['PATCH /settings', 'settings.invalid', { body: {} }],
    ['GET /settings', undefined],
    ['GET /settings', undefined, { headers: { 'x-mock-answer': 'not-found' } }],
  ])('%s: %s', async (line, clause, sent) => {
    expect((await whyOf(line, sent))?.clause).toBe(clause)
  })

  test.each<Dialect['errors.structure']>(['messages', 'nested', 'base'])(
    'also where errors are %s',
    async (structure) => {
      await mock.patchDialect({ 'errors.structure': structure })
      expect((await whyOf('POST /invoices', { body: { order_id: 'x' } }))?.clause).toBe(
        'create.order-id-type',
      )
      await mock.patchDialect({ 'errors.structure': 'arrays' })
    },
  )
})

describe('a key that is nearly one', () => {
  const key = 'test_key_rich_store'
  const owners = [
    { name: 'rich', api_key: key },
    { name: 'second', api_key: 'test_key_second_store' },
  ]

  test.each([
    [key.slice(0, -1), 'It is the key of store rich without 1 sign at its end.'],
    [key.slice(2), 'It is the key of store rich without 2 signs at its beginning.'],
    [key.replace('rich', 'ich'), 'It is the key of store rich without 1 sign after its first 9.'],
    [`${key}\n`, 'It is the key of store rich with 1 sign more at its end.'],
    [`"${key}`, 'It is the key of store rich with 1 sign more at its beginning.'],
    [key.replace('rich', 'rihc'), 'It is the key of store rich but for 2 signs from sign 12 on.'],
    [key.toUpperCase(), 'It is the key of store rich in other letter case.'],
    ['test_key_', undefined],
    ['something else', undefined],
  ])('%j', (sent, says) => {
    expect(nearKey(sent, owners)).toBe(says)
  })

  test('is told with the request', async () => {
    const why = await whyOf('GET /settings', { key: mock.target.api_key.slice(0, -1) })
    expect(why?.near_key).toBe('It is the key of store small without 1 sign at its end.')
    expect(JSON.stringify(why)).not.toContain(mock.target.api_key.slice(0, -1))
  })
})
