import type { ClauseId } from '../../../../schemas/clauses.ts'

/** How a value of a special kind is judged: by its own clause, wherever it stands. */
export interface ValueRule {
  clause: ClauseId
  expected: string
  fits(value: unknown): boolean
}

const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:[.,]\d+)?(?:Z|[+-]\d{2}(?::\d{2})?)$/

/** An ISO 8601 date-time with seconds and zone; any precision and any offset (question format.timestamps). */
export function isDateTime(value: unknown): value is string {
  const parts = typeof value === 'string' ? DATE_TIME.exec(value)?.slice(1).map(Number) : undefined
  if (!parts) return false
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
  const date = new Date(Date.UTC(year, month - 1, day))
  return (
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    hour <= 24 &&
    minute <= 59 &&
    second <= 60
  )
}

/** The moment that an ISO 8601 date-time names, in milliseconds; NaN for what is none. Date.parse knows fewer forms. */
export function instantOf(value: unknown): number {
  if (!isDateTime(value)) return Number.NaN
  const plain = value
    .replace(',', '.')
    .replace(/:60(?=[.Z+-])/, ':59')
    .replace(/([+-]\d{2})$/, '$1:00')
  return Date.parse(plain)
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
    fits: (value) => typeof value === 'string' && /^[A-Z]{3}$/.test(value) && CURRENCIES.has(value),
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
