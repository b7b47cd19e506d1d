import { describe, expect, test } from 'vitest'
import type { Scenario } from '../../scenarios/scenario.ts'
import { startingWith } from '../testing/starting.ts'
import { clientOf } from './testing/client.ts'

/** What scenarios say of the mock besides what its stores hold, written by hand. */

const KEY = 'test_key_of_the_shop'

const SHOP: Scenario = {
  description: 'By hand',
  clock: { now: '2026-03-01T09:30:00Z', frozen: true },
  dialect: { 'status.unauthorized': 418 },
  stores: [
    {
      name: 'shop',
      api_key: KEY,
      first_invoice_number: 1,
      settings: { invoice_number_prefix: 'S-' },
      clock: { now: '2026-02-01T00:00:00Z', frozen: true },
      dialect: { 'list.order': 'oldest_first' },
      invoices: [{ created: '-2d' }, { created: '-1d' }],
      emails: [{ invoice: 'S-2', sent: '-2h' }],
      bulk_actions: [{ started: '-1h' }, { invoices: ['S-1'], started: '-1s' }],
    },
    { name: 'other', api_key: 'test_key_of_another' },
  ],
}

const start = startingWith({ scenario: SHOP })

const shopWith = (fields: object): object => ({ ...SHOP, stores: [{ ...SHOP.stores[0], ...fields }] })

test('clocks, dialects, emails and bulk actions are as the scenario says', async () => {
  const mock = await start()
  expect(mock.clock.now().toISOString()).toBe('2026-03-01T09:30:00.000Z')
  expect((await clientOf(mock).api('none', 'GET', '/settings')).status).toBe(418)
  const { invoices } = (await clientOf(mock).api(KEY, 'GET', '/invoices')).body
  expect(invoices.map(({ number, created_at }: Record<string, string>) => [number, created_at])).toEqual([
    ['S-1', '2026-01-30T00:00:00.000Z'],
    ['S-2', '2026-01-31T00:00:00.000Z'],
  ])
  expect(mock.emails()).toMatchObject([{ slug: invoices[1].slug, queued_at: '2026-01-31T22:00:00.000Z' }])
  expect(mock.bulkActions('shop')).toMatchObject([
    { status: 'completed', total_count: 2 },
    { status: 'queued', total_count: 1 },
  ])
  const again = await clientOf(mock).api(KEY, 'POST', '/invoices/bulk_pdf', { invoice_ids: [invoices[0].id] })
  expect(again.status).toBe(409)
})

test('what a scenario does not say of clock and dialect stays, and a reset brings back what it says', async () => {
  const mock = await start()
  await mock.clock.freeze('2026-07-01T00:00:00Z')
  await mock.patchDialect({ 'status.unauthorized': 403 })
  await mock.load('small')
  expect(mock.clock.now().toISOString()).toBe('2026-07-01T00:00:00.000Z')
  expect(mock.dialect['status.unauthorized']).toBe(403)
  await mock.load(SHOP)
  await mock.clock.set(null)
  await mock.reset()
  expect(mock.clock.now().toISOString()).toBe('2026-03-01T09:30:00.000Z')
})

test('a store that is added may have emails and bulk actions, and is not there when a rule refuses one', async () => {
  const mock = await start({ scenario: 'small' })
  const emails = [{ invoice: 'N-1' }]
  const shop = {
    name: 'mine',
    first_invoice_number: 1,
    settings: { invoice_number_prefix: 'N-' },
    invoices: [{}],
    generate: {},
    emails,
  }
  await mock.addStore(shop)
  expect(mock.emails('mine')).toHaveLength(1)
  await mock.patchDialect({ 'email.no_address': 'unprocessable' })
  const silent = { ...shop, name: 'silent', invoices: [{ order: { customer: { email: '' } } }] }
  await expect(mock.addStore(silent)).rejects.toThrow(
    'silent: an email of N-1 is refused: customer.email is empty.',
  )
  expect(mock.stores.map(({ name }) => name)).not.toContain('silent')
  await expect(mock.addStore({ ...shop, name: 'more', emails: [{ invoice: 'N-2' }] })).rejects.toThrow(
    'emails[0].invoice: there is no invoice N-2; did you mean N-1?',
  )
})

describe('is refused', () => {
  test.each<[what: string, scenario: object, says: string]>([
    [
      'an email of no invoice',
      shopWith({ emails: [{ invoice: 'S-3' }] }),
      'stores[0].emails[0].invoice: there is no invoice S-3; did you mean S-1?',
    ],
    [
      'a bulk action by no template',
      shopWith({ bulk_actions: [{ template_name: 'Clasic' }] }),
      'bulk_actions[0].template_name: there is no template Clasic; did you mean Classic?',
    ],
    [
      'a clock beyond its range',
      { ...SHOP, clock: { now: '1969-12-31T23:59:59Z' } },
      'clock.now: must be a date-time such as',
    ],
    [
      'a dialect of a wrong answer',
      { ...SHOP, dialect: { 'status.unauthorized': 200 } },
      'dialect: status.unauthorized: must be',
    ],
  ])('%s', async (_what, scenario, says) => {
    await expect(start({ scenario })).rejects.toThrow(says)
  })

  test.each<[what: string, spoil: (records: Records) => void, says: string]>([
    ['an invoice without its order', (records) => (records.orders = []), 'invoices[0].order_id: is'],
    [
      'a document of no invoice',
      ({ documents: [document] }) => (document.invoice_id = 99_999),
      'documents[0].made_from.invoice: is 1, and neither the invoice nor its revisions have that one',
    ],
    [
      'a document of a template that is gone',
      (records) => (records.templates = []),
      'made_from.template: is 1',
    ],
    ['an id that is there twice', ({ invoices: [one, two] }) => (two.id = one.id), 'invoices[1].id: is'],
    [
      'a slug that is there twice',
      ({ invoices: [one, two] }) => (two.slug = one.slug),
      'invoices[1].slug: is',
    ],
    [
      'two bulk actions in progress',
      ({ bulk_actions: [one] }) => (one.ended_at = null),
      'bulk_actions[0].ended_at: must be a date-time: only the last may be in progress',
    ],
    [
      'more documents than invoices',
      ({ bulk_actions: [, two] }) => (two.stored_count = 2),
      'stored_count: must be at most 1',
    ],
    [
      'an unknown field',
      ({ invoices: [one] }) => (one.ordr_id = 1),
      'invoices[0]: has no field "ordr_id"; did you mean order_id?',
    ],
    [
      'a currency that there is not',
      ({ orders: [one] }) => (one.currency = 'ABC'),
      'orders[0].currency: must be an ISO 4217 currency code',
    ],
  ])('exact records with %s', async (_what, spoil, says) => {
    const mock = await start()
    await clientOf(mock).api(KEY, 'GET', '/invoices')
    const state = JSON.parse(JSON.stringify(mock.state()))
    spoil(state.stores[0].records)
    await expect(mock.load(state)).rejects.toThrow(says)
    expect(mock.stores).toHaveLength(2)
  })

  test('records beside other ways to say what a store has, or in a store that is added', async () => {
    const mock = await start()
    const [{ records } = {}] = mock.state().stores
    await expect(mock.load(shopWith({ records }))).rejects.toThrow('invoices: says nothing beside records')
    await expect(mock.addStore({ ...(records && { records }) })).rejects.toThrow(
      'records: stands in scenarios alone',
    )
  })
})

// What is spoilt is not typed any more.
// oxlint-disable-next-line no-explicit-any
type Records = Record<string, any>
