import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_DIALECT } from '../../schemas/dialect.ts'
import { validate } from '../../schemas/validate.ts'
import { createApp, type MockApp } from '../index.ts'

let mock: MockApp
const api = '/api/v1/external'
const admin = '/__admin'

beforeAll(async () => {
  mock = await createApp({ scenario: 'small' })
})
afterAll(() => mock.close())

const storeOf = (at: number) => {
  const store = mock.stores[at]
  if (!store) throw new Error(`The scenario has no store ${at}`)
  return store
}

const get = (path: string) => request(mock.app).get(`${admin}${path}`)
const post = (path: string, body: object = {}) => request(mock.app).post(`${admin}${path}`).send(body)
const list = (key: string) => request(mock.app).get(`${api}/invoices`).set('X-Auth-Token', key)
const put = (path: string, body: object) => request(mock.app).put(`${admin}${path}`).send(body).expect(200)
const unauthorized = async () => (await list('wrong')).status
const create = (key: string, body: object) =>
  request(mock.app).post(`${api}/invoices`).set('X-Auth-Token', key).send(body)

beforeEach(async () => {
  await request(mock.app).put(`${admin}/dialect`).send({}).expect(200)
  await post('/scenarios/small?seed=1').expect(200)
})

describe('answers of the admin API', () => {
  const rows: [string, string, object | undefined, number, string][] = [
    [
      'GET',
      '/nothing',
      undefined,
      404,
      'The admin API has no GET /__admin/nothing. GET /__admin lists what it has.',
    ],
    ['DELETE', '/health', undefined, 404, 'The admin API has no DELETE /__admin/health.'],
    ['GET', '/stores/nobody', undefined, 404, 'There is no store "nobody". There are: small, neighbour.'],
    ['DELETE', '/stores/nobody', undefined, 404, 'There is no store "nobody".'],
    ['GET', '/stores/nobody/orders', undefined, 404, 'There is no store "nobody".'],
    ['GET', '/stores/small/orders/999999', undefined, 404, 'There is none with this id.'],
    ['GET', '/stores/small/orders/x', undefined, 404, '"x" is no order id.'],
    ['PATCH', '/stores/small/orders/999999', { note: 'x' }, 404, 'There is none with this id.'],
    ['POST', '/stores/small/orders', { note: 5 }, 422, 'note must be a string'],
    ['POST', '/stores/small/orders', [], 422, 'The body must be a JSON object.'],
    ['POST', '/stores', { name: 'small' }, 422, 'name is taken'],
    ['POST', '/stores', { plan: 'gold' }, 422, 'the store: stores[0].plan: must be'],
    ['GET', '/target?store=nobody', undefined, 404, 'There is no store "nobody".'],
    ['GET', '/emails?store=a&store=b', undefined, 400, 'Give store once.'],
    ['PUT', '/clock', { now: 'soon' }, 422, 'now must be an ISO 8601 date-time'],
    ['PUT', '/clock', { frozen: 'yes' }, 422, 'frozen must be true or false'],
    ['POST', '/clock/advance', {}, 422, 'ms must be a number'],
    ['POST', '/clock/advance', { ms: 1e300 }, 422, 'ms goes beyond the end of time'],
    [
      'PUT',
      '/dialect',
      { 'status.unauthorized': 12 },
      422,
      'status.unauthorized: must be an integer from 400',
    ],
    ['PATCH', '/dialect', { 'status.unauthorised': 401 }, 422, 'did you mean status.unauthorized?'],
    ['POST', '/scenarios/none-such', undefined, 422, 'none-such: there is no such file'],
    ['POST', '/scenarios/..%2f..%2fpackage.json', undefined, 404, 'is no name of a scenario'],
    ['POST', '/scenarios/small?seed=x', undefined, 400, 'seed must be a whole number.'],
    ['POST', '/scenarios', { description: 'no stores' }, 422, "must have required property 'stores'"],
  ]
  test.each(rows)('%s %s %j: %i', async (method, path, body, status, words) => {
    const verb = method.toLowerCase() as 'get' | 'put' | 'patch' | 'post' | 'delete'
    const answer = await request(mock.app)[verb](`${admin}${path}`).send(body)
    expect(answer.status).toBe(status)
    expect(answer.type).toBe('application/json')
    expect(answer.body.error).toContain(words)
  })

  test('malformed JSON', async () => {
    const answer = await request(mock.app).put(`${admin}/clock`).type('json').send('{"now":').expect(400)
    expect(answer.body.error).toContain('The body is no JSON')
  })

  test('JSON is read whatever its content type says, as curl -d sends it', async () => {
    const answer = await request(mock.app).post(`${admin}/clock/advance`).type('form').send('{"ms":0}')
    expect(answer.status).toBe(200)
  })

  test('the first page lists every route there is', async () => {
    const { body } = await get('').expect(200)
    expect(body.routes).toContainEqual({ method: 'POST', path: '/reset', summary: expect.any(String) })
    expect(body.routes.length).toBeGreaterThan(25)
  })

  test('health', async () => {
    const { body } = await get('/health').expect(200)
    expect(body).toMatchObject({ status: 'ok', scenario: 'small', seed: 1, stores: 2, notes: [] })
  })

  test('clauses', async () => {
    const { body } = await get('/clauses').expect(200)
    expect(body.clauses).toContainEqual(
      expect.objectContaining({ id: 'create.returns-existing', level: 'must' }),
    )
  })
})

describe('stores', () => {
  test('are made, work at once, and are dropped', async () => {
    const made = await post('/stores', { name: 'mine', quota: { requests: 2, window_seconds: 60 } }).expect(
      201,
    )
    expect(made.body).toMatchObject({
      name: 'mine',
      plan: 'paid',
      quota: { requests: 2, window_seconds: 60 },
    })
    const { api_key, order_ids } = made.body
    await create(api_key, { order_id: order_ids[0] }).expect(201)
    expect((await get('/stores/mine')).body.order_ids).toEqual(order_ids.slice(1))
    await list(api_key).expect(200)
    await list(api_key).expect(429)
    await request(mock.app).delete(`${admin}/stores/mine`).expect(204)
    await list(api_key).expect(401)
  })

  test('may be as empty as asked', async () => {
    const made = await post('/stores', { plan: 'free', generate: {} }).expect(201)
    expect(made.body).toMatchObject({ plan: 'free', order_ids: [], draft_order_ids: [] })
    await list(made.body.api_key).expect(403)
  })
})

describe('the platform', () => {
  test('orders are edited by a merge patch, and invoices follow only when regenerated', async () => {
    const { api_key, order_ids, name } = storeOf(0)
    const made = await create(api_key, { order_id: order_ids[0] }).expect(201)
    const { slug } = made.body.invoice
    const order = `${admin}/stores/${name}/orders/${order_ids[0]}`
    const patch = { note: 'edited', customer: { first_name: 'Ada' } }
    const edited = await request(mock.app).patch(order).send(patch).expect(200)
    expect(edited.body).toMatchObject(patch)
    expect(edited.body.customer.last_name).toBe(made.body.invoice.customer.last_name)
    const read = () => request(mock.app).get(`${api}/invoices/${slug}`).set('X-Auth-Token', api_key)
    expect((await read()).body.invoice.note).toBe(made.body.invoice.note)
    await request(mock.app)
      .post(`${api}/invoices/${slug}/regenerate`)
      .set('X-Auth-Token', api_key)
      .expect(200)
    expect((await read()).body.invoice).toMatchObject(patch)
  })

  test.each(['orders', 'draft_orders'])('%s are made, replaced and taken away', async (kind) => {
    const all = `/stores/small/${kind}`
    const { body: before } = await get(all).expect(200)
    const { id: _id, ...order } = before[kind][0]
    const made = await post(all, { ...order, note: 'new' }).expect(201)
    expect(made.body).toMatchObject({ ...order, note: 'new', id: expect.any(Number) })
    const one = `${admin}${all}/${made.body.id}`
    await request(mock.app)
      .put(one)
      .send({ ...order, note: 'replaced' })
      .expect(200)
    expect((await request(mock.app).get(one)).body.note).toBe('replaced')
    await request(mock.app).delete(one).expect(204)
    await request(mock.app).get(one).expect(404)
    expect((await get(all)).body[kind]).toEqual(before[kind])
  })

  test('amounts are computed by the platform', async () => {
    const { body } = await get('/stores/small/orders').expect(200)
    const [{ id: _id, tax_lines: _taxes, ...order }] = body.orders
    const line = { title: 'Thing', variant_title: '', quantity: 3, price: '10.00', sku: 'T' }
    const tax = { title: 'VAT', rate: 0.2, price: '999.00' }
    const made = await post('/stores/small/orders', {
      ...order,
      currency: 'EUR',
      line_items: [line],
      tax_lines: [tax],
    })
    expect(made.body.tax_lines).toEqual([{ title: 'VAT', rate: 0.2, price: '6.00' }])
  })
})

describe('the target file', () => {
  test('is valid and leads to a mock that answers', async () => {
    const { body } = await get('/target').expect(200)
    expect(validate('target', body)).toEqual([])
    expect(body.base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1\/external$/)
    expect(body.hooks.edit_order.url).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/__admin\/stores\/small\/orders\/\{order_id\}$/,
    )
    expect(body.order_ids).toEqual(storeOf(0).order_ids)
    expect(body).toMatchObject({ api_key: storeOf(0).api_key, other_store_api_key: storeOf(1).api_key })
  })

  test('names orders without an invoice only', async () => {
    const [first] = storeOf(0).order_ids
    await create(storeOf(0).api_key, { order_id: first }).expect(201)
    expect((await get('/target')).body.order_ids).not.toContain(first)
  })

  test('can be about any store', async () => {
    const { body } = await get(`/target?store=${storeOf(1).name}`).expect(200)
    expect(body).toMatchObject({ api_key: storeOf(1).api_key, other_store_api_key: storeOf(0).api_key })
  })

  test('has keys for every plan and limit of the default scenario', async () => {
    await post('/scenarios/default').expect(200)
    const { body } = await get('/target').expect(200)
    const keys = mock.stores.map(({ api_key }) => api_key)
    const { api_key, other_store_api_key, free_plan_api_key, rate_limited_api_key } = body
    expect([api_key, other_store_api_key, free_plan_api_key, rate_limited_api_key]).toEqual(keys)
  })
})

describe('emails and bulk actions', () => {
  test('emails that were queued can be read and forgotten', async () => {
    const { api_key, name } = storeOf(0)
    const listed = await list(api_key)
    const { slug, customer_email } = listed.body.invoices[0]
    await request(mock.app)
      .post(`${api}/invoices/${slug}/send_email`)
      .set('X-Auth-Token', api_key)
      .expect(200)
    const { body } = await get(`/emails?store=${name}`).expect(200)
    expect(body.emails).toEqual([
      { to: customer_email, slug, template_id: null, queued_at: expect.any(String) },
    ])
    expect((await get(`/emails?store=${storeOf(1).name}`)).body.emails).toEqual([])
    await request(mock.app).delete(`${admin}/emails`).expect(204)
    expect((await get('/emails')).body.emails).toEqual([])
  })

  test('a bulk action is ended, so that the next one is taken', async () => {
    const { api_key, name } = storeOf(0)
    const { body } = await list(api_key)
    const bulk = () =>
      request(mock.app)
        .post(`${api}/invoices/bulk_pdf`)
        .set('X-Auth-Token', api_key)
        .send({ invoice_ids: [body.invoices[0].id] })
    await bulk().expect(200)
    await bulk().expect(409)
    expect((await post(`/stores/${name}/bulk_actions/finish`).expect(200)).body).toEqual({ finished: true })
    expect((await post(`/stores/${name}/bulk_actions/finish`).expect(200)).body).toEqual({ finished: false })
    await bulk().expect(200)
  })
})

describe('the clock', () => {
  test('is frozen, moved on and let go', async () => {
    const now = '2027-01-02T03:04:05.000Z'
    expect((await put('/clock', { now, frozen: true })).body).toEqual({ now, frozen: true })
    const made = await create(storeOf(0).api_key, { order_id: storeOf(0).order_ids[0] }).expect(201)
    expect(made.body.invoice.created_at).toBe(now)
    const advanced = await post('/clock/advance', { ms: 86_400_000 }).expect(200)
    expect(advanced.body).toEqual({ now: '2027-01-03T03:04:05.000Z', frozen: true })
    const released = await put('/clock', { now: new Date().toISOString(), frozen: false })
    expect(released.body.frozen).toBe(false)
  })
})

describe('the dialect', () => {
  test('is changed in part, and replaced as a whole', async () => {
    const patched = await request(mock.app)
      .patch(`${admin}/dialect`)
      .send({ 'status.unauthorized': 418 })
      .expect(200)
    expect(patched.body).toEqual({ dialect: { ...DEFAULT_DIALECT, 'status.unauthorized': 418 }, notes: [] })
    expect(await unauthorized()).toBe(418)
    await request(mock.app).patch(`${admin}/dialect`).send({ 'status.not_found': 410 }).expect(200)
    expect(await unauthorized()).toBe(418)
    await request(mock.app).put(`${admin}/dialect`).send({ 'status.not_found': 410 }).expect(200)
    expect(await unauthorized()).toBe(401)
    expect((await get('/dialect')).body).toEqual({ ...DEFAULT_DIALECT, 'status.not_found': 410 })
  })

  test('says what the mock cannot imitate', async () => {
    const { body } = await request(mock.app)
      .patch(`${admin}/dialect`)
      .send({ 'list.order': 'other' })
      .expect(200)
    expect(body.notes).toEqual([expect.stringContaining("can't imitate list.order")])
    expect((await get('/health')).body.notes).toEqual(body.notes)
  })

  test('outlives a reset', async () => {
    await request(mock.app).patch(`${admin}/dialect`).send({ 'status.unauthorized': 418 }).expect(200)
    await post('/reset').expect(200)
    expect(await unauthorized()).toBe(418)
  })
})

describe('reset and scenarios', () => {
  test('a reset puts everything back', async () => {
    const before = mock.stores
    await post('/stores', { name: 'mine' }).expect(201)
    await create(storeOf(0).api_key, { order_id: storeOf(0).order_ids[0] }).expect(201)
    const { body } = await post('/reset').expect(200)
    expect(body).toEqual({ scenario: 'small', seed: 1, stores: before })
    expect(mock.stores).toEqual(before)
  })

  test('a named scenario takes the place of all stores, and a reset then means it', async () => {
    const { body } = await post('/scenarios/empty?seed=5').expect(200)
    expect(body).toMatchObject({ scenario: 'empty', seed: 5 })
    expect((await post('/reset')).body).toEqual(body)
    expect((await get('/scenarios')).body).toMatchObject({
      scenarios: expect.arrayContaining(['default', 'small']),
      loaded: { scenario: 'empty', seed: 5 },
    })
  })

  test('a scenario in the body is loaded, and a reset then means it', async () => {
    const stores = [{ name: 'only', api_key: 'test_key_only_store', generate: { invoices: 2 } }]
    const { body } = await post('/scenarios', { description: 'One store', stores }).expect(200)
    expect(body.stores.map(({ name }: { name: string }) => name)).toEqual(['only'])
    expect((await list('test_key_only_store').expect(200)).body.meta.total).toBe(2)
    expect((await post('/reset')).body.stores).toEqual(body.stores)
  })

  test('a bad scenario changes nothing', async () => {
    const before = mock.stores
    await post('/scenarios', { description: 'x', stores: [{ name: 'A' }] }).expect(422)
    expect(mock.stores).toEqual(before)
  })
})
