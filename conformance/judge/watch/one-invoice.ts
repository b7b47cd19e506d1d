import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import { perRun } from '../../server/per-run.ts'
import { watcher } from '../check.ts'

/** The first answer to a creation for each order of a store, by `api draft order 5`. */
const firsts = perRun<string, Exchange>()

/** create.returns-existing, create.returns-existing-draft: whatever else a creation asks for, an order has one invoice. */
export const oneInvoice = watcher(['create.returns-existing', 'create.returns-existing-draft'], {
  name: 'an order has one invoice',
  *watch(exchange, session) {
    const order = orderOf(exchange)
    if (order === null || slugOf(exchange) === null) return
    const named = `${order.draft ? 'draft order' : 'order'} ${order.order_id}`
    const first = firsts(session, `${exchange.key} ${named}`, () => exchange)
    if (first === exchange) return
    const finding = {
      message: areSimultaneous(first, exchange)
        ? `two simultaneous requests invoiced ${named}`
        : `${named} was invoiced before`,
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

/** True if each was sent before the other one was answered. */
const areSimultaneous = (one: Exchange, other: Exchange): boolean =>
  one.started_at < other.started_at + other.ms && other.started_at < one.started_at + one.ms

/** Of a creation that says plainly what it means; what a near type means is open (question input.coercion). */
function orderOf({ operation, input }: Exchange): { order_id: number; draft: boolean } | null {
  if (operation !== 'createInvoice' || !isObject(input)) return null
  const { order_id, draft = false } = input
  return typeof order_id === 'number' && Number.isInteger(order_id) && typeof draft === 'boolean'
    ? { order_id, draft }
    : null
}

function slugOf(exchange: Exchange): string | null {
  const invoice = member(exchange, 'invoice')
  return isSuccess(exchange) && isObject(invoice) && typeof invoice['slug'] === 'string'
    ? invoice['slug']
    : null
}
