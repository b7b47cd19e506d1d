import type { Law } from '../judge/law.ts'
import { creation, type Creation } from '../server/activity/new-invoices.ts'
import { bodyOf } from '../server/store/order-supply.ts'
import { spareOrder } from './spare-order.ts'

interface Wanted {
  draft?: boolean
  /** Of an order that a hook edits, and no other. */
  editable?: boolean
  /** What the creation says besides. */
  options?: object
}

/** A new invoice of an order that the other checks can do without; null where there is none. */
export async function spareInvoice(
  law: Law,
  { draft = false, editable = false, options }: Wanted = {},
): Promise<Creation | null> {
  const order = spareOrder(law, draft)
  if (!order || (editable && !law.orders.isEditable(order))) return null
  const before = await law.store.invoices()
  const made = creation(before, order, await law.call('createInvoice', { body: bodyOf(order, options) }))
  return made?.fresh ? made : null
}
