import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import request from 'supertest'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_DIALECT } from '../../schemas/dialect.ts'
import { createApp, type MockApp } from '../testing/engine.ts'

/** A store that asks for a clock or a dialect of its own has them, and no other store notices. */

let data = ''
let mock: MockApp
const api = '/api/v1/external'
const admin = '/__admin'
const mine = 'test_key_small_store'
const theirs = 'test_key_neighbour_store'

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'own-'))
  mock = await createApp({ data, scenario: 'small' })
})
afterEach(async () => {
  await mock.close()
  await rm(data, { recursive: true })
})

type Method = 'get' | 'put' | 'patch' | 'post' | 'delete'
const ask = (method: Method, path: string, body?: object) =>
  request(mock.app)[method](`${admin}${path}`).send(body)
const call = (method: Method, key: string, path: string, body?: object) =>
  request(mock.app)[method](`${api}${path}`).set('X-Auth-Token', key).send(body)
const slugOf = async (key: string): Promise<string> =>
  (await call('get', key, '/invoices')).body.invoices[0].slug
const download = (url: string) => request(mock.app).get(url.slice(new URL(url).origin.length))
const pdfOf = async (key: string): Promise<string> =>
  (await call('get', key, `/invoices/${await slugOf(key)}/pdf`).expect(200)).body.invoice.pdf_url
const bulk = async (key: string) => {
  const { id } = (await call('get', key, '/invoices')).body.invoices[0]
  return call('post', key, '/invoices/bulk_pdf', { invoice_ids: [id] })
}
const unknown = (key: string) => call('get', key, '/invoices/none')
const dates = async (key: string) =>
  (await call('get', key, '/invoices')).body.invoices.map(
    ({ created_at }: { created_at: string }) => created_at,
  )
const NOW = '2030-06-01T12:00:00.000Z'
const HOUR = 3_600_000

describe('a clock of its own', () => {
  test('is shown, set, moved, and taken away; the clock of the mock and of others stays', async () => {
    const shown = async (store: string) => (await ask('get', `/stores/${store}/clock`).expect(200)).body
    expect(await shown('small')).toMatchObject({ frozen: false, own: false })
    await ask('put', '/stores/small/clock', { now: NOW, frozen: true }).expect(200)
    expect(await shown('small')).toEqual({ now: NOW, frozen: true, own: true })
    const { body } = await ask('post', '/stores/small/clock/advance', { ms: HOUR }).expect(200)
    expect(body).toEqual({ now: '2030-06-01T13:00:00.000Z', frozen: true, own: true })
    expect((await shown('neighbour')).own).toBe(false)
    expect((await ask('get', '/clock')).body.frozen).toBe(false)
    expect(mock.stores.map(({ clock }) => clock)).toEqual([
      { now: '2030-06-01T13:00:00.000Z', frozen: true },
      undefined,
    ])
    await ask('delete', '/stores/small/clock').expect(204)
    expect(await shown('small')).toMatchObject({ frozen: false, own: false })
  })

  test("begins as the mock's stands, and stays where that one goes", async () => {
    await ask('put', '/clock', { now: NOW, frozen: true }).expect(200)
    expect((await ask('put', '/stores/small/clock', {})).body).toEqual({ now: NOW, frozen: true, own: true })
    await ask('post', '/clock/advance', { ms: HOUR }).expect(200)
    expect((await ask('get', '/stores/small/clock')).body.now).toBe(NOW)
    expect((await ask('get', '/stores/neighbour/clock')).body.now).toBe('2030-06-01T13:00:00.000Z')
    expect((await ask('put', '/stores/small/clock', { now: null })).body).toMatchObject({
      frozen: false,
      own: true,
    })
  })

  test('dates what the store does', async () => {
    await ask('put', '/clock', { now: '2029-01-01T00:00:00.000Z', frozen: true }).expect(200)
    await ask('put', '/stores/small/clock', { now: NOW, frozen: true }).expect(200)
    const customer = { customer: { email: 'x@example.com', first_name: 'X' } }
    expect((await call('post', mine, '/customers', customer)).body.customer.created_at).toBe(NOW)
    expect((await call('post', theirs, '/customers', customer)).body.customer.created_at).toBe(
      '2029-01-01T00:00:00.000Z',
    )
    expect((await ask('post', '/stores/small/orders')).body.processed_at).toBe(NOW)
    await call('post', mine, `/invoices/${await slugOf(mine)}/send_email`, {}).expect(200)
    expect((await ask('get', '/emails')).body.emails[0].queued_at).toBe(NOW)
  })

  test('counts its rate limit', async () => {
    for (const name of ['small', 'neighbour'])
      await ask('patch', `/stores/${name}`, {
        quota: { requests: 1, window_seconds: 60 },
        clock: { frozen: true },
      }).expect(200)
    for (const key of [mine, theirs]) await call('get', key, '/settings').expect(200)
    const refused = await call('get', mine, '/settings').expect(429)
    expect(refused.body.retry_after).toBe(60)
    await ask('post', '/stores/small/clock/advance', { ms: 60_000 }).expect(200)
    const { headers } = await call('get', mine, '/settings').expect(200)
    const { now } = (await ask('get', '/stores/small/clock')).body
    expect(Number(headers['x-ratelimit-reset'])).toBe(Math.ceil((Date.parse(now) + 60_000) / 1000))
    await call('get', theirs, '/settings').expect(429)
  })

  test('ends its download URLs', async () => {
    for (const name of ['small', 'neighbour'])
      await ask('put', `/stores/${name}/clock`, { frozen: true }).expect(200)
    const [own, other] = [await pdfOf(mine), await pdfOf(theirs)]
    await ask('post', '/stores/small/clock/advance', { ms: HOUR + 1000 }).expect(200)
    expect((await download(own)).status).toBe(403)
    expect((await download(other)).status).toBe(200)
    // Nobody gets past a signature by another store's clock.
    await download(own.replace('/documents/small/', '/documents/neighbour/')).expect(403)
    await ask('delete', '/stores/small/clock').expect(204)
    await download(own).expect(200)
  })

  test('moves its bulk actions on', async () => {
    for (const name of ['small', 'neighbour'])
      await ask('put', `/stores/${name}/clock`, { frozen: true }).expect(200)
    for (const key of [mine, theirs]) expect((await bulk(key)).status).toBe(200)
    await ask('post', '/stores/small/clock/advance', { ms: 10_000 }).expect(200)
    expect((await ask('get', '/stores/small/bulk_actions')).body.bulk_actions).toMatchObject([
      { status: 'completed' },
    ])
    expect((await bulk(mine)).status).toBe(200)
    expect((await bulk(theirs)).status).toBe(409)
    await ask('post', '/stores/neighbour/bulk_actions/finish').expect(200, { finished: true })
  })

  test('stays as it is where the rest of what is asked is refused', async () => {
    await ask('put', '/stores/small/clock', { now: NOW, frozen: true }).expect(200)
    const clock = { now: '2040-01-01T00:00:00Z' }
    await ask('patch', '/stores/small', { clock, dialect: { 'status.created': 5 } }).expect(422)
    await ask('patch', '/stores/small', { clock, api_key: theirs }).expect(422)
    expect((await ask('get', '/stores/small/clock')).body.now).toBe(NOW)
  })

  test('can be had from the start, and dates what the store is made with', async () => {
    const { body } = await ask('post', '/stores', {
      name: 'past',
      clock: { now: '2001-01-01T00:00:00Z', frozen: true },
    })
    expect(body.clock).toEqual({ now: '2001-01-01T00:00:00.000Z', frozen: true })
    const { invoices } = (await call('get', body.api_key, '/invoices')).body
    for (const { created_at } of invoices) expect(created_at < '2001-01-01').toBe(true)
  })

  test('outlives a restart, and goes with the store that had it', async () => {
    await ask('put', '/stores/small/clock', { now: NOW, frozen: true }).expect(200)
    await ask('put', '/stores/small/dialect', { 'status.created': 202 }).expect(200)
    await mock.close()
    mock = await createApp({ data })
    expect((await ask('get', '/stores/small/clock')).body).toEqual({ now: NOW, frozen: true, own: true })
    expect((await ask('get', '/stores/small/dialect')).body['status.created']).toBe(202)
    await ask('post', '/reset').expect(200)
    expect((await ask('get', '/stores/small/clock')).body.own).toBe(false)
    expect((await ask('get', '/stores/small/dialect')).body).toEqual(DEFAULT_DIALECT)
  })
})

describe('a dialect of its own', () => {
  test('holds for the store alone', async () => {
    const told = await ask('put', '/stores/small/dialect', {
      'status.not_found': 410,
      'list.order': 'oldest_first',
    }).expect(200)
    expect(told.body).toEqual({
      dialect: { ...DEFAULT_DIALECT, 'status.not_found': 410, 'list.order': 'oldest_first' },
      notes: [],
    })
    await unknown(mine).expect(410)
    await unknown(theirs).expect(404)
    expect(await dates(mine)).toEqual((await dates(mine)).toSorted())
    expect(await dates(theirs)).toEqual((await dates(theirs)).toSorted().toReversed())
    expect((await ask('get', '/dialect')).body).toEqual(DEFAULT_DIALECT)
  })

  test('is changed in part, keeps what the mock answered, and is taken away', async () => {
    await ask('patch', '/dialect', { 'status.not_found': 404, 'status.created': 200 }).expect(200)
    await ask('patch', '/stores/small/dialect', { 'status.not_found': 410 }).expect(200)
    await ask('patch', '/dialect', { 'status.created': 201 }).expect(200)
    expect((await ask('get', '/stores/small/dialect')).body).toEqual({
      ...DEFAULT_DIALECT,
      'status.not_found': 410,
      'status.created': 200,
    })
    await ask('patch', '/stores/small/dialect', { 'status.created': 202 }).expect(200)
    await unknown(mine).expect(410)
    await ask('delete', '/stores/small/dialect').expect(204)
    await unknown(mine).expect(404)
  })

  test('writes bodies and errors, says what the mock cannot imitate, and may come with the store', async () => {
    const { body: made } = await ask('post', '/stores', {
      dialect: {
        'format.timestamps': { offset: '+02:00', digits: 0 },
        'errors.structure': 'base',
        'pdf.bad_signature': 404,
      },
    }).expect(201)
    const { created_at } = (await call('get', made.api_key, '/invoices')).body.invoices[0]
    expect(created_at).toMatch(/T\d\d:\d\d:\d\d\+02:00$/)
    const refused = await call('post', made.api_key, '/invoices', {}).expect(422)
    expect(refused.body.errors).toEqual({ base: ['order_id is required'] })
    await download(`${await pdfOf(made.api_key)}x`).expect(404)
    await download(`${await pdfOf(mine)}x`).expect(403)
    const other = await ask('put', `/stores/${made.name}/dialect`, { 'list.order': 'other' }).expect(200)
    expect(other.body.notes).toEqual([expect.stringContaining("can't imitate list.order")])
    const changed = await ask('patch', `/stores/${made.name}`, {
      dialect: { 'status.not_found': 410 },
    }).expect(200)
    expect(changed.body.dialect['status.not_found']).toBe(410)
    expect(
      (await ask('patch', `/stores/${made.name}`, { dialect: null, clock: null })).body.dialect,
    ).toBeUndefined()
  })
})
