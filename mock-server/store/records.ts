import type { Revised } from '../../scenarios/records.ts'
import type { CustomerDetail, InvoiceDetail, Settings, Template } from '../../schemas/types.ts'

export type { BulkActionRecord, DocumentKind, DocumentRecord, EmailRecord } from '../../scenarios/records.ts'

/** An invoice with what the API does not show of it. */
export interface InvoiceRecord extends InvoiceDetail, Revised {
  /** The platform order or draft order it was made from. */
  order_id: number
  draft: boolean
}

export type TemplateRecord = Template & Revised

export type SettingsRecord = Settings & Revised

/** A customer with addresses. */
export type CustomerRecord = CustomerDetail

/** A replaced revision that documents still refer to. */
export type Revision = InvoiceRecord | TemplateRecord | SettingsRecord

/** What a replaced revision is filed under; the id of the settings is 0. */
export const revisionKey = (
  what: 'invoice' | 'template' | 'settings',
  id: number,
  revision: number,
): string => `${what}:${id}:${revision}`
