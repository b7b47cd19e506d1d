import type { Fields, RecordKind } from './record-kind.ts'

/** A field that a server fills in by itself at most with something of its own. */
export const TELLING = { template: 'invoice_number_prefix', customer: 'tax_number' } as const

const DEMANDED: Readonly<Record<RecordKind['one'], readonly string[]>> = {
  template: ['name', 'template_type'],
  customer: ['email', 'first_name', 'last_name'],
}

/** What of an input a server may demand, and nothing else. */
export const demanded = ({ one }: RecordKind, input: Fields): Fields =>
  Object.fromEntries(Object.entries(input).filter(([field]) => DEMANDED[one].includes(field)))
