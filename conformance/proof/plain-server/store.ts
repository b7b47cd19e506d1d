import type { Answers } from './answers.ts'
import type { Quota } from './rate-limit.ts'

/** A text that may be unset. */
export type Text = string | null
/** A scalar field of a template, a customer or the settings. */
export type Value = string | number | boolean | null
export type Values = Record<string, Value>

export type InvoiceType = 'invoice' | 'quote' | 'pro_forma' | 'platform_order'
export type DocumentKind = 'invoice' | 'packing_slip'

export interface Person {
  id: number
  email: Text
  first_name: Text
  last_name: Text
}

export type Address = Record<(typeof ADDRESS_FIELDS)[number], Text>
export const ADDRESS_FIELDS = [
  'first_name',
  'last_name',
  'company',
  'address1',
  'address2',
  'city',
  'province',
  'country',
  'zip',
  'phone',
] as const

/** A platform order or draft order; amounts are thousandths of the currency, times milliseconds. */
export interface Order {
  id: number
  name: string
  number: number
  processed_at: number
  currency: string
  financial_status: string
  fulfillment_status: Text
  note: Text
  invoice_type: InvoiceType
  customer: Person
  billing_address: Address | null
  shipping_address: Address | null
  line_items: { title: string; variant_title: Text; quantity: number; price: number; sku: Text }[]
  tax_lines: { title: string; rate: number; price: number }[]
}

export interface Invoice {
  readonly id: number
  readonly slug: string
  readonly number: string
  readonly type: InvoiceType
  readonly draft: boolean
  readonly createdAt: number
  updatedAt: number
  /** The order as it was when the invoice was last synced. */
  order: Order
  lastTemplate: number | null
}

/** A template or customer: what can be written, and what the service alone sets. */
export interface Row {
  readonly id: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly values: Values
  readonly outputOnly: Values
  readonly addresses: (Address & { id: number; address_type: string })[]
}

export interface Email {
  to: string
  slug: string
  template_id: number | null
  queued_at: string
  /** When the mailbox has it, in milliseconds. */
  arrives: number
}

/** A PDF as it was made once; `source` tells whether a new one would differ. */
export interface StoredDocument {
  readonly id: string
  readonly key: string
  readonly source: string
  readonly bytes: Buffer
}

export interface Bulk {
  /** The answer to its request. */
  readonly shown: object
  finish(): void
}

/** The shop that owns a key, with everything that is its own. */
export interface Store {
  readonly name: string
  readonly apiKey: string
  readonly plan: 'paid' | 'free'
  readonly quota: Quota
  readonly orders: Map<number, Order>
  readonly draftOrders: Map<number, Order>
  readonly invoices: Map<string, Invoice>
  readonly templates: Map<number, Row>
  readonly customers: Map<number, Row>
  settings: Values
  readonly emails: Email[]
  /** The current document of each invoice, kind and template. */
  readonly documents: Map<string, StoredDocument>
  bulk: Bulk | null
}

/** One running server. */
export interface World {
  readonly answers: Answers
  readonly stores: Store[]
  readonly secret: string
  /** Every document that a download URL was ever signed for, with the store it belongs to. */
  readonly downloads: Map<string, { store: Store; document: StoredDocument }>
  /** Where the API and the downloads are reached, e.g. `http://127.0.0.1:4010`. */
  readonly origins: { api: string; files: string }
  /** Why edits of orders were refused. */
  readonly refusedEdits: string[]
  nextId(): number
}

/** One authenticated request of an operation; `key` is the path's id or slug. */
export interface Call {
  readonly world: World
  readonly store: Store
  readonly key: string
  readonly query: URLSearchParams
  readonly hasBody: boolean
  /** The parsed body; refused when it is no JSON. */
  body(): unknown
}
