import { watcher } from '../check.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { Session } from '../../server/session.ts'

/** The first answer to a creation for each order of a store, by `api draft 5`. */
const firsts = new WeakMap<Session, Map<string, Exchange>>()

/** create.returns-existing, create.returns-existing-draft: whatever else a creation asks for, an order has one invoice. */
export const oneInvoice = watcher(['create.returns-existing', 'create.returns-existing-draft'], {
  name: 'an order has one invoice',
  *watch(exchange, session) {
    const order = orderOf(exchange)
    if (order === null || slugOf(exchange) === null) return
    const first = firstOf(
      session,
      `${exchange.key} ${order.draft ? 'draft' : 'order'} ${order.order_id}`,
      exchange,
    )
    if (first === exchange) return
    const finding = {
      message: `${order.draft ? 'draft order' : 'order'} ${order.order_id} was invoiced before`,
      expected: `its invoice ${slugOf(first)}`,
      got: `invoice ${slugOf(exchange)}`,
      exchanges: [first, exchange],
    }
    yield {
      clause: order.draft ? 'create.returns-existing-draft' : 'create.returns-existing',
      finding: slugOf(first) === slugOf(exchange) ? null : finding,
    }
  },
})

function firstOf(session: Session, key: string, exchange: Exchange): Exchange {
  const known = firsts.get(session) ?? new Map<string, Exchange>()
  firsts.set(session, known)
  const first = known.get(key) ?? exchange
  known.set(key, first)
  return first
}

/** Of a creation that says plainly what it means; what a near type means is open (question input.coercion). */
function orderOf({ operation, input }: Exchange): { order_id: number; draft: boolean } | null {
  if (operation !== 'createInvoice' || !isObject(input)) return null
  const { order_id, draft = false } = input
  return Number.isInteger(order_id) && typeof draft === 'boolean'
    ? { order_id: order_id as number, draft }
    : null
}

function slugOf(exchange: Exchange): string | null {
  const invoice = member(exchange, 'invoice')
  return isSuccess(exchange) && isObject(invoice) && typeof invoice['slug'] === 'string'
    ? invoice['slug']
    : null
}
