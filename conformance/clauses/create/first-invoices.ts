import { showing, type Showing } from './showing.ts'
import { rareNames, rareOrders } from '../edits/rare-edits.ts'
import { shownDigits } from '../edits/shown-digits.ts'
import { takenOf } from '../edits/taken.ts'
import { wholeAddress } from '../edits/whole.ts'
import type { Law } from '../../judge/law.ts'
import type { Observer } from '../../judge/observer.ts'
import { giveUpHook } from '../../server/activity/give-up-hook.ts'
import { creation, type Creation, type Known } from '../../server/activity/new-invoices.ts'
import { isObject, isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { perRun } from '../../server/per-run.ts'
import { bodyOf, kindOfOrder, type Order } from '../../server/store/order-supply.ts'
import { refusalOf, type HookError } from '../../server/store/hook-error.ts'
import { editHook, type OrderPatch } from '../../server/store/platform.ts'

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
  /** Where it shows just after; of rare ones. */
  showing: Showing
}

/** How the two of a kind are created: plainly, and with every flag told. */
const OPTIONS: readonly ((draft: boolean) => object)[] = [
  () => ({}),
  (draft) => ({ draft, generate_pdf: false, packing_slip: false }),
]

const known = perRun<'first', Promise<First[]>>()

/** Two invoices of orders and two of draft orders, created once for all checks; fewer where the supply ends. */
export const firstInvoices = (observer: Observer): Promise<First[]> =>
  known(observer.session, 'first', () => createFirst(observer))

/** Those that were not refused; of orders or of draft orders alone, where told. */
export async function firstCreations(observer: Observer, draft?: boolean): Promise<FirstCreation[]> {
  const creations = (await firstInvoices(observer)).flatMap((first) => first.creation ?? [])
  return creations.filter((one) => draft === undefined || one.draft === draft)
}

/** The same; where there is none, the check ends. */
export async function madeFirst(law: Law, draft?: boolean): Promise<FirstCreation[]> {
  const creations = await firstCreations(law, draft)
  return creations.length > 0
    ? creations
    : law.notExercised(`no ${kindOfOrder(draft ?? false)} could be invoiced`)
}

async function createFirst(observer: Observer): Promise<First[]> {
  const firsts: First[] = []
  for (const draft of [false, true]) {
    for (const [index, options] of OPTIONS.entries()) {
      const name = `first ${draft ? 'draft ' : ''}${index + 1}`
      const first = await createOne(observer, { draft, isRare: index > 0 }, options(draft), name)
      if (first) firsts.push(first)
    }
  }
  return firsts
}

/**
 * An invoice that the run may regenerate and send as it likes: it was made from an order of the target.
 * @returns null without orders, or where the server refuses them all
 */
export async function ownInvoice(observer: Observer): Promise<Creation | null> {
  if (!observer.permits('createInvoice')) return null
  const creations = await firstCreations(observer)
  // Those of orders come first: a draft need not have a packing slip.
  return creations.find(({ draft, invoice }) => !draft && hasEmail(invoice)) ?? creations[0] ?? null
}

/** Whether an invoice shows an email of its customer. */
export function hasEmail({ customer }: { customer?: unknown }): boolean {
  return isObject(customer) && typeof customer['email'] === 'string' && customer['email'].includes('@')
}

const TRIES = 5

/** Tries another order while one turns out to be invoiced already, or deleted: a store that was judged before has such. */
async function createOne(
  observer: Observer,
  { draft, isRare }: { draft: boolean; isRare: boolean },
  options: object,
  name: string,
): Promise<First | null> {
  let last: First | null = null
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const order = observer.orders.take(draft, true) ?? observer.orders.take(draft)
    if (order === null) return last
    const note = `Conformance ${name} ${observer.marker}`
    const rare = isRare ? await editedRarely(observer, order) : null
    const { patch, refusal } = rare ?? (await editedFirst(observer, order, note))
    const before = await observer.store.invoices()
    const create = () => observer.call('createInvoice', { body: bodyOf(order, options) })
    const created = isRare ? await showing(observer, seenOf(observer, before), create) : null
    const exchange = created?.made ?? (await create())
    const made = creation(before, order, exchange)
    const gone = !made?.fresh && (await observer.platform.isGone(order))
    // A target whose orders never were there is told by the refusal of one.
    if (gone && (made || last || observer.platform.hasWorked(editHook(draft)))) continue
    last = {
      ...order,
      exchange,
      creation: made && { ...made, patch, before, showing: created?.showing ?? [] },
    }
    // The service has the order, so that it is not the order that the hook misses.
    if (made && refusal) giveUpHook(observer.session, refusal)
    if (made?.fresh || (!isSuccess(exchange) && !gone)) return last
  }
  return last
}

/** What is known of what there is before a creation. */
function seenOf({ marker }: Observer, { items, complete }: Known): { known: number; customer: string } {
  const { first_name, last_name } = rareNames(marker)
  return { known: complete ? items.length : 0, customer: `${first_name} ${last_name}` }
}

/** What of an order was edited, null where nothing was; and how the hook refused it, where it did. */
interface EditBefore {
  patch: OrderPatch | null
  refusal: HookError | null
}

/** Whether a hook edits it, and no other order. */
export const mayEdit = ({ platform, orders }: Observer, order: Order): boolean =>
  orders.isEditable(order) && platform.has(editHook(order.draft))

/** Makes it an order such as there are few; null where the platform takes none, or does not show what it took. */
async function editedRarely(observer: Observer, order: Order): Promise<EditBefore | null> {
  if (!mayEdit(observer, order)) return null
  const { order_id, draft } = order
  const { items } = await observer.store.invoices()
  for (const edit of rareOrders(shownDigits(items), `${observer.marker}${draft ? 'd' : 'o'}f`, draft)) {
    let shown: OrderPatch | null = null
    const refusal = await refusalOf(async () => (shown = await observer.platform.edit(order_id, draft, edit)))
    const patch = takenOf(edit, shown)
    if (refusal === null && 'note' in patch)
      return { patch: { ...patch, ...(await namedRarely(observer, order, shown)) }, refusal }
  }
  return null
}

/** An order that shows its customer gives that one rare names; a guest stays one. */
async function namedRarely(
  { platform, marker }: Observer,
  { order_id, draft }: Order,
  shown: OrderPatch | null,
): Promise<OrderPatch> {
  const customer = shown?.['customer']
  if (!isObject(customer) || !Number.isInteger(customer['id'])) return {}
  const edit = { customer: rareNames(marker) }
  let named: OrderPatch | null = null
  await refusalOf(async () => (named = await platform.edit(order_id, draft, edit)))
  return takenOf(edit, named)
}

/** Edits the order, where its id is in one list only and a hook is there. */
async function editedFirst(observer: Observer, order: Order, note: string): Promise<EditBefore> {
  const { order_id, draft } = order
  if (!mayEdit(observer, order)) return { patch: null, refusal: null }
  const addresses = {
    billing_address: wholeAddress(null, { city: `Bill ${note}` }),
    shipping_address: wholeAddress(null, { city: `Ship ${note}` }),
  }
  let refusal: HookError | null = null
  for (const patch of [{ note, ...addresses }, { note }]) {
    refusal = await refusalOf(() => observer.platform.edit(order_id, draft, patch))
    if (refusal === null) return { patch, refusal }
  }
  return { patch: null, refusal }
}
