import { keysOf } from './tables.ts'
import type { SchemaName } from './types.ts'

/** Fields of one schema, sorted by whether their values identify or reach a person. */
interface SortedFields {
  readonly personal: readonly string[]
  readonly other: readonly string[]
}

const ADDRESS: SortedFields = {
  personal: ['first_name', 'last_name', 'company', 'address1', 'address2', 'city', 'zip', 'phone'],
  // A region or a country alone identifies nobody.
  other: ['province', 'country'],
}

const ORDER_FIELDS = ['id', 'currency', 'financial_status', 'fulfillment_status', 'processed_at']

const CUSTOMER: SortedFields = {
  personal: ['email', 'first_name', 'last_name', 'phone', 'tax_number', 'eori_number'],
  other: ['id', 'tags', 'platform_customer_id', 'created_at', 'updated_at'],
}

const ORDER: SortedFields = {
  personal: ['note'],
  other: [
    ...ORDER_FIELDS,
    'name',
    'number',
    'customer',
    'billing_address',
    'shipping_address',
    'line_items',
    'tax_lines',
  ],
}

const INVOICE_FIELDS = [
  'id',
  'slug',
  'number',
  'invoice_type',
  'total_price',
  'currency',
  'financial_status',
  'order_name',
  'created_at',
  'updated_at',
]

const PERSON: SortedFields = { personal: ['email', 'first_name', 'last_name'], other: ['id'] }

/** Every schema of a record about a customer of the store, with all its fields sorted. */
export const SORTED_FIELDS = {
  'resources/customer': CUSTOMER,
  'resources/customer-detail': { personal: CUSTOMER.personal, other: [...CUSTOMER.other, 'addresses'] },
  'resources/customer-input': { personal: CUSTOMER.personal, other: ['tags'] },
  'resources/customer-address': {
    personal: ADDRESS.personal,
    other: ['id', 'address_type', ...ADDRESS.other],
  },
  'resources/address': ADDRESS,
  'resources/invoice-customer': PERSON,
  'resources/invoice-summary': {
    personal: ['customer_name', 'customer_email'],
    other: INVOICE_FIELDS,
  },
  'resources/invoice-detail': {
    // A note is free text, which often names or describes a person.
    personal: ['note'],
    other: [
      ...INVOICE_FIELDS,
      'fulfillment_status',
      'order_number',
      'processed_at',
      'customer',
      'billing_address',
      'shipping_address',
      'line_items',
      'tax_lines',
    ],
  },
  'platform/address': ADDRESS,
  'platform/customer': PERSON,
  'platform/order': ORDER,
  'platform/draft-order': { personal: ORDER.personal, other: [...ORDER.other, 'invoice_type'] },
  'desk/shown-email': {
    personal: ['to'],
    // The store's own addresses are no personal data of a customer.
    other: [
      'id',
      'store',
      'from',
      'bcc',
      'slug',
      'template_id',
      'subject',
      'body',
      'attachment',
      'queued_at',
    ],
  },
} as const satisfies Partial<Record<SchemaName, SortedFields>>

/** Parameters of searches, which often hold the name or the email of a customer. */
export const SEARCH_PARAMETERS: readonly string[] = ['q', 'search']

/** Every personal field, with the word by which masks name it: `customer_email` is an `email`. */
export const PERSONAL_FIELDS: ReadonlyMap<string, string> = new Map(
  keysOf(SORTED_FIELDS)
    .flatMap((name) => SORTED_FIELDS[name].personal)
    .map((field) => [field, wordOf(field)]),
)

function wordOf(field: string): string {
  return field === 'to' ? 'email' : field.replace(/^customer_/, '').replaceAll('_', '-')
}
