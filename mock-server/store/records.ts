import type { CustomerDetail, InvoiceDetail, Settings, Template } from '../../schemas/types.ts'

/** An invoice with what the API does not show of it. */
export interface InvoiceRecord extends InvoiceDetail {
  /** The platform order or draft order it was made from. */
  order_id: number
  draft: boolean
  /** Counts the changes; documents name the revision they were made from. */
  revision: number
}

export interface TemplateRecord extends Template {
  revision: number
}

export interface SettingsRecord extends Settings {
  revision: number
}

/** A customer with addresses. */
export type CustomerRecord = CustomerDetail

/** The invoice itself (quote, pro-forma) or the packing slip of its order (specification §1.4). */
export type DocumentKind = 'invoice' | 'packing_slip'

/** A document that was made: what it was made from, never its bytes. */
export interface DocumentRecord {
  id: number
  invoice_id: number
  kind: DocumentKind
  template_id: number
  /** Revisions it was made from, kept in `revisions` once replaced. */
  made_from: { invoice: number; template: number; settings: number }
  tax_number: string
  issued_at: string
}

/** An email that send_email queued; the mock sends none. */
export interface EmailRecord {
  id: number
  to: string
  from: string
  /** Who gets a copy unseen; null for nobody. */
  bcc: string | null
  slug: string
  /** The template that was asked for. */
  template_id: number | null
  subject: string
  body: string
  /** The document that is attached; emails of earlier versions don't say. */
  document_id?: number
  queued_at: string
}

/** A bulk action; how far it is follows from the clock. */
export interface BulkActionRecord {
  id: number
  /** Invoices of the store, each once, in the order in which their documents are stored. */
  invoice_ids: number[]
  /** null: each invoice's default template. */
  template_id: number | null
  total_count: number
  started_at: string
  /** When it ended, by the clock or by the admin API; null while its documents are being stored. */
  ended_at: string | null
}

/** A replaced revision that documents still refer to. */
export type Revision = InvoiceRecord | TemplateRecord | SettingsRecord
