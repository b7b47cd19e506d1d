import type { ClauseId } from '../../../../schemas/clauses.ts'
import type { SchemaNode } from '../../../../schemas/schema-files.ts'
import { isDateTime } from '../../../server/instants.ts'

export { instantOf, isDateTime } from '../../../server/instants.ts'

/** How a value of a special kind is judged: by its own clause, wherever it stands. */
export interface ValueRule {
  clause: ClauseId
  expected: string
  fits(value: unknown): boolean
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Codes of funds, metals and tests, and newer ones: those that Intl leaves out. */
const MORE_CODES =
  'BOV CHE CHW CLF COU MXV USN UYI UYW VED XAD XAG XAU XBA XBB XBC XBD XCG XPD XPT XSU XTS XUA XXX ZWG'
const CURRENCIES = new Set([...Intl.supportedValuesOf('currency'), ...MORE_CODES.split(' ')])
const INVOICE_TYPES: readonly unknown[] = ['invoice', 'quote', 'pro_forma', 'platform_order']

export const isDecimal = (value: unknown): value is string => typeof value === 'string' && DECIMAL.test(value)
export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)

export const VALUE_RULES = {
  timestamp: { clause: 'shape.timestamps', expected: 'an ISO 8601 date-time string', fits: isDateTime },
  money: { clause: 'shape.money', expected: 'a decimal string', fits: isDecimal },
  currency: {
    clause: 'shape.currency',
    expected: 'an ISO 4217 code',
    fits: (value) => typeof value === 'string' && CURRENCIES.has(value),
  },
  slug: { clause: 'shape.slug', expected: 'a UUID string', fits: isUuid },
  rate: {
    clause: 'shape.tax-rate',
    expected: 'a number, the rate as a decimal fraction (0.2 for 20 percent)',
    fits: (value) => typeof value === 'number' && Math.abs(value) <= 1,
  },
  invoice_type: {
    clause: 'shape.invoice-type',
    expected: `one of ${INVOICE_TYPES.join(', ')}`,
    fits: (value) => INVOICE_TYPES.includes(value),
  },
} as const satisfies Record<string, ValueRule>

const DECIMAL_PATTERN = String.raw`^-?\d+(\.\d+)?$`

/** The rule for a property, by its schema and name; undefined where the resource's own clause judges. */
export function valueRule(name: string, schema: Record<string, unknown>): ValueRule | undefined {
  if (schema['format'] === 'date-time') return VALUE_RULES.timestamp
  if (schema['pattern'] === DECIMAL_PATTERN) return VALUE_RULES.money
  if (name === 'currency') return VALUE_RULES.currency
  if (schema['format'] === 'uuid') return VALUE_RULES.slug
  if (name === 'rate') return VALUE_RULES.rate
  return name === 'invoice_type' ? VALUE_RULES.invoice_type : undefined
}

/** Whether values are of an enum, or of a type, that a property of the resource's own clause has. */
export function fittingPlainly({ type, enum: values }: SchemaNode): (value: unknown) => boolean {
  if (values) return (value) => values.includes(value)
  const types = [type].flat().filter((one) => one !== 'null')
  // Beyond 2^53, as of ids of 64 bits, what is read is another number than what was written.
  if (types.includes('integer')) return Number.isSafeInteger
  // Most are texts, and these are asked for most.
  if (types.join() === 'string') return (value) => typeof value === 'string'
  return (value) => types.some((one) => one === typeof value)
}
