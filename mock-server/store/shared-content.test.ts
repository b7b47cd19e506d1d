import { expect, test } from 'vitest'
import { resultOf } from '../../scenarios/steps.ts'
import { patchOrder } from '../rules/platform.ts'
import { invoiceOf, openShop } from '../rules/testing/shop.ts'
import { shareContent } from './shared-content.ts'

test('records that say the same share it, what was edited stays as it is, and all say what they said', async () => {
  const { context } = await openShop()
  const { store } = context
  const [same, edited] = [1, 2].map((order) => invoiceOf(context, order).id)
  for (const [id, order] of store.orders.entries()) store.orders.set(id, structuredClone(order))
  for (const [id, invoice] of store.invoices.entries()) store.invoices.set(id, structuredClone(invoice))
  patchOrder(context, 'orders', 2, { customer: { first_name: 'Somebody' } })
  const said = structuredClone([...store.invoices.values(), ...store.orders.values()])
  const order = store.orders.get(1)
  expect(store.invoices.get(same ?? 0)?.customer).not.toBe(order?.customer)
  resultOf(shareContent(store))
  expect(store.invoices.get(same ?? 0)?.customer).toBe(order?.customer)
  expect(store.invoices.get(same ?? 0)?.line_items).toBe(order?.line_items)
  expect(store.invoices.get(edited ?? 0)?.customer).not.toBe(store.orders.get(2)?.customer)
  expect([...store.invoices.values(), ...store.orders.values()]).toEqual(said)
})
