import { makeDraftOrder, makeOrder } from '../../../fixtures/orders.ts'
import type { Session } from '../session.ts'

/** Orders and draft orders of a run that creates its own: no check has to share one with another. */
const SUPPLY = { orders: 30, drafts: 12 }

/** Creates platform orders through the hooks `create_order` and `create_draft_order`, where the target has them. */
export async function supplyOrders(session: Session): Promise<void> {
  if (!session.client.permits('createInvoice')) return
  if (session.platform.has('create_order')) await supply(session, false, SUPPLY.orders)
  if (session.platform.has('create_draft_order')) await supply(session, true, SUPPLY.drafts)
}

async function supply(session: Session, draft: boolean, count: number): Promise<void> {
  const ids: number[] = []
  for (let n = 0; n < count; n++)
    ids.push(await session.platform.create(draft, madeUpOrder(session, draft, n)))
  session.orders.add(draft, ids)
  const field = draft ? 'draft_order_ids' : 'order_ids'
  session.target = { ...session.target, [field]: [...ids, ...session.target[field]] }
}

/** An order as a client sends it: the platform gives id, name and number. Its customer has a reserved address. */
function madeUpOrder({ seedOf, marker }: Session, draft: boolean, n: number): Record<string, unknown> {
  const options = { seed: seedOf(`${draft ? 'draft ' : ''}order ${n}`) }
  const {
    id: _,
    name: _name,
    number: _number,
    ...order
  } = draft ? makeDraftOrder(options) : makeOrder(options)
  const { id: _customer, ...customer } = order.customer ?? { id: 0 }
  return { ...order, customer: { ...customer, email: `order${n}.${marker}@example.test` } }
}
