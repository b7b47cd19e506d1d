import type { DocumentQuery } from '../../schemas/types.ts'
import type { InvoiceRecord } from '../store/records.ts'
import { chooseDocument } from './invoice-or-packing-slip.ts'
import type { Context } from './context.ts'
import { makeDocument } from './documents.ts'
import { findInvoice } from './find.ts'
import { Refusal } from '../refusal.ts'
import { orderOf, resync } from './sync.ts'

/**
 * POST /invoices/{slug}/regenerate: takes over what the order says now and makes the document asked for anew; the
 * other document stays as it was (clauses regenerate.resyncs, regenerate.packing-slip).
 * @throws Refusal not-found, or unprocessable when the platform has the order no longer
 */
export function regenerateInvoice(context: Context, slug: string, query: DocumentQuery): InvoiceRecord {
  const invoice = findInvoice(context.store, slug)
  const choice = chooseDocument(context, 'regenerateInvoice', invoice.draft, query)
  const order = orderOf(context.store, invoice)
  if (!order) throw new Refusal('unprocessable', { order_id: ['exists no longer on the platform'] })
  const synced = resync(context, invoice, order)
  makeDocument(context, synced, choice)
  return synced
}
