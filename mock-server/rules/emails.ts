import type { SendInvoiceEmailRequest, Settings } from '../../schemas/types.ts'
import type { EmailRecord, InvoiceRecord } from '../store/records.ts'
import { settingsOf } from '../store/store.ts'
import { chooseDocument, requestedTemplate } from './invoice-or-packing-slip.ts'
import type { Context } from './context.ts'
import { currentDocument } from './documents.ts'
import { filledIn } from './email-text.ts'
import { findInvoice } from './find.ts'
import { shedEmails } from './history.ts'
import { detailOf } from './invoice-views.ts'
import { Refusal } from '../refusal.ts'
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
  if (invoice.customer.email === '' && { unprocessable: true, queued: false }[dialect['email.no_address']])
    throw new Refusal('unprocessable', { 'customer.email': ['is empty'] })
  const document = currentDocument(
    context,
    invoice,
    chooseDocument(context, 'sendInvoiceEmail', invoice.draft, { template_id }),
  )
  const email: EmailRecord = {
    id: nextId(),
    to: invoice.customer.email,
    ...envelope(settingsOf(store)),
    slug: invoice.slug,
    template_id: template?.id ?? null,
    ...content(invoice, settingsOf(store), context),
    document_id: document.id,
    queued_at: timestamp(world.now()),
  }
  store.emails.set(email.id, email)
  shedEmails(store)
  return email
}

/** Who sends it, and who gets a copy without being seen. */
function envelope({ email, invoice_from_email, invoice_bcc, invoice_bcc_email }: Settings) {
  return {
    from: invoice_from_email || email,
    bcc: invoice_bcc && invoice_bcc_email ? invoice_bcc_email : null,
  }
}

/** The texts of the settings, filled in with what the API shows of invoice and settings. */
function content(invoice: InvoiceRecord, settings: Settings, { dialect }: Context) {
  const detail = detailOf(invoice, dialect)
  const values = { invoice: detail, customer: detail.customer, settings }
  return {
    subject: filledIn(settings.email_subject_template, values),
    body: filledIn(settings.email_body_template, values),
  }
}
