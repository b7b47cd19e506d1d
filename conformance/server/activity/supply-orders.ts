import { makeDraftOrder, makeOrder } from '../../../fixtures/orders.ts'
import type { Session } from '../session.ts'
import { HookError } from '../store/hook-error.ts'
import { giveUpHook } from './give-up-hook.ts'

/** Orders that a run needs. */
export interface Supply {
  readonly orders: number
  readonly drafts: number
}

/** Creates as many platform orders through the hooks `create_order` and `create_draft_order`, where the target has them. */
export async function supplyOrders(session: Session, { orders, drafts }: Supply): Promise<void> {
  for (let n = 0; n < orders; n++) if (!(await supplyOrder(session, false))) break
  for (let n = 0; n < drafts; n++) if (!(await supplyOrder(session, true))) break
}

/** Creates one order, which is the next to be taken. @returns false without a hook that works */
export async function supplyOrder(session: Session, draft: boolean): Promise<boolean> {
  const { platform, ledger, orders } = session
  if (!platform.has(draft ? 'create_draft_order' : 'create_order')) return false
  try {
    const id = await platform.create(draft, madeUpOrder(session, draft, session.numbers.next++))
    orders.add(draft, [id])
    ledger.left_behind.push(`${draft ? 'draft order' : 'order'} ${id} was created`)
    const field = draft ? 'draft_order_ids' : 'order_ids'
    session.target = { ...session.target, [field]: [id, ...session.target[field]] }
    return true
  } catch (error) {
    if (!(error instanceof HookError)) throw error
    giveUpHook(session, error)
    return false
  }
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
