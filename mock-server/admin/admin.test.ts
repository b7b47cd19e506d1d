import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_DIALECT } from '../../schemas/dialect.ts'
import { validate } from '../../schemas/validate.ts'
import { createApp, type MockApp } from '../testing/engine.ts'

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
    ['POST', '/stores', { plan: 'gold' }, 422, 'the store: plan: must be one of "paid", "free"'],
    ['POST', '/stores', { plna: 'paid' }, 422, 'the store: has no field "plna"; did you mean plan?'],
    ['POST', '/stores', { quota: 5 }, 422, 'the store: quota: must be an object with requests'],
    [
      'POST',
      '/stores',
      { generate: { invoices: 250_001 } },
      422,
      'generate.invoices: must be an integer from 0 to 250000',
    ],
    ['POST', '/stores', { clock: 5 }, 422, "clock must be an object, or null for the mock's."],
    [
      'POST',
      '/stores',
      { clock: { nwo: '2027-01-01T00:00:00Z' } },
      422,
      'There is no field "nwo"; did you mean now?',
    ],
    ['POST', '/stores', { dialect: { 'list.oder': 'name' } }, 422, 'did you mean list.order?'],
    ['PATCH', '/stores/small', { plan: 'gold' }, 422, 'the store: plan: must be one of "paid", "free"'],
    ['PATCH', '/stores/small', { api_key: 'test_key_neighbour_store' }, 422, 'api_key is taken'],
    ['PATCH', '/stores/small', { name: 'other' }, 422, 'There is no field "name"; a store keeps its name'],
    ['PATCH', '/stores/small', { order_ids: [] }, 422, 'see /stores/{store}/orders'],
    ['PATCH', '/stores/small', { qota: null }, 422, 'There is no field "qota"; did you mean quota?'],
    ['PATCH', '/stores/nobody', {}, 404, 'There is no store "nobody".'],
    ['GET', '/target?store=nobody', undefined, 404, 'There is no store "nobody".'],
    ['GET', '/emails?store=a&store=b', undefined, 400, 'Give store once.'],
    ['PUT', '/clock', { now: 'soon' }, 422, 'now must be an ISO 8601 date-time'],
    ['PUT', '/clock', { frozen: 'yes' }, 422, 'frozen must be true or false'],
    ['POST', '/clock/advance', {}, 422, 'ms must be a number'],
    [
      'POST',
      '/clock/advance',
      { ms: 1e300 },
      422,
      'ms leads out of the range of the clock, from 1970-01-01T00:00:00Z',
    ],
    ['POST', '/clock/advance', { ms: -1e14 }, 422, 'ms leads out of the range of the clock'],
    [
      'POST',
      '/clock/advance',
      { days: 30 },
      422,
      'There is no field "days"; give milliseconds: {"ms": 2592000000}',
    ],
    ['POST', '/clock/advance', { hour: 2 }, 422, 'give milliseconds: {"ms": 7200000}'],
    ['PUT', '/clock', { now: '9999-12-31T23:59:59Z' }, 422, 'now leads out of the range of the clock'],
    ['PUT', '/clock', { now: '1969-12-31T23:59:59Z' }, 422, 'now leads out of the range of the clock'],
    ['PUT', '/clock', { now: 'March 1' }, 422, 'now must be an ISO 8601 date-time'],
    ['PUT', '/clock', { speed: 2 }, 422, 'There is no field "speed"; there are: now, frozen'],
    ['PUT', '/stores/small/clock', { frozne: true }, 422, 'There is no field "frozne"; did you mean frozen?'],
    ['PUT', '/stores/nobody/clock', {}, 404, 'There is no store "nobody".'],
    [
      'PUT',
      '/stores/small/dialect',
      { 'status.conflict': 12 },
      422,
      'status.conflict: must be an integer from 400',
    ],
    ['GET', '/stores/nobody/bulk_actions', undefined, 404, 'There is no store "nobody".'],
    ['POST', '/reset', { seed: 5 }, 422, 'There is no field "seed"; this request takes none'],
    ['POST', '/scenarios/small', { seed: 5 }, 422, 'There is no field "seed"; this request takes none'],
    ['POST', '/scenarios/small?sed=5', undefined, 400, 'There is no parameter "sed"; did you mean seed?'],
    ['GET', '/emails?stor=small', undefined, 400, 'There is no parameter "stor"; did you mean store?'],
    [
      'POST',
      '/stores/small/orders',
      { finacial_status: 'paid' },
      422,
      'finacial_status is unknown; did you mean financial_status?',
    ],
    ['POST', '/stores/small/orders', { customer: 5 }, 422, 'customer must be an object'],
    ['POST', '/stores/small/orders', { line_items: 5 }, 422, 'line_items must be an array'],
    ['POST', '/stores/small/orders', { line_items: [5] }, 422, 'line_items.0 must be an object'],
    [
      'POST',
      '/stores/small/orders',
      { line_items: [{ price: '1,10' }] },
      422,
      'line_items.0.price must be a string such as 49.50, a decimal number with four decimals at most',
    ],
    [
      'POST',
      '/stores/small/orders',
      { billing_address: { cty: 'Rome' } },
      422,
      'billing_address.cty is unknown; did you mean city?',
    ],
    ['POST', '/stores/small/orders', { invoice_type: 'quote' }, 422, 'invoice_type is unknown'],
    [
      'POST',
      '/stores/small/orders',
      { currency: 'ABC' },
      422,
      'currency must be an ISO 4217 code such as EUR',
    ],
    ['POST', '/stores/small/orders', { id: 5001 }, 422, 'id is taken'],
    [
      'PATCH',
      '/stores/small/orders/5001',
      { finacial_status: 'paid' },
      422,
      'did you mean financial_status?',
    ],
    [
      'PATCH',
      '/stores/small/orders/5001',
      { financial_status: 'payed' },
      422,
      'financial_status must be one of paid, pending',
    ],
    ['PATCH', '/stores/small/orders/5001', { note: null }, 422, 'note is required'],
    [
      'PATCH',
      '/stores/small/orders/5001',
      { line_items: [{ title: 'x', qty: 1 }] },
      422,
      'line_items.0.qty is unknown',
    ],
    [
      'PUT',
      '/dialect',
      { 'status.unauthorized': 12 },
      422,
      'status.unauthorized: must be an integer from 400',
    ],
    ['PATCH', '/dialect', { 'status.unauthorised': 401 }, 422, 'did you mean status.unauthorized?'],
    ['POST', '/scenarios/none-such', undefined, 404, 'There is no scenario "none-such"; the nearest of '],
    ['POST', '/scenarios/smal', undefined, 404, 'There is no scenario "smal"; did you mean small?'],
    ['POST', '/scenarios/small:5', undefined, 422, 'small takes no number'],
    ['POST', '/scenarios/many-invoices:99999999', undefined, 422, 'must be a whole one of at most 250000'],
    [
      'POST',
      '/scenarios/..%2f..%2fpackage.json',
      undefined,
      404,
      'There is no scenario "../../package.json"',
    ],
    ['POST', '/scenarios/small?seed=x', undefined, 400, 'seed must be a whole number.'],
    ['POST', '/scenarios', { description: 'no stores' }, 422, 'body:1:1: lacks stores: a list'],
    ['POST', '/scenarios', { name: 'rich' }, 422, 'By its name: POST /__admin/scenarios/rich'],
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

  test('change plan, key and quota at once, and keep what they hold', async () => {
    const { body: made } = await post('/stores', { name: 'mine' }).expect(201)
    const change = (body: object) => request(mock.app).patch(`${admin}/stores/mine`).send(body).expect(200)
    const before = (await list(made.api_key).expect(200)).body
    expect((await change({ plan: 'free' })).body).toEqual({ ...made, plan: 'free' })
    await list(made.api_key).expect(403)
    expect((await change({ plan: 'paid', quota: { requests: 1, window_seconds: 60 } })).body).toMatchObject({
      plan: 'paid',
      quota: { requests: 1, window_seconds: 60 },
    })
    await list(made.api_key).expect(429)
    await change({ quota: null, api_key: 'another_key_for_mine' })
    await list(made.api_key).expect(401)
    expect((await list('another_key_for_mine').expect(200)).body).toEqual(before)
    expect((await change({})).body.api_key).toBe('another_key_for_mine')
    await request(mock.app).delete(`${admin}/stores/mine`).expect(204)
    await list('another_key_for_mine').expect(401)
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

describe('an order of which little is given', () => {
  test.each(['orders', 'draft_orders'])(
    '%s: is made up as in a scenario, and can be invoiced',
    async (kind) => {
      const draft = kind === 'draft_orders'
      const before = (await get(`/stores/small/${kind}`)).body[kind]
      const { body } = await post(`/stores/small/${kind}`).expect(201)
      expect(validate(draft ? 'platform/draft-order' : 'platform/order', body)).toEqual([])
      const last = Math.max(...before.map(({ number }: { number: number }) => number))
      expect(body).toMatchObject({ number: last + 1, name: `${draft ? '#D' : '#'}${last + 1}` })
      expect(before.map(({ id }: { id: number }) => id)).not.toContain(body.id)
      await create(storeOf(0).api_key, { order_id: body.id, draft }).expect(201)
    },
  )

  test('what is given stands, and the rest follows from it', async () => {
    const given = {
      id: 777,
      currency: 'KWD',
      note: 'mine',
      customer: { id: 9, email: 'ada@example.com' },
      billing_address: { city: 'Turin' },
      processed_at: '2026-01-01T00:00:00.000Z',
    }
    const { body } = await post('/stores/small/orders', given).expect(201)
    expect(body).toMatchObject({
      ...given,
      customer: { ...given.customer, first_name: 'Ada', last_name: 'Lovelace' },
    })
    for (const { price } of body.line_items) expect(price).toMatch(/^\d+\.\d{3}$/)
  })

  test('its lines are made whole, as far as they go', async () => {
    const given = [{ title: 'Mug', quantity: 1, price: '1.10' }, { sku: 'MINE' }, {}]
    const order = { currency: 'JPY', line_items: given }
    const { body } = await post('/stores/small/orders', order).expect(201)
    expect(validate('platform/order', body)).toEqual([])
    expect(body.line_items).toMatchObject([
      { title: 'Mug', variant_title: '', quantity: 1 },
      { sku: 'MINE' },
      {},
    ])
    expect(body.line_items.map(({ price }: { price: string }) => price).slice(1)).toEqual([
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/^\d+$/),
    ])
  })

  test('is the same for the same seed', async () => {
    const { body: first } = await post('/stores/small/orders').expect(201)
    await post('/scenarios/small?seed=1').expect(200)
    const { body: again } = await post('/stores/small/orders').expect(201)
    expect(again).toEqual({ ...first, processed_at: again.processed_at })
    await post('/scenarios/small?seed=2').expect(200)
    const { body: other } = await post('/stores/small/orders').expect(201)
    expect(other.line_items).not.toEqual(first.line_items)
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

const sent = async (store = storeOf(0), body: object = {}) => {
  const { slug } = (await list(store.api_key)).body.invoices[0]
  await request(mock.app)
    .post(`${api}/invoices/${slug}/send_email`)
    .set('X-Auth-Token', store.api_key)
    .send(body)
    .expect(200)
  return slug
}
const settings = (change: object) =>
  request(mock.app)
    .patch(`${api}/settings`)
    .set('X-Auth-Token', storeOf(0).api_key)
    .send({ settings: change })
    .expect(200)

describe('emails and bulk actions', () => {
  test('emails that were queued can be read whole, and forgotten', async () => {
    const { name, api_key } = storeOf(0)
    const slug = await sent()
    const [invoice] = (await list(api_key)).body.invoices
    const { body } = await get(`/emails?store=${name}`).expect(200)
    expect(body.emails).toEqual([
      {
        id: expect.any(Number),
        store: name,
        to: invoice.customer_email,
        from: expect.stringMatching(/^invoices@/),
        bcc: null,
        slug,
        template_id: null,
        subject: `Your invoice ${invoice.number}`,
        body: expect.stringMatching(/^Dear .+,\n\nplease find your invoice attached\.$/),
        queued_at: expect.any(String),
        attachment: {
          file_name: expect.stringMatching(/\.pdf$/),
          kind: 'invoice',
          template_id: expect.any(Number),
          pdf_url: expect.stringMatching(/^http:.*\/documents\/small\//),
        },
      },
    ])
    const { pathname, search } = new URL(body.emails[0].attachment.pdf_url)
    const document = await request(mock.app)
      .get(pathname + search)
      .expect(200)
    expect(document.headers['content-disposition']).toContain(body.emails[0].attachment.file_name)
    expect((await get(`/emails?store=${storeOf(1).name}`)).body.emails).toEqual([])
    await request(mock.app).delete(`${admin}/emails`).expect(204)
    expect((await get('/emails')).body.emails).toEqual([])
  })

  test('an email has the texts, sender and copy of the settings that held when it was queued', async () => {
    await settings({
      email_subject_template: '{{invoice.order_name}} of {{ settings.business_name }}',
      email_body_template:
        '{{ customer.last_name }} owes {{ invoice.total_price }}; {{ invoice.nothing }} {{ __proto__ }} {{ customer }}',
      invoice_from_email: '',
      email: 'shop@example.com',
      invoice_bcc: true,
      invoice_bcc_email: 'books@example.com',
    })
    const slug = await sent()
    await settings({ email_subject_template: 'later' })
    const { invoice } = (
      await request(mock.app).get(`${api}/invoices/${slug}`).set('X-Auth-Token', storeOf(0).api_key)
    ).body
    const [email] = (await get('/emails')).body.emails
    expect(email).toMatchObject({
      from: 'shop@example.com',
      bcc: 'books@example.com',
      subject: `${invoice.order_name} of Corner Shop`,
      body: `${invoice.customer.last_name} owes ${invoice.total_price}; {{ invoice.nothing }} {{ __proto__ }} {{ customer }}`,
    })
  })

  test('an email with a packing slip template has that document attached', async () => {
    const templates = await request(mock.app).get(`${api}/templates`).set('X-Auth-Token', storeOf(0).api_key)
    const slip = templates.body.templates.find(({ name }: { name: string }) => name === 'Packing slip')
    await sent(storeOf(0), { template_id: slip.id })
    const [email] = (await get('/emails')).body.emails
    expect(email).toMatchObject({
      template_id: slip.id,
      attachment: { kind: 'packing_slip', template_id: slip.id },
    })
  })

  test('bulk actions are listed as they stand on the clock', async () => {
    const { api_key, name } = storeOf(0)
    await put('/clock', { now: '2030-01-01T00:00:00Z', frozen: true })
    const { body } = await list(api_key)
    const invoice_ids = [body.invoices[0].id, body.invoices[1].id]
    const made = await request(mock.app)
      .post(`${api}/invoices/bulk_pdf`)
      .set('X-Auth-Token', api_key)
      .send({ invoice_ids })
      .expect(200)
    const { id } = made.body.bulk_action
    const actions = async () => (await get(`/stores/${name}/bulk_actions`).expect(200)).body.bulk_actions
    const known = {
      id,
      total_count: 2,
      invoice_ids,
      template_id: null,
      started_at: '2030-01-01T00:00:00.000Z',
    }
    expect(await actions()).toEqual([{ ...known, status: 'queued', ends_at: '2030-01-01T00:00:02.020Z' }])
    await post('/clock/advance', { ms: 2010 })
    expect(await actions()).toMatchObject([{ status: 'processing' }])
    await post('/clock/advance', { ms: 90 })
    expect(await actions()).toMatchObject([{ status: 'completed', ends_at: '2030-01-01T00:00:02.020Z' }])
    await put('/clock', { now: null })
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
    const released = await put('/clock', { now: null })
    expect(released.body.frozen).toBe(false)
    expect(Math.abs(Date.parse(released.body.now) - Date.now())).toBeLessThan(60_000)
  })

  test('stays as it was when it is told nonsense', async () => {
    const now = '2027-01-02T03:04:05.000Z'
    await put('/clock', { now, frozen: true })
    await request(mock.app).put(`${admin}/clock`).send({ now: '2028-01-01T00:00:00Z', frozen: 5 }).expect(422)
    await post('/clock/advance', { ms: 1e16 }).expect(422)
    expect((await get('/clock')).body).toEqual({ now, frozen: true })
    await put('/clock', { now: null })
  })

  test('may stand at either end of its range, where everything still works', async () => {
    for (const now of ['1970-01-01T00:00:00.000Z', '9999-01-01T00:00:00.000Z']) {
      await put('/clock', { now, frozen: true })
      await post('/scenarios/small').expect(200)
      const made = await create(storeOf(0).api_key, { order_id: storeOf(0).order_ids[0] }).expect(201)
      expect(made.body.invoice.created_at).toBe(now)
      await list(storeOf(0).api_key).expect(200)
    }
    await put('/clock', { now: null })
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
      scenarios: expect.arrayContaining([
        { name: 'small', description: expect.stringContaining('know by heart') },
      ]),
      loaded: { scenario: 'empty', seed: 5 },
    })
  })

  test('each load has the seed that it was given, else the one of its own', async () => {
    await post('/scenarios/small?seed=5').expect(200)
    expect((await post('/scenarios/default').expect(200)).body).toMatchObject({
      scenario: 'default',
      seed: 1,
    })
    await post('/scenarios/small?seed=5').expect(200)
    expect((await post('/reset')).body.seed).toBe(5)
  })

  const YAML =
    'description: One store\nstores:\n  - name: only\n    api_key: test_key_only_store\n    generate: { invoices: 2 }\n'

  test.each([
    'application/yaml',
    'text/yaml',
    'text/x-yaml',
    'application/x-www-form-urlencoded',
    'text/plain',
  ])('a scenario is read as YAML where it comes as %s', async (type) => {
    const answer = await request(mock.app).post(`${admin}/scenarios`).set('Content-Type', type).send(YAML)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ scenario: 'custom', stores: [{ name: 'only' }] })
  })

  test.each<[type: string, text: string, says: RegExp]>([
    [
      'text/yaml',
      YAML.replace('generate', 'genrate'),
      /^body:5:5: stores\[0\]: has no field "genrate"; did you mean generate\?$/,
    ],
    ['text/yaml', 'stores: [}', /^body.*is no YAML/],
    ['application/json', 'stores: 5', /^body.*is no JSON/],
    ['text/plain', '{"stores": [', /^body:1:13: is no JSON: it ends too early/],
    ['text/plain', '', /^body: must be an object/],
    [
      'application/x-www-form-urlencoded',
      YAML.replaceAll('\n', ''),
      /^body \(has it lost its line ends\? curl keeps/,
    ],
  ])('what is wrong with a scenario in the body is told with its place: %s %j', async (type, text, says) => {
    const answer = await request(mock.app).post(`${admin}/scenarios`).set('Content-Type', type).send(text)
    expect(answer.status).toBe(422)
    expect(answer.body.error).toMatch(says)
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
