import { describe, expect, test } from 'vitest'
import { orderTotals } from '../../schemas/commerce/totals.ts'
import type { PlatformOrder } from '../../schemas/types.ts'
import { settingsOf } from '../store/store.ts'
import { createInvoice } from './create-invoice.ts'
import { deleteOrder, patchOrder } from './platform.ts'
import { invoiceOf, NOON, openShop, refusalOf } from './testing/shop.ts'

describe('a new invoice', () => {
  test('shows its order', async () => {
    const { context } = await openShop()
    const order = context.store.orders.get(3) as PlatformOrder
    const { invoice, existed } = createInvoice(context, { order_id: 3 })
    expect(existed).toBe(false)
    expect(invoice).toMatchObject({
      number: 'INV-0099',
      invoice_type: 'invoice',
      order_name: order.name,
      order_number: order.number,
      customer: order.customer,
      shipping_address: order.shipping_address,
      line_items: order.line_items,
      total_price: orderTotals(order).total_price,
      tax_lines: orderTotals(order).tax_lines,
      created_at: new Date(NOON).toISOString(),
      updated_at: new Date(NOON).toISOString(),
    })
    expect(context.store.invoices.get(invoice.id)).toEqual(invoice)
  })

  test('moves the number on and is no new revision of the settings', async () => {
    const { context } = await openShop()
    expect([1, 2, 3].map((order) => invoiceOf(context, order).number)).toEqual([
      'INV-0099',
      'INV-0100',
      'INV-0101',
    ])
    expect(settingsOf(context.store)).toMatchObject({ next_invoice_number: '0102', revision: 1 })
    expect(context.store.revisions.size).toBe(0)
  })

  test.each([
    [1, 'as_draft_order', 'quote'],
    [2, 'as_draft_order', 'pro_forma'],
    [2, 'quote', 'quote'],
    [1, 'pro_forma', 'pro_forma'],
  ] as const)('of draft order %i is, under %s, a %s', async (order_id, rule, type) => {
    const context = (await openShop()).under({ 'create.draft_type': rule })
    expect(invoiceOf(context, order_id, { draft: true }).invoice_type).toBe(type)
  })

  test.each([
    [{}, ['invoice']],
    [{ generate_pdf: true }, ['invoice']],
    [{ generate_pdf: false }, []],
    [{ packing_slip: true }, ['packing_slip']],
    [{ packing_slip: true, generate_pdf: false }, []],
  ])('with %j makes the documents %j', async (options, kinds) => {
    const { context } = await openShop()
    invoiceOf(context, 1, options)
    expect([...context.store.documents.values()].map(({ kind }) => kind)).toEqual(kinds)
  })

  test('has an id that no record of any store has', async () => {
    const { context, other } = await openShop()
    const ids = [1, 2].flatMap((id) => [invoiceOf(context, id).id, invoiceOf(other, 100 + id).id])
    expect(new Set(ids).size).toBe(4)
  })
})

describe('an existing invoice', () => {
  test.each([false, true])('is answered again and the collection does not grow (draft %s)', async (draft) => {
    const { context } = await openShop()
    const first = createInvoice(context, { order_id: 1, draft })
    expect(createInvoice(context, { order_id: 1, draft })).toEqual({ invoice: first.invoice, existed: true })
    expect(context.store.invoices.size).toBe(1)
    expect(context.store.documents.size).toBe(1)
  })

  test('of an order is another one than of the draft order with its id', async () => {
    const { context } = await openShop()
    expect(invoiceOf(context, 1).id).not.toBe(invoiceOf(context, 1, { draft: true }).id)
    expect(invoiceOf(context, 1).id).toBe(invoiceOf(context, 1, { draft: false }).id)
  })

  test('gets the document that is asked for, and stays as it is', async () => {
    const { context, clock } = await openShop()
    const before = invoiceOf(context, 1)
    patchOrder(context, 'orders', 1, { note: 'edited' })
    clock.advance(1000)
    expect(invoiceOf(context, 1, { packing_slip: true })).toBe(before)
    expect([...context.store.documents.values()].map(({ kind }) => kind)).toEqual(['invoice', 'packing_slip'])
  })

  test('is re-synced where the dialect says so', async () => {
    const context = (await openShop()).under({ 'create.existing_resync': true })
    invoiceOf(context, 1)
    patchOrder(context, 'orders', 1, { note: 'edited' })
    expect(invoiceOf(context, 1).note).toBe('edited')
  })

  test.each([true, false])('is answered also when its order is gone (re-sync %s)', async (resync) => {
    const context = (await openShop()).under({ 'create.existing_resync': resync })
    const before = invoiceOf(context, 1)
    deleteOrder(context, 'orders', 1)
    expect(createInvoice(context, { order_id: 1 })).toEqual({ invoice: before, existed: true })
  })
})

test.each([
  [{ order_id: 101 }, 'order_id'],
  [{ order_id: 5, draft: true }, 'order_id'],
  [{ order_id: 0 }, 'order_id'],
  [{ order_id: -1 }, 'order_id'],
  [{ order_id: 1, template_id: 77 }, 'template_id'],
])('%j is refused for its %s and makes nothing', async (request, field) => {
  const { context, db } = await openShop()
  const before = JSON.stringify([...db.rows()])
  const refusal = refusalOf(() => createInvoice(context, request))
  expect([refusal.kind, Object.keys(refusal.errors)]).toEqual(['unprocessable', [field]])
  expect(JSON.stringify([...db.rows()])).toBe(before)
})
