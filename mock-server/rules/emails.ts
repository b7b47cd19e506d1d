import type { SendInvoiceEmailRequest } from '../../schemas/types.ts'
import type { EmailRecord } from '../store/records.ts'
import { chooseDocument, requestedTemplate } from './choose-document.ts'
import type { Context } from './context.ts'
import { currentDocument } from './documents.ts'
import { findInvoice } from './find.ts'
import { shedEmails } from './history.ts'
import { Refusal } from './refusal.ts'
import { timestamp } from './timestamps.ts'

/**
 * POST /invoices/{slug}/send_email: queues one email to the address that the invoice shows, its document attached
 * (clauses email.mailbox, email.recipient, email.template-used).
 * @throws Refusal not-found, or unprocessable where an invoice without an address is refused
 */
export function sendInvoiceEmail(
  context: Context,
  slug: string,
  { template_id }: SendInvoiceEmailRequest,
): EmailRecord {
  const { store, world, dialect, nextId } = context
  const invoice = findInvoice(store, slug)
  const template = requestedTemplate(context, 'sendInvoiceEmail', template_id)
  if (invoice.customer.email === '' && dialect['email.no_address'] === 'unprocessable')
    throw new Refusal('unprocessable', { 'customer.email': ['is empty'] })
  const document = currentDocument(
    context,
    invoice,
    chooseDocument(context, 'sendInvoiceEmail', invoice.draft, { template_id }),
  )
  const email: EmailRecord = {
    id: nextId(),
    to: invoice.customer.email,
    slug: invoice.slug,
    template_id: template?.id ?? null,
    document_id: document.id,
    queued_at: timestamp(world.now()),
  }
  store.emails.set(email.id, email)
  shedEmails(store)
  return email
}
