import type { InvoiceDetail, Settings, Template } from '../../schemas/types.ts'

/** What a document is; all but the packing slip speak of money. */
export type DocumentKind = 'invoice' | 'quote' | 'pro_forma' | 'credit_note' | 'packing_slip'

/** Settings that documents show, by their words or by their look. */
export const SHOWN_SETTINGS = [
  'business_name',
  'email',
  'phone_number',
  'address1',
  'address2',
  'address3',
  'address4',
  'tax_id',
  'tax_id_title',
  'tax_office_name',
  'invoice_title',
  'draft_invoice_title',
  'credit_note_title',
  'packing_slip_title',
  'locale',
  'datetime_format',
  'default_due_days',
  'footer_message',
  'facebook_url',
  'instagram_url',
  'twitter_url',
] as const satisfies readonly (keyof Settings)[]

/** All data that a document shows. The same source always renders to the same bytes in one JavaScript runtime. */
export interface DocumentSource {
  kind: DocumentKind
  invoice: InvoiceDetail
  template: Template
  /** Settings that documents may show. */
  settings: Pick<Settings, (typeof SHOWN_SETTINGS)[number]>
  /** Tax number of the customer with the email address of the invoice. */
  tax_number?: string
  /** Time of rendering in its metadata, an ISO 8601 date-time. The document shows the date on which the invoice was created. */
  issued_at: string
}

// Records come from scenario files and platform edits as well as from the API: anything may be missing in them.

/** A text field, empty when it is missing. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? String(value).trim()
    : ''

/** A list field, empty when it is missing, without missing members. */
export const listOf = <T>(value: readonly T[] | null | undefined): T[] =>
  Array.isArray(value) ? value.filter((item) => item !== null && item !== undefined) : []

/** A number field that must lie between two bounds, or its default when it is no number. */
export const within = (value: unknown, least: number, most: number, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(value, least), most) : otherwise

/** The number as documents show it; a prefix that it begins with already is not put before it again. */
export function numberOf({ invoice, template }: DocumentSource): string {
  const number = textOf(invoice.number)
  const prefix = textOf(template.invoice_number_prefix)
  return number === '' || number.startsWith(prefix) ? number : prefix + number
}
