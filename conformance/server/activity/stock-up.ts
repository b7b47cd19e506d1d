import type { Session } from '../session.ts'
import { bodyOf } from '../store/order-supply.ts'

/** With fewer invoices than this a store shows little of paging, filters and search. */
const FEW = 12
/** No more than this share of the orders goes into filling a bare store. */
const SHARE = 1 / 4

/**
 * Invoices some orders of a store that has hardly any invoices, where that is permitted: what reading checks look
 * at has to be there first.
 */
export async function stockUp(session: Session): Promise<void> {
  const { client, inventory, target } = session
  if (!client.permits('createInvoice')) return
  const { items, complete } = await inventory.invoices()
  Object.assign(session.earlier, { items, complete })
  const lacking = FEW - items.length
  if (lacking <= 0) return
  for (const [draft, ids, wanted] of [
    [false, target.order_ids, Math.ceil((lacking * 2) / 3)],
    [true, target.draft_order_ids, Math.floor(lacking / 3)],
  ] as const) {
    for (let n = 0; n < Math.min(wanted, Math.floor(ids.length * SHARE)); n++) {
      const order = session.orders.take(draft)
      if (order === null) break
      await client.call('createInvoice', { body: bodyOf(order) })
    }
  }
}

const PAUSE_MS = 500

/**
 * Another shard stocks a bare store up: waits for its invoices, where there may be any, until no more come, and no
 * longer than the target is patient.
 */
export async function awaitStock({ client, inventory, target }: Session): Promise<void> {
  if (!client.permits('createInvoice')) return
  const end = performance.now() + target.patience_ms
  let known = (await inventory.invoices()).items.length
  for (let isBare = known === 0; isBare && performance.now() < end;) {
    await client.pause(PAUSE_MS)
    inventory.forget('createInvoice')
    const now = (await inventory.invoices()).items.length
    isBare = now === 0 || now > known
    known = now
  }
}
