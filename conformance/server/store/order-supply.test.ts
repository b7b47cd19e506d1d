import { expect, test } from 'vitest'
import { parseTarget } from '../load-target.ts'
import { OrderSupply } from './order-supply.ts'

const target = parseTarget({
  base_url: 'http://127.0.0.1/api/v1/external',
  api_key: 'k',
  order_ids: [1, 2, 3],
  draft_order_ids: [3, 4],
})

test('each order is given once, those of both lists first where nothing is edited', () => {
  const supply = new OrderSupply(target, 0)
  const taken = Array.from({ length: 4 }, () => supply.take(false)?.order_id)
  expect(taken).toEqual([3, 1, 2, undefined])
  expect(supply.left(true)).toBe(2)
})

test('an order to be edited is in one list alone', () => {
  const supply = new OrderSupply(target, 0)
  expect([supply.take(true, true), supply.take(true, true)]).toEqual([{ order_id: 4, draft: true }, null])
})

test('another seed begins elsewhere', () => {
  expect(new OrderSupply(target, 1).take(false, true)?.order_id).toBe(2)
})

test('of several ids in both lists one is kept back to be invoiced both ways, as long as there are others', () => {
  const twice = { ...target, order_ids: [1, 3, 4], draft_order_ids: [3, 4] }
  const supply = new OrderSupply(twice, 0)
  expect([supply.take(false), supply.take(true)]).toEqual([
    { order_id: 3, draft: false },
    { order_id: 3, draft: true },
  ])
  expect([supply.takeBoth(), supply.takeBoth()]).toEqual([4, null])
  expect([supply.take(false)?.order_id, supply.take(true)]).toEqual([1, null])
  const scarce = new OrderSupply(twice, 0)
  expect([1, 2, 3].map(() => scarce.take(false)?.order_id)).toEqual([3, 1, 4])
  expect(scarce.takeBoth()).toBe(null)
})
