import { isObject, isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { perRun } from '../../server/per-run.ts'
import type { Session } from '../../server/session.ts'
import { creation, type Creation, type Known } from '../../server/activity/new-invoices.ts'
import { giveUpHook } from '../../server/activity/give-up-hook.ts'
import { bodyOf, kindOfOrder, type Order } from '../../server/store/order-supply.ts'
import { editHook, refusalOf, type HookError, type OrderPatch } from '../../server/store/platform.ts'

/** The creation of one order's invoice, and what the store held before it. */
export interface First extends Order {
  exchange: Exchange
  /** null when it was refused. */
  creation: FirstCreation | null
}

export interface FirstCreation extends Creation {
  /** What of the order was edited just before, where a hook could. */
  patch: OrderPatch | null
  before: Known
}

/** How the two of a kind are created: plainly, and with every flag told. */
const OPTIONS: readonly ((draft: boolean) => object)[] = [
  () => ({}),
  (draft) => ({ draft, generate_pdf: false, packing_slip: false }),
]

const known = perRun<'first', Promise<First[]>>()

/** Two invoices of orders and two of draft orders, created once for all checks; fewer where the supply ends. */
export const firstInvoices = (session: Session): Promise<First[]> =>
  known(session, 'first', () => createFirst(session))

/** Those that were not refused; of orders or of draft orders alone, where told. */
export async function firstCreations(session: Session, draft?: boolean): Promise<FirstCreation[]> {
  const creations = (await firstInvoices(session)).flatMap((first) => first.creation ?? [])
  return creations.filter((one) => draft === undefined || one.draft === draft)
}

/** The same; where there is none, the check ends. */
export async function madeFirst(law: Law, draft?: boolean): Promise<FirstCreation[]> {
  const creations = await firstCreations(law.session, draft)
  return creations.length > 0
    ? creations
    : law.notExercised(`no ${kindOfOrder(draft ?? false)} could be invoiced`)
}

async function createFirst(session: Session): Promise<First[]> {
  const firsts: First[] = []
  for (const draft of [false, true]) {
    for (const [index, options] of OPTIONS.entries()) {
      const name = `first ${draft ? 'draft ' : ''}${index + 1}`
      const first = await createOne(session, draft, options(draft), name)
      if (first) firsts.push(first)
    }
  }
  return firsts
}

/**
 * An invoice that the run may regenerate and send as it likes: it was made from an order of the target.
 * @returns null without orders, or where the server refuses them all
 */
export async function ownInvoice(session: Session): Promise<Creation | null> {
  if (!session.client.permits('createInvoice')) return null
  const creations = await firstCreations(session)
  return creations.find(({ invoice }) => hasEmail(invoice)) ?? creations[0] ?? null
}

/** Whether an invoice shows an email of its customer. */
export function hasEmail({ customer }: { customer?: unknown }): boolean {
  return isObject(customer) && typeof customer['email'] === 'string' && customer['email'].includes('@')
}

const TRIES = 3

/** Tries another order while one turns out to be invoiced already: a store that was judged before has such. */
async function createOne(
  session: Session,
  draft: boolean,
  options: object,
  name: string,
): Promise<First | null> {
  let last: First | null = null
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const order = session.orders.take(draft, true) ?? session.orders.take(draft)
    if (order === null) return last
    const { patch, refusal } = await editedFirst(session, order, `Conformance ${name} ${session.marker}`)
    const before = await session.inventory.invoices()
    const exchange = await session.client.call('createInvoice', { body: bodyOf(order, options) })
    const made = creation(before, order, exchange)
    last = { ...order, exchange, creation: made && { ...made, patch, before } }
    // The service has the order, so that it is not the order that the hook misses.
    if (made && refusal) giveUpHook(session, refusal)
    if (!isSuccess(exchange) || made?.fresh) return last
  }
  return last
}

/** What of an order was edited, null where nothing was; and how the hook refused it, where it did. */
interface EditBefore {
  patch: OrderPatch | null
  refusal: HookError | null
}

/** Edits the order, where its id is in one list only and a hook is there. */
async function editedFirst({ platform, orders }: Session, order: Order, note: string): Promise<EditBefore> {
  const { order_id, draft } = order
  if (!orders.isEditable(order) || !platform.has(editHook(draft))) return { patch: null, refusal: null }
  const addresses = { billing_address: { city: `Bill ${note}` }, shipping_address: { city: `Ship ${note}` } }
  let refusal: HookError | null = null
  for (const patch of [{ note, ...addresses }, { note }]) {
    refusal = await refusalOf(() => platform.edit(order_id, draft, patch))
    if (refusal === null) return { patch, refusal }
  }
  return { patch: null, refusal }
}
