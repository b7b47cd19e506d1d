import type { CreateInvoiceRequest, InvoiceDetail } from '../../../schemas/types.ts'
import { isObject, isSuccess, member, type Exchange } from '../client/exchange.ts'
import { instantOf } from '../instants.ts'
import type { Session } from '../session.ts'
import type { Collection } from '../store/inventory.ts'
import { bodyOf, type Order } from '../store/order-supply.ts'

/** The answer to a creation, and whether the invoice is surely new. */
export interface Creation extends Order {
  invoice: InvoiceDetail
  exchange: Exchange
  /** false where the order may have had its invoice already: then only what any creation shows can be judged. */
  fresh: boolean
}

/** Invoices that a store is known to have, and whether they are all. */
export type Known = Pick<Collection<{ slug: string }>, 'items' | 'complete'>

/** Whether a value can be told as an invoice: its other fields may still be anything. */
const isInvoice = (value: unknown): value is InvoiceDetail =>
  isObject(value) && typeof value['slug'] === 'string'

/** The invoice that an answer holds, if any. */
export function invoiceIn(exchange: Exchange): InvoiceDetail | null {
  const invoice = member(exchange, 'invoice')
  return isInvoice(invoice) ? invoice : null
}

/** Which order is invoiced, and how. */
export interface Wanted {
  draft?: boolean
  editable?: boolean
  options?: Partial<CreateInvoiceRequest>
}

/** An order that was tried; `made` is null where its creation was refused. */
export interface Attempt {
  order: Order
  exchange: Exchange
  made: Creation | null
}

const TRIES = 4

/** Invoices an order of the supply, and others while the order turns out to be invoiced already, or deleted. */
export async function* invoicing(
  session: Session,
  { draft = false, editable, options }: Wanted = {},
): AsyncGenerator<Attempt> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const order = session.orders.take(draft, editable)
    if (order === null) return
    const before = await session.inventory.invoices()
    const exchange = await session.client.call('createInvoice', { body: bodyOf(order, options) })
    const made = creation(before, order, exchange)
    if (!made?.fresh && (await session.platform.isGone(order))) continue
    yield { order, exchange, made }
    if (made?.fresh) return
  }
}

/** @returns null when the supply is used up or no creation succeeds; the last refusal is in `session`'s exchanges */
export async function createInvoice(session: Session, wanted?: Wanted): Promise<Creation | null> {
  let last: Creation | null = null
  for await (const { made } of invoicing(session, wanted)) last = made ?? last
  return last
}

/** The creation that an answer tells of, null when it was refused. */
export function creation(before: Known, order: Order, exchange: Exchange): Creation | null {
  const invoice = isSuccess(exchange) ? invoiceIn(exchange) : null
  return invoice && { ...order, invoice, exchange, fresh: isNew(before, invoice, exchange) }
}

/** Notes of which order a creation's invoice is, and that it stays unless it was there before the run. */
export function noteInvoice({ earlier, ledger, orderOf }: Session, exchange: Exchange): void {
  const invoice = member(exchange, 'invoice')
  if (exchange.operation !== 'createInvoice' || !isSuccess(exchange) || !isObject(invoice)) return
  if (exchange.key === 'api' && isObject(exchange.input))
    orderOf.set(String(invoice['slug']), orderKey(exchange.input))
  if (isNew(earlier, invoice, exchange)) ledger.invoiced(String(invoice['number']), String(invoice['slug']))
}

const orderKey = ({ order_id, draft }: Record<string, unknown>) =>
  `${draft === true ? 'draft' : 'order'} ${String(order_id)}`

/** Whether the run made the one of another order than the other, as far as it knows. */
export const isOfAnotherOrder = ({ orderOf }: Session, slug: string, than: string): boolean =>
  orderOf.has(slug) && orderOf.get(slug) !== orderOf.get(than)

/** Where not all earlier invoices are known, one that is old by its own words is none of ours. */
function isNew(
  { items, complete }: Known,
  { slug, created_at }: { slug?: unknown; created_at?: unknown },
  exchange: Exchange,
): boolean {
  return !items.some((item) => item.slug === slug) && (complete || isRecent(created_at, exchange))
}

/** Whether a time lies within a minute of the answer, by the server's own clock where it tells it. */
export function isRecent(created_at: unknown, exchange: Exchange): boolean {
  const now = Date.parse(exchange.response.headers['date'] ?? '') || exchange.started_at
  return Math.abs(instantOf(created_at) - now) < 60_000
}
