import type { Law } from '../judge/law.ts'
import { creation, type Creation } from '../server/activity/new-invoices.ts'
import { bodyOf } from '../server/store/order-supply.ts'
import { spareOrder } from './spare-order.ts'

/** A new invoice of an order that a hook edits and that the other checks can do without; null where there is none. */
export async function spareInvoice(law: Law, options: object = {}): Promise<Creation | null> {
  const order = spareOrder(law, false)
  if (!order || !law.orders.isEditable(order)) return null
  const before = await law.store.invoices()
  const made = creation(before, order, await law.call('createInvoice', { body: bodyOf(order, options) }))
  return made?.fresh ? made : null
}
