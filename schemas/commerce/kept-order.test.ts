import { expect, test } from 'vitest'
import { makeOrder } from '../../fixtures/orders.ts'
import { keptOrder } from './kept-order.ts'

const line = { title: 'Mug', variant_title: '', quantity: 3, sku: 'M' }
const priced = (currency: string, price: string) => ({
  ...makeOrder({ seed: 1 }),
  currency,
  line_items: [{ ...line, price }],
})

test.each([
  ['EUR', '5', '5.00'],
  ['EUR', '5.5', '5.50'],
  ['EUR', '0005.50', '5.50'],
  ['EUR', '5.5000', '5.50'],
  ['EUR', '0.125', '0.13'],
  ['EUR', '-0.125', '-0.13'],
  ['EUR', '-0', '0.00'],
  ['EUR', '-0.00', '0.00'],
  ['JPY', '49.50', '50'],
  ['KWD', '1.25', '1.250'],
])('a price in %s of %s is kept as %s', (currency, price, kept) => {
  expect(keptOrder(priced(currency, price)).line_items).toEqual([{ ...line, price: kept }])
})

test.each([
  ['2026-03-01T09:30:00+02:00', '2026-03-01T07:30:00.000Z'],
  ['2026-03-01T09:30:00Z', '2026-03-01T09:30:00.000Z'],
  ['2026-03-01T09:30:00.123456Z', '2026-03-01T09:30:00.123Z'],
])('a time of %s is kept as %s', (processed_at, kept) => {
  expect(keptOrder({ ...makeOrder({ seed: 1 }), processed_at }).processed_at).toBe(kept)
})

test('an order that is written so already is kept as it is', () => {
  const order = makeOrder({ seed: 1 })
  expect(keptOrder(order)).toBe(order)
})
