import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMock, type StartedMock } from '../../mock-server/index.ts'
import type { Dialect } from '../../schemas/dialect.ts'
import { OPERATIONS, type OperationId } from '../../schemas/operations.ts'
import { requestOf, type Call } from '../server/client/call.ts'
import type { ReceivedResponse } from '../server/client/exchange.ts'
import { parseTarget } from '../server/load-target.ts'
import { Counterparts } from './counterparts.ts'
import { differences, type Comparison } from './differences.ts'
import { callThere } from './names.ts'

const NOW = '2031-05-06T07:08:09Z'
const HEADERS = ['content-type', 'x-ratelimit-limit']
const CUSTOMER = { email: 'a@example.com', first_name: 'A' }

let mocks: StartedMock[] = []

beforeAll(async () => {
  mocks = await Promise.all([startMock({ seed: 1 }), startMock({ seed: 1 })])
  for (const mock of mocks) {
    await mock.clock.freeze(NOW)
    await mock.reset()
  }
  // One of them counts on, so that no new id is the other's.
  for (const mock of mocks.slice(1)) await ask(mock, 'createCustomer', { body: { customer: CUSTOMER } })
})
afterAll(() => Promise.all(mocks.map((mock) => mock.close())))

async function ask(mock: StartedMock, operation: OperationId, call: Call): Promise<ReceivedResponse> {
  const { method, path } = OPERATIONS[operation]
  const { url, headers, body } = requestOf(parseTarget(mock.target), method, path, call)
  const answer = await fetch(url, { method, headers, body })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    text,
    json: text === '' ? undefined : JSON.parse(text),
  }
}

/** Sends to both mocks, which answer in these dialects. */
async function between(...dialects: [Partial<Dialect>, Partial<Dialect>]) {
  const comparison: Comparison = { counterparts: new Counterparts(), slack_ms: 0, headers: HEADERS }
  await Promise.all(mocks.map((mock, index) => mock.setDialect(dialects[index] ?? {})))
  return async (operation: OperationId, call: Call = {}) => {
    const calls = [call, callThere(operation, call, comparison.counterparts)]
    const answers = await Promise.all(mocks.map((mock, index) => ask(mock, operation, calls[index] ?? call)))
    const [mine, theirs] = answers
    if (!mine || !theirs) throw new Error('the mocks are not up')
    return { json: mine.json, differ: differences(mine, theirs, comparison) }
  }
}

describe('two mocks that are alike', () => {
  test('differ in nothing, whatever their ids and slugs', async () => {
    const both = await between({}, {})
    const [order_id] = mocks[0]?.target.order_ids ?? []
    const { json, differ } = await both('createInvoice', { body: { order_id } })
    expect(differ).toEqual([])
    // As the mock answers.
    const { slug, id } = (json as { invoice: { slug: string; id: number } }).invoice
    for (const answer of [
      await both('readInvoice', { params: { slug } }),
      await both('readInvoicePdf', { params: { slug } }),
      await both('bulkPdf', { body: { invoice_ids: [id] } }),
      await both('bulkPdf', { body: { invoice_ids: [id] } }),
      await both('listInvoices'),
      await both('createCustomer', { body: { customer: { email: 'b@example.org' } } }),
      await both('listCustomers', { query: { search: 'b@example' } }),
      await both('createTemplate', { body: { template: {} } }),
    ])
      expect(answer.differ).toEqual([])
  })

  test('differ in a record that was another one before', async () => {
    const both = await between({}, {})
    const { json } = await both('listTemplates')
    const [one, other] = (json as { templates: { id: number }[] }).templates
    const counterparts = new Counterparts()
    expect([one, other].map((template) => counterparts.pair('template', template?.id ?? 0, 7))).toEqual([
      true,
      false,
    ])
    expect(counterparts.pair('customer', other?.id ?? 0, 7)).toBe(true)
    expect(counterparts.here('template', 7)).toBe(one?.id)
  })
})

describe('two mocks differ in', () => {
  test.each<[Partial<Dialect>, OperationId, Call, string[]]>([
    [{ 'status.not_found': 410 }, 'readTemplate', { params: { id: 987_654 } }, ['status']],
    [{ 'format.money': 4 }, 'listInvoices', { query: { per_page: 1 } }, ['body.invoices.0.total_price']],
    [
      { 'format.timestamps': { offset: '+02:00', digits: 3 } },
      'listTemplates',
      {},
      expect.arrayContaining(['body.templates.0.created_at']),
    ],
    [{ 'format.slug': { version: 7, case: 'upper' } }, 'listInvoices', { query: { per_page: 1 } }, []],
    [
      { 'errors.structure': 'base' },
      'createTemplate',
      { body: { template: {} } },
      ['body.errors.template.name', 'body.errors.base'],
    ],
    [{ 'rate.headers_always': false }, 'readSettings', {}, ['x-ratelimit-limit']],
  ])('%j, seen by %s', async (dialect, operation, call, where) => {
    const both = await between({}, dialect)
    const { differ } = await both(operation, call)
    expect(differ.map((one) => one.where)).toEqual(where)
  })
})
