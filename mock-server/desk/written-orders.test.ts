import request from 'supertest'
import { expect, test } from 'vitest'
import { createApp } from '../testing/engine.ts'

/** However an order is written, and wherever it comes in, answers show it in the dialect's form. */

const lines = (...prices: string[]) =>
  prices.map((price) => ({ title: 'Mug', variant_title: '', quantity: 2, price, sku: 'M' }))
const ODD = {
  currency: 'EUR',
  line_items: lines('5', '007.5', '1.2000'),
  tax_lines: [{ title: 'VAT', rate: 0.2 }],
}
const SHOP = { name: 'shop', api_key: 'test_key_of_the_shop' }
const scenarioOf = (store: object) => ({ description: 'A shop', stores: [{ ...SHOP, ...store }] })
type Mock = Awaited<ReturnType<typeof createApp>>

const api = (mock: Mock, method: 'get' | 'post', path: string, body?: object) =>
  request(mock.app)[method](`/api/v1/external${path}`).set('X-Auth-Token', SHOP.api_key).send(body)

/** The shop's one invoice, as a read shows it. */
async function shown(mock: Mock) {
  const { invoices } = (await api(mock, 'get', '/invoices').expect(200)).body
  return (await api(mock, 'get', `/invoices/${invoices[0].slug}`).expect(200)).body.invoice
}

const invoiced = async (mock: Mock, { id }: { id: number }) =>
  api(mock, 'post', '/invoices', { order_id: id }).expect(201)

const DOORS: Record<string, () => Promise<Mock>> = {
  'added by the admin API': async () => {
    const mock = await createApp({ scenario: scenarioOf({}) })
    await invoiced(mock, await mock.orders().add({ ...ODD, processed_at: '2026-03-01T09:30:00+02:00' }))
    return mock
  },
  'put there by the admin API': async () => {
    const mock = await createApp({ scenario: scenarioOf({}) })
    const { tax_lines: _taxes, ...order } = await mock.orders().add()
    const whole = { ...order, ...ODD, processed_at: '2026-03-01T07:30:00.000000Z' }
    await invoiced(mock, await mock.orders().replace(order.id, whole))
    return mock
  },
  'patched by the admin API, and regenerated': async () => {
    const mock = await createApp({ scenario: scenarioOf({ invoices: [{}] }) })
    const [order] = mock.orders().list()
    await mock.orders().patch(Number(order?.id), { ...ODD, processed_at: '2026-03-01T07:30:00Z' })
    await api(mock, 'post', `/invoices/${(await shown(mock)).slug}/regenerate`).expect(200)
    return mock
  },
  'described in a scenario': () =>
    createApp({
      scenario: scenarioOf({
        invoices: [
          {
            created: '2026-03-02T00:00:00Z',
            order: { ...ODD, line_items: lines('5', '007.5', '1.2'), processed: '2026-03-01T09:30:00+02:00' },
          },
        ],
      }),
    }),
  'edited in a scenario, and regenerated': async () => {
    const order = { processed: '2026-03-01T09:30:00+02:00' }
    const edited = { ...ODD, line_items: lines('5', '007.5', '1.2') }
    const mock = await createApp({ scenario: scenarioOf({ invoices: [{ order, edited }] }) })
    await api(mock, 'post', `/invoices/${(await shown(mock)).slug}/regenerate`).expect(200)
    return mock
  },
  'among the exact records of a store': async () =>
    createApp({ scenario: await exactly((odd) => ({ orders: [odd] })) }),
  'in what an exact invoice shows': async () =>
    createApp({
      scenario: await exactly((shows, records) => ({ invoices: [{ ...records.invoices?.[0], shows }] })),
    }),
}

/** A state whose one order is written oddly where `place` puts it. */
async function exactly(
  place: (odd: object, records: { invoices?: object[] | undefined }) => object,
): Promise<object> {
  const mock = await createApp({ scenario: scenarioOf({ invoices: [{}] }) })
  const { stores, ...state } = mock.state()
  const [store] = stores
  const odd = { ...store?.records?.orders?.[0], ...ODD, processed_at: '2026-03-01T09:30:00+02:00' }
  const records = { ...store?.records, ...place(odd, store?.records ?? {}) }
  return { ...state, stores: [{ ...store, records }] }
}

test.each(Object.entries(DOORS))('an order %s', async (_, enter) => {
  const mock = await enter()
  const told = async () => {
    const { processed_at, line_items, tax_lines, total_price } = await shown(mock)
    return [processed_at, ...[...line_items, ...tax_lines].map(({ price }) => price), total_price]
  }
  expect(await told()).toEqual(['2026-03-01T07:30:00.000Z', '5.00', '7.50', '1.20', '5.48', '32.88'])
  await mock.patchDialect({
    'format.money': 'trimmed',
    'format.timestamps': { offset: '+05:30', digits: 0 },
  })
  expect(await told()).toEqual(['2026-03-01T13:00:00+05:30', '5', '7.5', '1.2', '5.48', '32.88'])
  await mock.close()
})

test('a saved state with a date-time that some zone could not write is refused', async () => {
  const mock = await createApp({ scenario: scenarioOf({ orders: [{}] }) })
  const text = JSON.stringify(mock.state()).replace(/"processed_at":"\d{4}/, '"processed_at":"9999')
  await expect(mock.load(JSON.parse(text.replace(/(9999)-..-../, '$1-12-31')))).rejects.toThrow(
    'from 0001-01-01 to 9999-12-30 in UTC',
  )
  const orders = [{ processed: '9999-12-31T23:00:00Z' }]
  await expect(createApp({ scenario: scenarioOf({ orders }) })).rejects.toThrow('processed: must be a time')
})
