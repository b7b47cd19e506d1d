import type { InvoiceOwn } from '../schemas/commerce/invoices.ts'
import type {
  CustomerDetail,
  PlatformDraftOrder,
  PlatformOrder,
  Settings,
  Template,
} from '../schemas/types.ts'

/** What counts the changes of a record: documents name the one that they were made from. */
export interface Revised {
  revision: number
}

/** An invoice that exists already; what it shows comes from its order. */
export interface IssuedInvoice extends InvoiceOwn {
  order_id: number
  draft: boolean
  /** The order as it was when the invoice was made; among exact records it is left out where it was not edited since. */
  shows?: PlatformOrder
  /** Left out, 1. */
  revision?: number
}

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
  /** Until when URLs that were handed out may lead to it, in milliseconds since 1970; left out, none was. */
  reachable_until?: number
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

/** A bulk action with how many of its documents are stored already, while it is in progress. */
export interface SavedBulkAction extends BulkActionRecord {
  stored_count?: number
}

/** Revisions that were replaced and that documents still refer to. */
export interface SavedRevisions {
  invoices?: IssuedInvoice[]
  templates?: (Template & Partial<Revised>)[]
  settings?: (Settings & Partial<Revised>)[]
}

/** All that a store has, exactly. */
export interface StoreRecords {
  settings: Settings & Partial<Revised>
  templates?: (Template & Partial<Revised>)[]
  customers?: CustomerDetail[]
  orders?: PlatformOrder[]
  draft_orders?: PlatformDraftOrder[]
  invoices?: IssuedInvoice[]
  documents?: DocumentRecord[]
  revisions?: SavedRevisions
  emails?: EmailRecord[]
  bulk_actions?: SavedBulkAction[]
}
