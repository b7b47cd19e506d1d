import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPERATION_IDS } from '../../schemas/operations.ts'
import type { QuestionKey } from '../../schemas/questions.ts'
import { validate } from '../../schemas/validate.ts'
import type { Coverage, FaultEffect, InvoicePdfResponse, InvoiceResponse } from '../../schemas/types.ts'
import { heard, startMock, type StartedMock } from '../testing/engine.ts'
import {
  api,
  KEYS,
  listeningMock,
  type CallOptions,
  type ListeningMock,
} from '../routes/testing/listening-mock.ts'

/** What is not 0, and not empty. */
function withoutZeros(value: object): object {
  const entries = Object.entries(value).map(([name, inside]) => [
    name,
    typeof inside === 'object' && inside !== null && !Array.isArray(inside) ? withoutZeros(inside) : inside,
  ])
  return Object.fromEntries(entries.filter(([, inside]) => inside !== 0 && JSON.stringify(inside) !== '{}'))
}

const json = async (answer: Promise<Response>) => JSON.parse(await (await answer).text())

describe('coverage of real traffic', () => {
  let mock: StartedMock
  beforeAll(async () => {
    mock = await startMock({ scenario: 'default', seed: 1 })
    await mock.clock.freeze()
  })
  afterAll(() => mock.close())

  const send = (
    path: string,
    { key = KEYS.rich, method = 'GET', body }: { key?: string; method?: string; body?: object } = {},
  ) =>
    fetch(`${mock.base_url}${path}`, {
      method,
      headers: { 'x-auth-token': key },
      ...(body && { body: JSON.stringify(body) }),
    })
  const post = (path: string, body: object) => send(path, { method: 'POST', body })
  const admin = (path: string, init: RequestInit = {}) => fetch(`${mock.admin_url}${path}`, init)

  test('is counted exactly', async () => {
    const [order_id = 0] = mock.target.order_ids ?? []
    await send('/settings', { key: 'none' })
    await send('/settings', { key: KEYS.free })
    for (let time = 0; time < 6; time++) await send('/settings', { key: KEYS.limited })
    await send('/invoices?page=2&per_page=3&sort=name')
    await send('/invoices?page=100000')
    await post('/invoices', { order_id: 'x', draft: true })
    const { invoice }: InvoiceResponse = await json(post('/invoices', { order_id, generate_pdf: true }))
    await post('/invoices', { order_id, color: 'red' })
    await post('/invoices/bulk_pdf', { invoice_ids: [invoice.id, invoice.id] })
    await post('/invoices/bulk_pdf', { invoice_ids: [invoice.id] })
    await send('/invoice')
    const { invoice: pdf }: InvoicePdfResponse = await json(
      send(`/invoices/${invoice.slug}/pdf?packing_slip=true`),
    )
    await (await fetch(pdf.pdf_url)).arrayBuffer()
    await fetch(`${pdf.pdf_url}0`)

    await heard(mock)
    const { operations, no_operation, documents, downloads, questions } = mock.coverage()
    expect(withoutZeros({ operations, no_operation, documents, downloads })).toEqual({
      operations: {
        readSettings: { requests: 8, outcomes: { unauthorized: 1, forbidden: 1, ok: 5, 'rate-limited': 1 } },
        listInvoices: {
          requests: 2,
          outcomes: { ok: 2 },
          parameters: { page: 2, per_page: 1 },
          later_pages: 1,
        },
        createInvoice: {
          requests: 3,
          outcomes: { unprocessable: 1, created: 1, existing: 1 },
          fields: { order_id: 3, draft: 1, generate_pdf: 1 },
        },
        bulkPdf: { requests: 2, outcomes: { queued: 1, conflict: 1 }, fields: { invoice_ids: 2 } },
        readInvoicePdf: { requests: 1, outcomes: { ok: 1 }, parameters: { packing_slip: 1 } },
      },
      no_operation: { requests: 1, outcomes: { 'not-found': 1 } },
      documents: { packing_slip: 1 },
      downloads: {
        requests: 2,
        outcomes: { download: 1, 'invalid-link': 1 },
        documents: { packing_slip: 1 },
      },
    })
    expect(questions).toMatchObject({
      'status.unauthorized': 1,
      'status.rate_limited': 1,
      'status.not_found': 1,
      'status.created': 1,
      'body.conflict': 1,
      'input.unknown_fields': 1,
      'pdf.bad_signature': 1,
      'list.order': 2,
      'patch.omitted': 0,
      'pagination.out_of_range': 0,
    })
    expect(mock.coverage().says).toBe(
      `Your tests never called ${OPERATION_IDS.length - 5} of the ${OPERATION_IDS.length} operations.`,
    )
  })

  test.each<[FaultEffect, object]>([
    [{ kind: 'lost-answer' }, { outcomes: { fault: 1 } }],
    [{ kind: 'status', status: 599 }, { outcomes: { fault: 1 } }],
    [{ kind: 'answer', error: 'conflict' }, { outcomes: { conflict: 1 } }],
    [
      { kind: 'latency', ms: 1 },
      { outcomes: { ok: 1 }, later_pages: 1 },
    ],
  ])('with the fault %j has what the client met', async (fault, met) => {
    await mock.fault({ when: { operation: 'listCustomers', times: 1 }, fault })
    const { name, api_key } = await mock.addStore({ generate: { customers: 2 } })
    await send('/customers?page=2&per_page=1', { key: api_key }).catch(() => {})
    await heard(mock)
    const { listCustomers } = mock.coverage(name).operations
    expect(withoutZeros(listCustomers ?? {})).toMatchObject({ requests: 1, ...met })
    await mock.dropStore(name)
  })

  test('is had of one store, and of one that is gone', async () => {
    expect(withoutZeros(mock.coverage('limited').operations)).toEqual({
      readSettings: { requests: 6, outcomes: { ok: 5, 'rate-limited': 1 } },
    })
    const { name, api_key } = await mock.addStore({ name: 'passing' })
    expect(mock.coverage(name).says).toBe('No request has come in yet.')
    await send('/templates', { key: api_key })
    await mock.dropStore(name)
    await heard(mock)
    expect(mock.coverage(name).operations['listTemplates']?.requests).toBe(1)
    expect(() => mock.coverage('richest')).toThrow('There is no store "richest"')
  })

  test.each<[string, Record<string, string>, RegExp, RegExp]>([
    ['', {}, /^application\/json/, /^\{"says":"Your tests never called/],
    ['', { accept: 'text/plain' }, /^text\/plain; charset=utf-8$/, /^Your tests .*\n\nOPERATIONS/],
    ['', { accept: 'text/html,application/xml;q=0.9,*/*;q=0.8' }, /^text\/html/, /^<!doctype html>/],
    ['', { accept: 'text/plain;q=0.5, application/json' }, /^application\/json/, /^\{/],
    ['', { accept: 'text/html;q=0, image/png' }, /^application\/json/, /^\{/],
    ['?as=table', { accept: 'text/html' }, /^text\/plain/, /^Your tests/],
    ['?as=page&store=rich', {}, /^text\/html/, /^<!doctype html>/],
    ['?as=json', { accept: 'text/html' }, /^application\/json/, /^\{/],
    ['?as=tabel', {}, /^application\/json/, /There is no form \\"tabel\\"; did you mean table\?/],
    ['?as=table&as=page', {}, /^application\/json/, /Give as once/],
    ['?store=richest', {}, /^application\/json/, /There is no store/],
  ])('GET /coverage%s with %j', async (query, headers, type, text) => {
    const answer = await admin(`/coverage${query}`, { headers })
    expect(answer.headers.get('content-type')).toMatch(type)
    expect(await answer.text()).toMatch(text)
  })

  test('outlives a reset and a scenario, keeps to its schema, and is gone when it is cleared', async () => {
    const before = mock.coverage()
    await mock.reset()
    await mock.load('small')
    expect(mock.coverage()).toEqual(before)
    const shown: Coverage = await json(admin('/coverage'))
    expect(shown).toEqual(before)
    expect(validate('desk/coverage', shown)).toEqual([])
    expect((await admin('/coverage', { method: 'DELETE' })).status).toBe(204)
    expect(mock.coverage().says).toBe('No request has come in yet.')
  })
})

const template = (fields: object): CallOptions => ({ body: { template: fields } })
const customer = (fields: object): CallOptions => ({ body: { customer: fields } })

describe('the questions that an answer depended on', () => {
  let mock: ListeningMock
  let consulted: readonly QuestionKey[] = []
  beforeAll(async () => {
    mock = await listeningMock({ onEnd: (ended) => (consulted = ended.consulted) })
  })
  afterAll(() => mock.close())

  const RATE: QuestionKey[] = ['rate.quota', 'rate.reset_format', 'rate.headers_always']
  const LIST: QuestionKey[] = [...RATE, 'list.order', 'format.timestamps', 'output.extra_fields']
  const NEW: QuestionKey[] = [
    ...RATE,
    'status.created',
    'format.timestamps',
    'output.extra_fields',
    'format.ids',
  ]
  const REFUSED: QuestionKey[] = [...RATE, 'status.unprocessable', 'errors.structure']

  test.each<[string, CallOptions, QuestionKey[]]>([
    ['GET /settings', { key: null }, ['status.unauthorized']],
    ['GET /settings', { key: KEYS.free }, ['body.forbidden']],
    ['GET /settings', {}, [...RATE, 'output.extra_fields']],
    // Its quota is its own.
    [
      'GET /settings',
      { key: KEYS.limited },
      ['rate.reset_format', 'rate.headers_always', 'output.extra_fields'],
    ],
    ['GET /nowhere', {}, [...RATE, 'status.not_found']],
    ['GET /templates/x', {}, [...RATE, 'errors.non_integer_id', 'status.not_found']],
    ['GET /templates', {}, LIST],
    ['GET /customers', {}, LIST],
    ['GET /customers?search=a', {}, [...LIST, 'search.match']],
    ['GET /invoices', {}, [...LIST, 'format.money']],
    ['GET /invoices?page=2&per_page=250&invoice_type=quote', {}, [...LIST, 'format.money']],
    ['GET /invoices?page=0', {}, [...LIST, 'format.money', 'pagination.out_of_range']],
    [
      'GET /invoices?created_at_min=x',
      {},
      [...LIST, 'format.money', 'filters.unknown_value', 'meta.empty_total_pages'],
    ],
    ['GET /invoices/search?q=a', {}, [...LIST, 'format.money', 'search.match', 'format.country']],
    ['GET /invoices/search?q=', {}, [...REFUSED, 'list.order', 'search.empty_q']],
    ['POST /templates', { body: '{' }, [...REFUSED, 'errors.malformed_json']],
    ['POST /templates', template({ name: 'T' }), [...NEW, 'templates.required']],
    [
      'POST /templates',
      template({ name: 'T', id: 1 }),
      [...NEW, 'templates.required', 'input.unknown_fields'],
    ],
    ['POST /templates', template({ name: 7 }), [...REFUSED, 'input.coercion']],
    ['POST /templates', template({ name: {} }), REFUSED],
    ['POST /customers', customer({}), [...NEW, 'customers.required', 'customers.addresses_on_write']],
  ])('%s %j', async (request, options, expected) => {
    const [method = '', path = ''] = request.split(' ')
    // The second time all that is made once is made.
    for (let time = 0; time < 2; time++) {
      await mock.call(method, api(path), options)
      expect(consulted.toSorted()).toEqual(expected.toSorted())
    }
  })

  test("are those of a store's own dialect too", async () => {
    const store = mock.mock.stores.byKey(KEYS.rich)
    const own = { ...mock.mock.dialect, 'status.not_found': 410 as const }
    await mock.mock.db.alone(() => store?.own.set('dialect', own))
    expect((await mock.call('GET', api('/nowhere'))).status).toBe(410)
    expect(consulted.toSorted()).toEqual([...RATE, 'status.not_found'].toSorted())
    await mock.mock.db.alone(() => store?.own.delete('dialect'))
  })
})
