import { describe, expect, test } from 'vitest'
import { makeDraftOrder, makeOrder } from '../../fixtures/orders.ts'
import { addOrder, deleteOrder, listOrders, patchOrder, readOrder, replaceOrder } from './platform.ts'
import { invoiceOf, openShop, refusalOf } from './testing/shop.ts'

const LINES = [{ title: 'Mug', variant_title: '', quantity: 3, price: '10', sku: 'M' }]
const ORDER = {
  ...makeOrder({ seed: 9 }),
  currency: 'EUR',
  line_items: LINES,
  tax_lines: [{ title: 'VAT', rate: 0.19 }],
}

describe('an order of the platform', () => {
  test('is added, its amounts computed', async () => {
    const { context } = await openShop()
    const added = addOrder(context, 'orders', { ...ORDER, id: 77 })
    expect(added.tax_lines).toEqual([{ title: 'VAT', rate: 0.19, price: '5.70' }])
    expect(readOrder(context, 'orders', 77)).toEqual(added)
    expect(invoiceOf(context, 77).total_price).toBe('35.70')
  })

  test('gets an id where none is given, and none that is taken', async () => {
    const { context } = await openShop()
    const { id: _, ...order } = ORDER
    addOrder(context, 'orders', { ...ORDER, id: 1000 })
    expect(addOrder(context, 'orders', order).id).toBe(1001)
    expect(refusalOf(() => addOrder(context, 'orders', { ...ORDER, id: 1 })).errors).toHaveProperty('id')
  })

  test('is patched, its id left alone', async () => {
    const { context } = await openShop()
    const before = readOrder(context, 'orders', 1)
    const after = patchOrder(context, 'orders', 1, {
      id: 5,
      currency: 'EUR',
      line_items: LINES,
      customer: { first_name: 'Zoë' },
    })
    const line_items = LINES.map((line) => ({ ...line, price: '10.00' }))
    expect(after).toMatchObject({ id: 1, name: before.name, line_items })
    expect(after.customer).toEqual({ ...before.customer, first_name: 'Zoë' })
    expect(listOrders(context, 'orders')).toHaveLength(9)
  })

  test('is replaced or put anew', async () => {
    const { context } = await openShop()
    expect(replaceOrder(context, 'orders', 1, ORDER)).toMatchObject({ id: 1, name: ORDER.name })
    expect(replaceOrder(context, 'draft_orders', 50, makeDraftOrder({ seed: 9 })).id).toBe(50)
    expect(listOrders(context, 'draft_orders')).toHaveLength(5)
  })

  test.each([
    [{ note: null }, 'note'],
    [{ currency: 'euro' }, 'currency'],
    [{ processed_at: '9999-12-31T23:59:59-01:00' }, 'processed_at'],
    [{ processed_at: '0001-01-01T00:00:00+00:01' }, 'processed_at'],
    [{ line_items: [{ ...LINES[0], price: 'free' }] }, 'line_items.0.price'],
    [{ line_items: [{ ...LINES[0], quantity: 1.5 }] }, 'line_items.0.quantity'],
  ])('is not patched with %j', async (patch, field) => {
    const { context } = await openShop()
    const before = readOrder(context, 'orders', 1)
    expect(Object.keys(refusalOf(() => patchOrder(context, 'orders', 1, patch)).errors)).toEqual([field])
    expect(readOrder(context, 'orders', 1)).toBe(before)
  })

  test('is deleted once', async () => {
    const { context } = await openShop()
    deleteOrder(context, 'orders', 1)
    for (const rule of [readOrder, deleteOrder])
      expect(refusalOf(() => rule(context, 'orders', 1)).kind).toBe('not-found')
    expect(refusalOf(() => patchOrder(context, 'orders', 1, {})).kind).toBe('not-found')
    expect(listOrders(context, 'draft_orders')).toHaveLength(4)
  })
})
