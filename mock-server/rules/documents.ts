import { SHOWN_SETTINGS, type DocumentSource } from '../documents/source.ts'
import type { DocumentRecord, InvoiceRecord, TemplateRecord } from '../store/records.ts'
import { settingsOf, type Store } from '../store/store.ts'
import type { DocumentChoice } from './invoice-or-packing-slip.ts'
import type { Context } from './context.ts'
import { shedDocuments } from './history.ts'
import { madeFrom } from './revisions.ts'
import { timestamp } from './timestamps.ts'

/** Makes a document of an invoice as it is now, and adds it to the invoice's history. */
export function makeDocument(
  context: Context,
  invoice: InvoiceRecord,
  { kind, template }: DocumentChoice,
  at: number = context.world.now(),
): DocumentRecord {
  const { store, nextId } = context
  const document: DocumentRecord = {
    id: nextId(),
    invoice_id: invoice.id,
    kind,
    template_id: template.id,
    made_from: {
      invoice: invoice.revision,
      template: template.revision,
      settings: settingsOf(store).revision,
    },
    tax_number: taxNumberOf(store, invoice),
    issued_at: timestamp(at),
  }
  store.documents.set(document.id, document)
  // One that is alone is the newest, of a template that there is.
  if (store.indexes.documentsByInvoice.count(invoice.id) > 1) shedDocuments(context, invoice.id)
  return document
}

/** The last document made by this choice if nothing that it shows changed since (question pdf.freshness), else a new one. */
export function currentDocument(
  context: Context,
  invoice: InvoiceRecord,
  choice: DocumentChoice,
): DocumentRecord {
  const last = context.store.indexes.documentsByInvoice
    .all(invoice.id)
    .findLast(({ kind, template_id }) => kind === choice.kind && template_id === choice.template.id)
  const fresh =
    last?.made_from.invoice === invoice.revision &&
    last.made_from.template === choice.template.revision &&
    showsSettings(context.store, last)
  return last && fresh ? last : makeDocument(context, invoice, choice)
}

/** Whether the settings that a document shows are still as they were. */
function showsSettings(store: Store, document: DocumentRecord): boolean {
  const now = settingsOf(store)
  if (document.made_from.settings === now.revision) return true
  const { settings: then } = madeFrom(store, document)
  return SHOWN_SETTINGS.every((name) => then[name] === now[name])
}

/** What a stored document is drawn from: the records as they were when it was made. */
export function documentSource(store: Store, document: DocumentRecord): DocumentSource {
  const { invoice, template, settings } = madeFrom(store, document)
  return {
    kind: titleKind(document, invoice, template),
    invoice,
    template,
    settings,
    ...(document.tax_number === '' ? {} : { tax_number: document.tax_number }),
    issued_at: document.issued_at,
  }
}

/** What a stored document is. */
export function kindOf(store: Store, document: DocumentRecord): DocumentSource['kind'] {
  const { invoice, template } = madeFrom(store, document)
  return titleKind(document, invoice, template)
}

function titleKind(
  { kind }: DocumentRecord,
  { invoice_type }: InvoiceRecord,
  { template_type }: TemplateRecord,
): DocumentSource['kind'] {
  if (kind === 'packing_slip') return 'packing_slip'
  if (template_type === 'credit_note') return 'credit_note'
  return invoice_type === 'platform_order' ? 'invoice' : invoice_type
}

/** The tax number of the store's customer with the invoice's email address; empty when there is none. */
function taxNumberOf(store: Store, { customer }: InvoiceRecord): string {
  const customers = store.indexes.customersByEmail.all(customer.email.toLowerCase())
  return customers.find(({ tax_number }) => tax_number !== '')?.tax_number ?? ''
}
