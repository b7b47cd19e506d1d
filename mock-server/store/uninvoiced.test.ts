import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HashIndex } from '../db/hash-index.ts'
import { Table } from '../db/table.ts'
import { Uninvoiced } from './uninvoiced.ts'

interface Invoice {
  id: number
  order_id: number
  draft: boolean
}

const id = fc.integer({ min: 1, max: 5 })
const change = fc.oneof(
  fc.record({ set: fc.constant('order' as const), id }),
  fc.record({ drop: fc.constant('order' as const), id }),
  fc.record({ set: fc.constant('invoice' as const), id, order_id: id, draft: fc.boolean() }),
  fc.record({ drop: fc.constant('invoice' as const), id }),
)

const invoiceOf = (draft: boolean) => ({ set: 'invoice' as const, id: 4, order_id: 3, draft })

test('orders without an invoice are those that a scan finds, in its order, whatever comes and goes', () => {
  const property = fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
    const orders = new Table<{ id: number }, number>(new Map(), () => {})
    const invoices = new Table<Invoice, number>(new Map(), () => {})
    const keyOf = ({ order_id, draft }: Pick<Invoice, 'order_id' | 'draft'>) => `${order_id} ${draft}`
    const byOrder = invoices.follow(new HashIndex<Invoice, string>(keyOf))
    const isInvoiced = (order_id: number) => byOrder.count(keyOf({ order_id, draft: false })) > 0
    const uninvoiced = new Uninvoiced(orders, false, isInvoiced)
    orders.follow(uninvoiced.ofOrders)
    invoices.follow(uninvoiced.ofInvoices)
    for (const each of changes) {
      if ('drop' in each) (each.drop === 'order' ? orders : invoices).delete(each.id)
      else if (each.set === 'order') orders.set(each.id, { id: each.id })
      else invoices.set(each.id, each)
      expect(uninvoiced.ids).toEqual([...orders.keys()].filter((order) => !isInvoiced(order)))
    }
  })
  expect(() =>
    fc.assert(property, {
      numRuns: 500,
      // An invoice that becomes one of the other kind, of an order with the same id.
      examples: [[[invoiceOf(false), { set: 'order' as const, id: 3 }, invoiceOf(true)]]],
    }),
  ).not.toThrow()
})
