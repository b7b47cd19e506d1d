import { isDeepStrictEqual } from 'node:util'
import { invoiceOf, typeOf } from '../../schemas/commerce/invoices.ts'
import type { Dialect } from '../../schemas/dialect.ts'
import type { PlatformDraftOrder, PlatformOrder } from '../../schemas/types.ts'
import type { InvoiceRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Context } from './context.ts'
import { replaceInvoice } from './revisions.ts'
import { touched } from './timestamps.ts'

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
  dialect: Dialect,
): InvoiceRecord['invoice_type'] {
  if (!('invoice_type' in order)) return typeOf(order)
  const draftType = dialect['create.draft_type']
  return draftType === 'as_draft_order' ? typeOf(order) : draftType
}

/** Takes over what the order says now (clause regenerate.resyncs); without an edit only updated_at changes. */
export function resync(
  { store, world, dialect }: Context,
  invoice: InvoiceRecord,
  order: PlatformOrder | PlatformDraftOrder,
): InvoiceRecord {
  const invoice_type = invoice.draft ? typeOfInvoice(order, dialect) : invoice.invoice_type
  const synced = { ...invoice, ...invoiceOf(order, { ...invoice, invoice_type }) }
  const edited = !isDeepStrictEqual(synced, invoice)
  return replaceInvoice(store, {
    ...synced,
    updated_at: touched(world, invoice.updated_at),
    revision: edited ? invoice.revision + 1 : invoice.revision,
  })
}
