import { isDeepStrictEqual } from 'node:util'
import type { Steps } from '../../scenarios/steps.ts'
import type { PlatformOrder } from '../../schemas/types.ts'
import type { InvoiceRecord } from './records.ts'

/** What orders of one customer have in common, mostly. */
const OF_CUSTOMER = ['customer', 'billing_address', 'shipping_address'] as const

/** What an invoice shows as its order has it. */
const OF_ORDER = [...OF_CUSTOMER, 'line_items'] as const

/** Texts that an invoice has of its order, under whichever name each has them. */
const TEXTS = [
  ['processed_at', 'processed_at'],
  ['order_name', 'name'],
] as const

/** What is looked at of a table. */
type Records<T> = Pick<ReadonlyMap<number, T>, 'get' | 'values'>

interface Tables {
  readonly orders: Records<PlatformOrder>
  readonly draft_orders: Records<PlatformOrder>
  readonly invoices: Records<InvoiceRecord>
}

/**
 * Has records share what they have in equal, as they did before they were written to disk and read again: of a large
 * store it is half of what it takes. The one change of documents in place that there is: what they say stays the same.
 */
export function* shareContent({ orders, draft_orders, invoices }: Tables): Steps<void> {
  const first = new Map<string, PlatformOrder>()
  for (const table of [orders, draft_orders])
    for (const order of table.values()) {
      const { email } = order.customer
      const known = first.get(email)
      if (known) share(order, known, OF_CUSTOMER)
      else first.set(email, order)
      yield
    }
  for (const invoice of invoices.values()) {
    const order = (invoice.draft ? draft_orders : orders).get(invoice.order_id)
    if (order) share(invoice, order, OF_ORDER)
    if (order) shareTexts(invoice, order)
    yield
  }
}

function share<Field extends string>(
  to: Record<Field, unknown>,
  from: Readonly<Record<Field, unknown>>,
  fields: readonly Field[],
): void {
  for (const field of fields)
    if (to[field] !== from[field] && isDeepStrictEqual(to[field], from[field])) to[field] = from[field]
}

/** Equal texts become one: each is as good as the other, and takes its place in memory. */
function shareTexts(invoice: InvoiceRecord, order: PlatformOrder): void {
  for (const [own, orders] of TEXTS) if (invoice[own] === order[orders]) invoice[own] = order[orders]
  if (invoice.updated_at === invoice.created_at) invoice.updated_at = invoice.created_at
}
