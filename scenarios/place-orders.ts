import { keptOrder } from '../schemas/commerce/kept-order.ts'
import { priced } from '../schemas/commerce/totals.ts'
import type { PlatformDraftOrder, PlatformOrder } from '../schemas/types.ts'
import { type BuildContext } from './context.ts'
import { stamp } from './stamp.ts'
import { editedOrder } from './edits.ts'
import type { OrderContents } from './order-contents.ts'
import type { OrderPlan } from './order-plans.ts'
import { sortedInSteps } from './sorted-steps.ts'
import { each, FEW, type Steps } from './steps.ts'

/** An order on the platform with the plan it came from. */
export interface Placed<Order> {
  plan: OrderPlan
  order: Order
  /** The order before it was edited, where it was. */
  before?: Order
}

export interface PlacedOrders {
  orders: Placed<PlatformOrder>[]
  draft_orders: Placed<PlatformDraftOrder>[]
}

const FIRST_ORDER_NUMBER = 1001

/** Open draft orders that bear the id of an open order: the two are apart (question order_ids.namespaces). */
const SHARED_IDS = 3

/** Puts the planned orders on the platform: ids and numbers in the order of time. */
export function* placeOrders(
  plans: OrderPlan[],
  contents: OrderContents,
  { nextId, dialect }: BuildContext,
): Steps<PlacedOrders> {
  const filled = yield* each(plans, (plan, index) => ({ plan, content: contents(index, plan.given) }))
  const inTime = yield* sortedInSteps(filled, (one, other) => one.plan.processed - other.plan.processed)
  const ofKind = yield* byKind(inTime)

  const placed = <Order extends PlatformOrder>(plan: OrderPlan, order: Order): Placed<Order> =>
    plan.edited ? { plan, order: editedOrder(order, plan.edited, dialect), before: order } : { plan, order }

  const orders = yield* each(ofKind.order, ({ plan, content }, position) =>
    placed(plan, identified(content, plan, plan.given?.id ?? nextId(), FIRST_ORDER_NUMBER + position, '#')),
  )
  const shared = sharedIds(orders)
  const draft_orders = yield* each(ofKind.draft, ({ plan, content }, position) => {
    const id = plan.given?.id ?? (isLeftToChance(plan) ? shared.shift() : undefined) ?? nextId()
    const order = identified(content, plan, id, position + 1, '#D')
    return placed(plan, Object.assign(order, { invoice_type: draftType(plan, position) }))
  })
  return { orders, draft_orders }
}

function* byKind<T extends { plan: OrderPlan }>(all: readonly T[]): Steps<Record<'order' | 'draft', T[]>> {
  const kinds: Record<'order' | 'draft', T[]> = { order: [], draft: [] }
  let taken = 0
  for (const one of all) {
    kinds[one.plan.draft ? 'draft' : 'order'].push(one)
    if (++taken % FEW === 0) yield
  }
  return kinds
}

function sharedIds(orders: readonly Placed<PlatformOrder>[]): number[] {
  const ids: number[] = []
  for (const { plan, order } of orders) {
    if (ids.length === SHARED_IDS) break
    if (isLeftToChance(plan)) ids.push(order.id)
  }
  return ids
}

const isLeftToChance = ({ invoice, given }: OrderPlan) => !invoice && given?.id === undefined

function identified(
  content: PlatformOrder,
  { given, processed, financial_status }: OrderPlan,
  id: number,
  counted: number,
  sign: string,
): PlatformOrder {
  const number = given?.number ?? counted
  return {
    // What is drawn is drawn as it is kept.
    ...(given ? priced(keptOrder(content)) : content),
    id,
    number,
    name: given?.name ?? `${sign}${number}`,
    processed_at: stamp(processed),
    financial_status: given?.financial_status ?? financial_status ?? content.financial_status,
  }
}

function draftType({ given, invoice }: OrderPlan, position: number): PlatformDraftOrder['invoice_type'] {
  if (invoice) return invoice.invoice_type === 'quote' ? 'quote' : 'pro_forma'
  return given?.invoice_type ?? (position % 2 === 0 ? 'quote' : 'pro_forma')
}
