import type { CreateInvoiceRequest } from '../../../schemas/types.ts'
import { isObject, isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { giveUpHook } from '../../server/store/give-up-hook.ts'
import type { Session } from '../../server/session.ts'
import type { Collection } from '../../server/store/inventory.ts'
import { creation, type Creation } from '../../server/store/new-invoices.ts'
import { editHook, HookError, type OrderPatch } from '../../server/store/platform.ts'

/** The creation of one order's invoice, and what the store held before it. */
export interface First {
  order_id: number
  draft: boolean
  /** What of the order was edited just before, where a hook could. */
  patch: OrderPatch | null
  before: Collection<{ slug: string }>
  exchange: Exchange
  /** null when it was refused. */
  creation: Creation | null
}

/** How the two of a kind are created: plainly, and with every flag told. */
const BODIES: readonly Partial<CreateInvoiceRequest>[] = [
  {},
  { draft: false, generate_pdf: false, packing_slip: false },
]

const made = new WeakMap<Session, Promise<First[]>>()

/** Two invoices of orders and two of draft orders, created once for all checks; fewer where the supply ends. */
export function firstInvoices(session: Session): Promise<First[]> {
  let invoices = made.get(session)
  if (!invoices) made.set(session, (invoices = createFirst(session)))
  return invoices
}

async function createFirst(session: Session): Promise<First[]> {
  const invoices: First[] = []
  for (const draft of [false, true]) {
    for (const [index, body] of BODIES.entries()) {
      const first = await createOne(session, draft, body, `first ${draft ? 'draft ' : ''}${index + 1}`)
      if (first) invoices.push(first)
    }
  }
  return invoices
}

/**
 * An invoice that the run may regenerate and send as it likes: it was made from an order of the target.
 * @returns null without orders, or where the server refuses them all
 */
export async function ownInvoice(session: Session): Promise<Creation | null> {
  if (!session.client.permits('createInvoice')) return null
  const creations = (await firstInvoices(session)).flatMap((first) => first.creation ?? [])
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
  body: object,
  name: string,
): Promise<First | null> {
  let last: First | null = null
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const order_id = session.orders.take(draft, true) ?? session.orders.take(draft)
    if (order_id === null) return last
    const { patch, refusal } = await edited(session, order_id, draft, `Conformance ${name} ${session.marker}`)
    const before = await session.inventory.invoices()
    const exchange = await session.client.call('createInvoice', {
      body: { order_id, ...body, ...(draft && { draft }) },
    })
    last = {
      order_id,
      draft,
      patch,
      before,
      exchange,
      creation: creation(before, { order_id, draft, exchange }),
    }
    // The service has the order, so that it is not the order that the hook misses.
    if (last.creation && refusal) giveUpHook(session, refusal)
    if (!isSuccess(exchange) || last.creation?.fresh) return last
  }
  return last
}

/** What of an order was edited, null where nothing was; and how the hook refused it, where it did. */
interface EditBefore {
  patch: OrderPatch | null
  refusal: HookError | null
}

/** Edits the order, where its id is in one list only and a hook is there. */
async function edited(session: Session, order_id: number, draft: boolean, note: string): Promise<EditBefore> {
  const { platform, target } = session
  const isAmbiguous = target.order_ids.includes(order_id) && target.draft_order_ids.includes(order_id)
  if (isAmbiguous || !platform.has(editHook(draft))) return { patch: null, refusal: null }
  const addresses = { billing_address: { city: `Bill ${note}` }, shipping_address: { city: `Ship ${note}` } }
  let refusal: HookError | null = null
  for (const patch of [{ note, ...addresses }, { note }]) {
    refusal = await refusalOf(() => platform.edit(order_id, draft, patch))
    if (refusal === null) return { patch, refusal }
  }
  return { patch: null, refusal }
}

/** Whether the platform takes an edit: an order without addresses may not take a part of one. */
export const isTaken = async (edit: () => Promise<void>): Promise<boolean> => (await refusalOf(edit)) === null

async function refusalOf(edit: () => Promise<void>): Promise<HookError | null> {
  try {
    await edit()
    return null
  } catch (error) {
    if (error instanceof HookError) return error
    throw error
  }
}
