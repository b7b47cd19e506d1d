import type { CreateInvoiceRequest, InvoiceDetail } from '../../schemas/types.ts'
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
    last = creation(session, before, { order_id, draft, exchange }) ?? last
  }
  return last
}

/** The creation that an answer tells of, null when it was refused; notes an invoice that stays behind. */
export function creation(
  session: Session,
  before: Collection<{ slug: string }>,
  { order_id, draft, exchange }: { order_id: number; draft: boolean; exchange: Exchange },
): Creation | null {
  const invoice = member(exchange, 'invoice')
  if (!isSuccess(exchange) || !isObject(invoice) || typeof invoice['slug'] !== 'string') return null
  const known = before.items.some(({ slug }) => slug === invoice['slug'])
  const fresh = !known && (before.complete || isRecent(invoice['created_at'], exchange))
  if (fresh)
    session.ledger.left_behind.push(`invoice ${String(invoice['number'])} (${String(invoice['slug'])})`)
  return { order_id, draft, invoice: invoice as unknown as InvoiceDetail, exchange, fresh }
}

/** Whether a time lies within a minute of the answer, by the server's own clock where it tells it. */
function isRecent(created_at: unknown, exchange: Exchange): boolean {
  const now = Date.parse(exchange.response.headers['date'] ?? '') || exchange.started_at
  return Math.abs(Date.parse(String(created_at)) - now) < 60_000
}
