import { invoiceOf } from '../../schemas/commerce/invoices.ts'
import type { CreateInvoiceRequest, PlatformDraftOrder, PlatformOrder } from '../../schemas/types.ts'
import type { InvoiceRecord } from '../store/records.ts'
import { invoicesByOrder, settingsOf } from '../store/store.ts'
import { chooseDocument } from './invoice-or-packing-slip.ts'
import type { Context } from './context.ts'
import { currentDocument } from './documents.ts'
import { numbered } from './numbering.ts'
import { Refusal } from '../refusal.ts'
import { newSlug } from './slug.ts'
import { orderOf, resync, typeOfInvoice } from './sync.ts'
import { timestamp } from './timestamps.ts'

/** The invoice of an order, and whether it was there already. */
export interface CreatedInvoice {
  invoice: InvoiceRecord
  existed: boolean
}

/**
 * POST /invoices: makes the invoice of an order, or finds the one that it has (clauses create.from-order,
 * create.returns-existing). Nothing waits in between, so that of simultaneous requests one makes it.
 * @throws Refusal unprocessable for an order or a template that the store does not have; then nothing was made
 */
export function createInvoice(context: Context, request: CreateInvoiceRequest): CreatedInvoice {
  const { order_id, draft = false, generate_pdf = true } = request
  const choice = chooseDocument(context, 'createInvoice', draft, request)
  const existing = invoicesByOrder(context.store, draft).first(order_id)
  const order = orderOf(context.store, { order_id, draft })
  const invoice = existing ? returned(context, existing, order) : issue(context, order, draft)
  if (generate_pdf) currentDocument(context, invoice, choice)
  return { invoice, existed: existing !== undefined }
}

/** The existing invoice as it is, unless the dialect re-syncs it. */
function returned(
  context: Context,
  existing: InvoiceRecord,
  order: PlatformOrder | PlatformDraftOrder | undefined,
): InvoiceRecord {
  return order && context.dialect['create.existing_resync'] ? resync(context, existing, order) : existing
}

function issue(
  { store, world, dialect, nextId }: Context,
  order: PlatformOrder | PlatformDraftOrder | undefined,
  draft: boolean,
): InvoiceRecord {
  if (!order) throw new Refusal('unprocessable', { order_id: [`is no ${draft ? 'draft order' : 'order'}`] })
  const settings = settingsOf(store)
  const { number, next_invoice_number } = numbered(settings)
  const now = timestamp(world.now())
  const own = {
    id: nextId(),
    slug: newSlug(world, dialect),
    number,
    invoice_type: typeOfInvoice(order, dialect),
    created_at: now,
    updated_at: now,
  }
  // Spread into a literal with fields behind it, an invoice takes thirty times as long to make.
  const invoice: InvoiceRecord = Object.assign(invoiceOf(order, own), {
    order_id: order.id,
    draft,
    revision: 1,
  })
  store.invoices.set(invoice.id, invoice)
  // No document shows the next number, so this is no new revision, and a creation copies no settings.
  store.settings.set('settings', { ...settings, next_invoice_number })
  return invoice
}
