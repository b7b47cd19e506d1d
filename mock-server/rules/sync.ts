import { isDeepStrictEqual } from 'node:util'
import { orderTotals } from '../../schemas/commerce/totals.ts'
import type { Dialect } from '../../schemas/dialect.ts'
import type { InvoiceDetail, PlatformDraftOrder, PlatformOrder } from '../../schemas/types.ts'
import type { InvoiceRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Context } from './context.ts'
import { replaceInvoice } from './revisions.ts'
import { touched } from './timestamps.ts'

/** What of an invoice comes from its order. */
export type SyncedContent = Omit<
  InvoiceDetail,
  'id' | 'slug' | 'number' | 'invoice_type' | 'created_at' | 'updated_at'
>

/** What an invoice of this order shows (clause create.from-order). */
export function syncedContent(order: PlatformOrder): SyncedContent {
  const { tax_lines, total_price } = orderTotals(order)
  return {
    total_price,
    currency: order.currency,
    financial_status: order.financial_status,
    fulfillment_status: order.fulfillment_status,
    order_name: order.name,
    order_number: order.number,
    processed_at: order.processed_at,
    note: order.note,
    customer: order.customer,
    billing_address: order.billing_address,
    shipping_address: order.shipping_address,
    line_items: order.line_items,
    tax_lines,
  }
}

/** The order that an invoice is made from, if the platform still has it. */
export function orderOf(
  store: Store,
  { order_id, draft }: Pick<InvoiceRecord, 'order_id' | 'draft'>,
): PlatformOrder | PlatformDraftOrder | undefined {
  return draft ? store.draft_orders.get(order_id) : store.orders.get(order_id)
}

/** What an order's invoice becomes: a quote or pro-forma when it is a draft (clause create.draft-type). */
export function typeOfInvoice(
  order: PlatformOrder | PlatformDraftOrder,
  draftType: Dialect['create.draft_type'],
): InvoiceRecord['invoice_type'] {
  if (!('invoice_type' in order)) return 'invoice'
  return draftType === 'as_draft_order' ? order.invoice_type : draftType
}

/** Takes over what the order says now (clause regenerate.resyncs); without an edit only updated_at changes. */
export function resync(
  { store, world, dialect }: Context,
  invoice: InvoiceRecord,
  order: PlatformOrder | PlatformDraftOrder,
): InvoiceRecord {
  const invoice_type = invoice.draft
    ? typeOfInvoice(order, dialect['create.draft_type'])
    : invoice.invoice_type
  const synced = { ...invoice, ...syncedContent(order), invoice_type }
  const edited = !isDeepStrictEqual(synced, invoice)
  return replaceInvoice(store, {
    ...synced,
    updated_at: touched(world, invoice.updated_at),
    revision: edited ? invoice.revision + 1 : invoice.revision,
  })
}
