import { fieldsOf } from '../../../../schemas/resources.ts'
import type { SchemaName } from '../../../../schemas/types.ts'

const TIMES = ['created_at', 'updated_at']
const INVOICE = [
  'id',
  'slug',
  'number',
  'invoice_type',
  'total_price',
  'currency',
  'financial_status',
  ...TIMES,
]

/** What the question nullable names: fields that always have a value, wherever their resource is shown. */
const NAMED: Partial<Record<SchemaName, readonly string[]>> = {
  'resources/invoice-summary': INVOICE,
  'resources/invoice-detail': [...INVOICE, 'customer', 'line_items', 'tax_lines'],
  'resources/invoice-customer': ['id'],
  'resources/line-item': ['title', 'quantity', 'price'],
  'resources/tax-line': ['title', 'rate', 'price'],
  'resources/template': ['id', 'name', 'template_type', ...booleansOf('resources/template'), ...TIMES],
  'resources/customer': ['id', ...TIMES],
  'resources/customer-detail': ['id', 'addresses', ...TIMES],
  'resources/customer-address': ['id', 'address_type'],
  'resources/settings': booleansOf('resources/settings'),
  'resources/bulk-action': Object.keys(fieldsOf('resources/bulk-action')),
  'resources/meta': Object.keys(fieldsOf('resources/meta')),
}

/** Whether a field is never null and never absent; of all others that is open. */
export const alwaysHasValue = (name: SchemaName, field: string): boolean =>
  NAMED[name]?.includes(field) ?? false

function booleansOf(name: SchemaName): string[] {
  const fields = Object.entries(fieldsOf(name))
  return fields.filter(([, { type }]) => type === 'boolean').map(([field]) => field)
}
