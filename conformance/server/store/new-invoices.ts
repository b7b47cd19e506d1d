import { instantOf } from '../../judge/watch/shape/values.ts'
import type { CreateInvoiceRequest, InvoiceDetail } from '../../../schemas/types.ts'
import { isObject, isSuccess, member, type Exchange } from '../client/exchange.ts'
import type { Session } from '../session.ts'
import type { Collection } from './inventory.ts'

/** The answer to a creation, and whether the invoice is surely new. */
export interface Creation {
  order_id: number
  draft: boolean
  invoice: InvoiceDetail
  exchange: Exchange
  /** false where the order may have had its invoice already: then only what any creation shows can be judged. */
  fresh: boolean
}

const TRIES = 4

/**
 * Creates an invoice from an order of the supply, trying others while the order turns out to be invoiced already.
 * @returns null when the supply is used up or no creation succeeds; the last refusal is in `session`'s exchanges
 */
export async function createInvoice(
  session: Session,
  options: { draft?: boolean; editable?: boolean; body?: Partial<CreateInvoiceRequest> } = {},
): Promise<Creation | null> {
  const draft = options.draft ?? false
  const before = await session.inventory.invoices()
  let last: Creation | null = null
  for (let attempt = 0; attempt < TRIES && !last?.fresh; attempt++) {
    const order_id = session.orders.take(draft, options.editable)
    if (order_id === null) break
    const body = { order_id, ...(draft && { draft }), ...options.body }
    const exchange = await session.client.call('createInvoice', { body })
    last = creation(before, { order_id, draft, exchange }) ?? last
  }
  return last
}

/** The creation that an answer tells of, null when it was refused. */
export function creation(
  before: Collection<{ slug: string }>,
  { order_id, draft, exchange }: { order_id: number; draft: boolean; exchange: Exchange },
): Creation | null {
  const invoice = member(exchange, 'invoice')
  if (!isSuccess(exchange) || !isObject(invoice) || typeof invoice['slug'] !== 'string') return null
  const fresh = isNew(before, invoice, exchange)
  return { order_id, draft, invoice: invoice as unknown as InvoiceDetail, exchange, fresh }
}

/** Notes of which order a creation's invoice is, and that it stays unless it was there before the run. */
export function noteInvoice({ earlier, ledger, orderOf }: Session, exchange: Exchange): void {
  const invoice = member(exchange, 'invoice')
  if (exchange.operation !== 'createInvoice' || !isSuccess(exchange) || !isObject(invoice)) return
  if (isObject(exchange.input)) orderOf.set(String(invoice['slug']), orderKey(exchange.input))
  if (isNew(earlier, invoice, exchange)) ledger.invoiced(String(invoice['number']), String(invoice['slug']))
}

const orderKey = ({ order_id, draft }: { [field: string]: unknown }) =>
  `${draft === true ? 'draft' : 'order'} ${String(order_id)}`

/** Where not all earlier invoices are known, one that is old by its own words is none of ours. */
function isNew(
  { items, complete }: Pick<Collection<{ slug: string }>, 'items' | 'complete'>,
  { slug, created_at }: { [field: string]: unknown },
  exchange: Exchange,
): boolean {
  return !items.some((item) => item.slug === slug) && (complete || isRecent(created_at, exchange))
}

/** Whether a time lies within a minute of the answer, by the server's own clock where it tells it. */
function isRecent(created_at: unknown, exchange: Exchange): boolean {
  const now = Date.parse(exchange.response.headers['date'] ?? '') || exchange.started_at
  return Math.abs(instantOf(created_at) - now) < 60_000
}
