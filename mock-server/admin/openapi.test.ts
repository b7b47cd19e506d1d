import { Ajv2020 } from 'ajv/dist/2020.js'
import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp, type MockApp } from '../testing/engine.ts'

/** The admin API's OpenAPI document, and that every route answers what it says there. */

type Operation = {
  operationId: string
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

let mock: MockApp
let document: Document
beforeAll(async () => {
  mock = await createApp({ scenario: 'small', seed: 1 })
  document = (await request(mock.app).get('/__admin/openapi.json').expect(200)).body
  ajv.addSchema(document, 'admin')
})
afterAll(() => mock.close())

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** One request for every operation, in an order in which each finds what it is about. */
const REQUESTS: [method: Method, path: string, body?: object | undefined, called?: string][] = [
  ['get', '/health'],
  ['get', '/clauses'],
  ['get', '/questions'],
  ['get', '/openapi.json'],
  ['get', '/target'],
  ['get', '/clock'],
  ['put', '/clock', { now: '2026-03-01T09:30:00Z', frozen: true }],
  ['post', '/clock/advance', { ms: 1000 }],
  ['get', '/dialect'],
  ['put', '/dialect', { 'status.created': 200 }],
  ['patch', '/dialect', { 'status.created': 201 }],
  ['get', '/coverage'],
  ['delete', '/coverage'],
  ['get', '/stores'],
  ['get', '/quotas'],
  ['post', '/stores', { name: 'mine', api_key: 'test_key_of_mine_store' }],
  ['get', '/stores/{store}', undefined, '/stores/mine'],
  [
    'patch',
    '/stores/{store}',
    { quota: { requests: 9, window_seconds: 1 }, clock: { frozen: true }, dialect: {} },
    '/stores/mine',
  ],
  ['get', '/stores/{store}/clock', undefined, '/stores/mine/clock'],
  ['put', '/stores/{store}/clock', { frozen: true }, '/stores/mine/clock'],
  ['post', '/stores/{store}/clock/advance', { ms: 1 }, '/stores/mine/clock/advance'],
  ['delete', '/stores/{store}/clock', undefined, '/stores/mine/clock'],
  ['get', '/stores/{store}/dialect', undefined, '/stores/mine/dialect'],
  ['put', '/stores/{store}/dialect', {}, '/stores/mine/dialect'],
  ['patch', '/stores/{store}/dialect', {}, '/stores/mine/dialect'],
  ['delete', '/stores/{store}/dialect', undefined, '/stores/mine/dialect'],
  ...(['orders', 'draft_orders'] as const).flatMap((kind): typeof REQUESTS => [
    ['post', `/stores/{store}/${kind}`, { id: 77, note: 'one' }, `/stores/mine/${kind}`],
    ['get', `/stores/{store}/${kind}`, undefined, `/stores/mine/${kind}`],
    ['get', `/stores/{store}/${kind}/{id}`, undefined, `/stores/mine/${kind}/77`],
    ['patch', `/stores/{store}/${kind}/{id}`, { note: 'two' }, `/stores/mine/${kind}/77`],
    ['put', `/stores/{store}/${kind}/{id}`, {}, `/stores/mine/${kind}/77`],
    ['delete', `/stores/{store}/${kind}/{id}`, undefined, `/stores/mine/${kind}/77`],
  ]),
  ['get', '/stores/{store}/bulk_actions', undefined, '/stores/small/bulk_actions'],
  ['post', '/stores/{store}/bulk_actions/finish', undefined, '/stores/small/bulk_actions/finish'],
  ['get', '/stores/{store}/invoices', undefined, '/stores/small/invoices?q=INV&per_page=1'],
  ['get', '/stores/{store}/invoices/{slug}', undefined, '/stores/small/invoices/SLUG'],
  ['get', '/emails'],
  ['delete', '/emails'],
  ['get', '/requests'],
  ['get', '/requests/{seq}', undefined, '/requests/1'],
  ['delete', '/requests'],
  ['delete', '/stores/{store}', undefined, '/stores/mine'],
  ['post', '/faults', { when: { operation: 'bulkPdf', share: 0.1 }, fault: { kind: 'cut', bytes: 9 } }],
  ['get', '/faults'],
  ['delete', '/faults/{id}', undefined, '/faults/fault-1'],
  ['delete', '/faults'],
  ['get', '/scenarios'],
  ['post', '/scenarios/{name}', undefined, '/scenarios/small'],
  [
    'post',
    '/scenarios',
    { description: 'None', stores: [{ name: 'one', api_key: 'test_key_of_one_store' }] },
  ],
  ['post', '/reset'],
  ['get', '/state'],
  ['put', '/state', { description: 'One', stores: [{ name: 'one', api_key: 'test_key_of_one_store' }] }],
  ['post', '/snapshots', { name: 'one' }],
  ['get', '/snapshots'],
  ['post', '/snapshots/{name}/restore', undefined, '/snapshots/one/restore'],
  ['delete', '/snapshots/{name}', undefined, '/snapshots/one'],
]

/** What is put there as a whole order is the one that was read. */
const bodyOf = async (method: Method, path: string, body: object | undefined) =>
  method === 'put' && path.includes('orders/') ? (await request(mock.app).get(`/__admin${path}`)).body : body

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

/** What is wrong with an answer by the document; null where it does not know such a one. */
function faults(path: string, method: Method, { status, body, text }: request.Response) {
  const documented = document.paths[path]?.[method]?.responses[status]
  if (!documented) return null
  if (!documented.content) return text === '' ? [] : ['a body']
  const place = ['paths', path, method, 'responses', `${status}`, 'content', 'application/json', 'schema']
  const check = ajv.getSchema(`admin#/${place.map(escaped).join('/')}`)
  return check?.(body) === true ? [] : check?.errors
}

/** Some records that the lists then show. */
test('there is an email and a bulk action to be shown', async () => {
  const { api_key, order_ids = [] } = mock.target
  const send = (path: string, body: object) =>
    request(mock.app).post(`/api/v1/external${path}`).set('X-Auth-Token', api_key).send(body)
  const { body } = await send('/invoices', { order_id: order_ids[0] }).expect(201)
  await send(`/invoices/${body.invoice.slug}/send_email`, {}).expect(200)
  await send('/invoices/bulk_pdf', { invoice_ids: [body.invoice.id] }).expect(200)
  expect(mock.emails()).toHaveLength(1)
  expect(mock.bulkActions()).toHaveLength(1)
})

test.each(REQUESTS)('%s %s answers what its document says', async (method, path, body, called = path) => {
  const given = await bodyOf(method, called, body)
  const place = called.replace('SLUG', mock.emails()[0]?.slug ?? '')
  const answer = await request(mock.app)[method](`/__admin${place}`).send(given)
  expect([answer.body.error, faults(path, method, answer)]).toEqual([undefined, []])
})

test('every operation of the document is asked above, and has an id of its own', () => {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [`${method} ${path}`, operationId] as const),
  )
  // Which goes on answering.
  const streams = ['get /events']
  expect(
    all
      .map(([name]) => name)
      .filter((name) => !streams.includes(name))
      .toSorted(),
  ).toEqual(REQUESTS.map(([method, path]) => `${method} ${path}`).toSorted())
  expect(new Set(all.map(([, id]) => id)).size).toBe(all.length)
})
