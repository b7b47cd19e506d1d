import type { OperationId } from '../../schemas/operations.ts'
import type { Call } from '../server/client/call.ts'
import type { Counterparts, Name } from './counterparts.ts'

/** Fields of answers whose values name something, by where they stand, and what they name. */
export type NamingFields = Readonly<Record<string, string>>

/** Those that each server gives as it likes. */
export const NAMING_FIELDS: NamingFields = {
  'invoice.id': 'invoice',
  'invoices.id': 'invoice',
  'invoice.slug': 'slug',
  'invoices.slug': 'slug',
  'invoice.customer.id': 'customer of an invoice',
  'template.id': 'template',
  'templates.id': 'template',
  'customer.id': 'customer',
  'customers.id': 'customer',
  'customer.platform_customer_id': 'platform customer',
  'customers.platform_customer_id': 'platform customer',
  'customer.addresses.id': 'address',
  'bulk_action.id': 'bulk action',
}

/** What the `{id}` in the paths of an operation names. */
const ID_OF: Partial<Record<OperationId, string>> = {
  readTemplate: 'template',
  updateTemplate: 'template',
  deleteTemplate: 'template',
  readCustomer: 'customer',
  updateCustomer: 'customer',
  deleteCustomer: 'customer',
}

/** Fields of paths, queries and bodies that name something, and what. */
const SENT: Readonly<Record<string, string>> = {
  slug: 'slug',
  template_id: 'template',
  invoice_ids: 'invoice',
}

/**
 * The call as it is to be sent there: what it names is called as it is called there, as far as that is known, and all
 * else stays. Orders are of the kind `order` or `draft order`, by the flag `draft`.
 */
export function callThere(operation: OperationId, call: Call, counterparts: Counterparts): Call {
  const translate = <Fields extends object>(fields: Fields): Fields =>
    // The fields are the same, and each value is of the type that it was of.
    Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [
        field,
        named(kindOf(operation, field, fields), value, counterparts),
      ]),
    ) as Fields
  const { params, query, body } = call
  return {
    ...call,
    ...(params && { params: translate(params) }),
    ...(query && { query: translate(query) }),
    ...(isFields(body) && { body: translate(body) }),
  }
}

const isFields = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && !Array.isArray(body)

function kindOf(operation: OperationId, field: string, fields: object): string | undefined {
  if (field === 'id') return ID_OF[operation]
  if (field === 'order_id') return 'draft' in fields && fields.draft === true ? 'draft order' : 'order'
  return SENT[field]
}

function named(kind: string | undefined, value: unknown, counterparts: Counterparts): unknown {
  if (kind === undefined) return value
  if (Array.isArray(value)) return value.map((one) => named(kind, one, counterparts))
  if (!isName(value)) return value
  const there = counterparts.there(kind, value) ?? value
  // A number that is given as a text stays one.
  return typeof value === 'string' ? String(there) : there
}

export const isName = (value: unknown): value is Name =>
  typeof value === 'string' || typeof value === 'number'
