import { expect, test } from 'vitest'
import { parseTarget } from '../load-target.ts'
import { OrderSupply } from './order-supply.ts'

const supply = () =>
  new OrderSupply(
    parseTarget({
      base_url: 'http://127.0.0.1/api/v1/external',
      api_key: 'key',
      order_ids: [1, 2, 3],
      draft_order_ids: [11, 12, 13],
    }),
    0,
  )

test('an order that was taken to be edited serves nobody who wants one that stays as it is', () => {
  const orders = supply()
  orders.take(true)
  orders.take(true, true)
  orders.take(false)
  expect(orders.taken(true)).toEqual([11, 12])
  expect(orders.unedited(true)).toEqual([11])
  expect(orders.unedited(false)).toEqual([1])
})

test('each order is given once', () => {
  const orders = supply()
  const given = Array.from({ length: 4 }, () => orders.take(false)?.order_id ?? null)
  expect(given).toEqual([1, 2, 3, null])
})
