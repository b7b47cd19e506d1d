import { expect, test } from 'vitest'
import { fixtures } from '../../../fixtures/index.ts'
import type { OrderPatch } from '../../server/store/platform.ts'
import { editOrder, newEdit } from './edits.ts'

const [invoice] = fixtures('invoice', { count: 1, seed: 1 })

/** What a platform is sent for an edit of an order with one line and a tax of more than 100 percent. */
async function sent(isLong: boolean): Promise<OrderPatch> {
  const line_items = [{ title: 'Lamp', quantity: 2, price: '10.00' }]
  const tax_lines = [{ title: 'Tax', rate: 1.5, price: '30.00' }]
  const patches: OrderPatch[] = []
  const session = {
    marker: 'kit-1234567',
    platform: { edit: async (_order: number, _draft: boolean, patch: OrderPatch) => patches.push(patch) },
  }
  const creation = { order_id: 1, draft: false, invoice: { ...invoice, line_items, tax_lines } }
  await editOrder(session as never, creation as never, newEdit(session as never, 1, isLong))
  return Object.assign({}, ...patches)
}

test('an edit that makes many lines of one gives the taxes of them all, as a platform keeps what it is given', async () => {
  const { line_items, tax_lines } = await sent(true)
  expect(line_items).toHaveLength(60)
  expect(tax_lines).toEqual([{ title: 'Tax', rate: 1.5, price: '1800.00' }])
})

test('an edit that only renames lines leaves the taxes alone', async () => {
  const { line_items, tax_lines } = await sent(false)
  expect(line_items).toEqual([{ title: expect.stringContaining('lamp'), quantity: 2, price: '10.00' }])
  expect(tax_lines).toBeUndefined()
})
