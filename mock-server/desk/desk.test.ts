import { EventEmitter } from 'node:events'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp, type MockApp } from '../testing/engine.ts'

/** The admin API as methods: what they do is seen by HTTP, and what they refuse is told in words. */

let mock: MockApp
beforeAll(async () => {
  mock = await createApp({ scenario: 'small' })
})
afterAll(() => mock.close())
beforeEach(async () => {
  await mock.setDialect({})
  await mock.clock.set(null)
  await mock.clock.run()
  await mock.reset()
})

const get = async (path: string) => (await request(mock.app).get(`/__admin${path}`)).body
const api = (method: 'get' | 'post', path: string, key = mock.target.api_key) =>
  request(mock.app)[method](`/api/v1/external${path}`).set('X-Auth-Token', key)

async function invoiced() {
  const [order_id] = mock.target.order_ids ?? []
  return (await api('post', '/invoices').send({ order_id }).expect(201)).body.invoice
}

describe('stores', () => {
  test('are added, read, changed and dropped', async () => {
    const added = await mock.addStore({ name: 'mine', generate: { orders: 2 } })
    expect(added.order_ids).toHaveLength(2)
    await api('get', '/settings', added.api_key).expect(200)
    expect(await mock.patchStore('mine', { plan: 'free' })).toMatchObject({ plan: 'free' })
    await api('get', '/settings', added.api_key).expect(403)
    expect(mock.store('mine')).toEqual(await get('/stores/mine'))
    await mock.dropStore('mine')
    expect(mock.stores.map(({ name }) => name)).toEqual(['small', 'neighbour'])
  })

  test('one that is left out is the one of the target', () => {
    expect(mock.store().api_key).toBe(mock.target.api_key)
  })
})

test('orders are listed, read, added, edited and taken away', async () => {
  const orders = mock.orders('neighbour')
  const order = await orders.add({ note: 'Ring twice' })
  expect(orders.read(order.id)).toEqual(await get(`/stores/neighbour/orders/${order.id}`))
  expect(await orders.patch(order.id, { note: 'Knock' })).toMatchObject({ note: 'Knock' })
  expect(await orders.replace(order.id, { ...order, number: 7 })).toMatchObject({ number: 7 })
  await orders.drop(order.id)
  expect(orders.list().map(({ id }) => id)).not.toContain(order.id)
  const draft = await mock.draftOrders().add({})
  expect(mock.store().draft_order_ids).toContain(draft.id)
})

test('the clock is set, frozen, moved and run', async () => {
  await mock.clock.freeze('2026-03-01T09:30:00Z')
  expect(await mock.clock.advance(60_000)).toEqual({ now: '2026-03-01T09:31:00.000Z', frozen: true })
  expect(mock.clock.now()).toEqual(new Date('2026-03-01T09:31:00Z'))
  expect((await invoiced()).created_at).toMatch(/^2026-03-01T09:31:00/)
  expect((await mock.clock.set(new Date('2027-01-01T00:00:00Z'))).frozen).toBe(true)
  await mock.clock.run()
  expect(mock.clock.frozen).toBe(false)
})

test('a store gets a clock of its own, and loses it', async () => {
  const clock = mock.storeClock('neighbour')
  await clock.freeze('2026-03-01T09:30:00Z')
  expect([clock.frozen, mock.clock.frozen]).toEqual([true, false])
  await clock.drop()
  expect(mock.store('neighbour').clock).toBeUndefined()
})

test('the dialect is replaced and changed', async () => {
  await mock.setDialect({ 'status.unauthorized': 418 })
  await mock.patchDialect({ 'status.conflict': 423 })
  expect(mock.dialect).toMatchObject({ 'status.unauthorized': 418, 'status.conflict': 423 })
  await api('get', '/settings', 'wrong').expect(418)
})

test('bulk actions are shown and ended, emails shown and forgotten', async () => {
  const { id, slug } = await invoiced()
  await api('post', '/invoices/bulk_pdf').send({ invoice_ids: [id] })
  await api('post', `/invoices/${slug}/send_email`).send({})
  expect(mock.bulkActions()).toMatchObject([{ invoice_ids: [id], status: 'queued' }])
  expect([await mock.finishBulk(), await mock.finishBulk()]).toEqual([true, false])
  expect(mock.emails()).toMatchObject([{ slug, store: 'small' }])
  expect(mock.emails('neighbour')).toEqual([])
  await mock.clearEmails()
  expect(mock.emails()).toEqual([])
})

test('scenarios are listed, loaded and put back', async () => {
  expect((await mock.scenarios()).loaded).toEqual({ scenario: 'small', seed: 1 })
  const mine = { description: 'One', stores: [{ name: 'one', api_key: 'test_key_of_one_store' }] }
  expect((await mock.load(mine, { seed: 4 })).stores).toMatchObject([{ name: 'one' }])
  await mock.dropStore('one')
  expect((await mock.reset()).stores).toMatchObject([{ name: 'one' }])
  await mock.load('small')
  expect(mock.health()).toMatchObject({ status: 'ok', scenario: 'small', stores: 2 })
})

test('a method keeps working on its own, and as a hook of a test runner', async () => {
  const { reset, finishBulk } = mock
  // vitest hands a function with fields to its hooks, or its suite, node:test an object of a class.
  const suite: Record<string, unknown> = { type: 'suite', tasks: [] }
  suite['suite'] = suite
  for (const context of [Object.assign(() => undefined, { task: {} }), suite, new EventEmitter()])
    expect((await anything(mock).reset(context)).scenario).toBe('small')
  expect((await reset()).scenario).toBe('small')
  expect(await finishBulk()).toBe(false)
})

// A program without types may ask for anything.
// oxlint-disable-next-line no-explicit-any
const anything = (value: unknown): any => value

describe('what cannot be done is told in words', () => {
  const rows: [string, () => unknown, RegExp][] = [
    [
      'a store that is not there',
      () => mock.store('nobody'),
      /^There is no store "nobody"\. There are: small/,
    ],
    ['an order that is not there', () => mock.orders().read(999_999), /^There is none with this id\.$/],
    ['a name that is taken', () => mock.addStore({ name: 'small' }), /name is taken/],
    [
      'a field that is not there',
      () => mock.patchStore('small', anything({ qota: null })),
      /did you mean quota/,
    ],
    ['an order of numbers', () => mock.orders().add({ note: 5 }), /note must be a string/],
    ['a time that is none', () => mock.clock.set('soon'), /now must be an ISO 8601 date-time/],
    [
      'an answer that is none',
      () => mock.patchDialect({ 'status.conflict': 12 }),
      /must be an integer from 400/,
    ],
    ['a scenario that is not there', () => mock.load('smal'), /did you mean small/],
    ['no name for a snapshot', () => mock.snapshot(anything(undefined)), /^snapshot: name must be the name/],
    [
      'a name that is a number',
      () => mock.snapshot(anything(5)),
      /must be the name of a snapshot, and is 5$/,
    ],
    [
      'a field of a snapshot that is none',
      () => mock.snapshot('before', anything({ stor: 'small' })),
      /^snapshot has no option stor; did you mean store\?$/,
    ],
    [
      'nothing to restore',
      () => mock.restore(anything(undefined)),
      /^restore: name must be the name of a snap/,
    ],
    [
      'a store to drop that is undefined, and not the main one',
      () => mock.dropStore(anything(undefined)),
      /^dropStore: store must be the name of a store, and is undefined$/,
    ],
    [
      'a store to change that is undefined',
      () => mock.patchStore(anything(undefined), {}),
      /^patchStore: store/,
    ],
    [
      'a store that is a number',
      () => mock.emails(anything(5)),
      /^emails: store must be the name of a store/,
    ],
    [
      'a seed below nothing',
      () => mock.load('small', { seed: -1 }),
      /^load: seed must be a whole number from 0 on, and is -1$/,
    ],
    [
      'an option that there is not',
      () => mock.load('small', anything({ sed: 1 })),
      /^load has no option sed; did you mean seed\?$/,
    ],
    ['no scenario', () => mock.load(anything(undefined)), /^load: scenario must be the name or file of/],
    [
      'faults to drop in a list',
      () => anything(mock).dropFaults(['a']),
      /^dropFaults takes nothing, and was given \["a"\]; it drops all of them, and dropFault one$/,
    ],
    [
      'a reset to a scenario',
      () => anything(mock).reset({ scenario: 'small' }),
      /^reset takes nothing, and was given {"scenario":"small"}; it puts back what was loaded/,
    ],
    [
      'one fault by what drops all',
      () => anything(mock).dropFaults('a'),
      /it drops all of them, and dropFault one$/,
    ],
    ['a filter that is none', () => mock.requests(anything(null)), /^requests: filter must be an object/],
    ['no time', () => mock.clock.set(anything(undefined)), /now must be an ISO 8601 date-time/],
    ['a date that is none', () => mock.clock.set(new Date('soon')), /now must be an ISO 8601 date-time/],
    ['a scenario that is none', () => mock.load({ stores: 5 }), /stores: must be a list/],
  ]
  test.each(rows)('%s', async (_what, act, says) => {
    await expect((async () => act())()).rejects.toThrow(says)
  })
})
