import { isObject } from '../../server/client/exchange.ts'
import { sameValue } from '../same-value.ts'

/** A place where a record is not as expected. */
export interface Lack {
  /** From the record: `customer.email`. */
  path: string
  expected: unknown
  got: unknown
}

/** A record with a JSON merge patch applied, as far as the suite uses them: without nulls. */
export function merged(record: unknown, patch: unknown): unknown {
  if (!isObject(record) || !isObject(patch)) return patch
  const given = Object.entries(patch).map(([field, value]) => [field, merged(record[field], value)])
  return { ...record, ...Object.fromEntries(given) }
}

/** What a record does not show of what is expected; what it shows besides does not matter. */
export function lacking(expected: unknown, shown: unknown, path: readonly string[] = []): Lack[] {
  if (typeof expected !== 'object' || expected === null)
    return isSame(path, expected, shown) ? [] : [{ path: path.join('.'), expected, got: shown }]
  if (Array.isArray(expected)) return lackingOf(expected, shown, path)
  return Object.entries(expected).flatMap(([field, value]) =>
    lacking(value, memberOf(shown, field), [...path, field]),
  )
}

/** The same of lines. Nothing says in which order they stand: each may be any that no other is, its own place first. */
function lackingOf(expected: readonly unknown[], shown: unknown, path: readonly string[]): Lack[] {
  const left = new Map(Array.isArray(shown) ? shown.entries() : [])
  const isAt = (line: unknown, place: number) =>
    left.has(place) && lacking(line, left.get(place)).length === 0
  const strays = [...expected.entries()].filter(([at, line]) => !isAt(line, at) || !left.delete(at))
  const missing = strays.flatMap(([at, line]) => {
    const found = [...left.keys()].find((place) => isAt(line, place))
    if (found !== undefined) left.delete(found)
    const other = left.has(at) ? left.get(at) : [...left.values()][0]
    return found === undefined ? lacking(line, other, [...path, String(at)]) : []
  })
  return [...missing, ...lacking(expected.length, memberOf(shown, 'length'), [...path, 'length'])]
}

/** What a draft order need not have, whatever its platform takes. */
const OF_ORDERS = ['order_number', 'processed_at', 'fulfillment_status']

/** The same of the invoice of an order, or of a draft order: that says nothing of what only orders have (question nullable). */
export const lackingIn = (expected: unknown, invoice: unknown, draft: boolean): Lack[] =>
  lacking(expected, invoice).filter(({ path, got }) => !(draft && got == null && OF_ORDERS.includes(path)))

/** What is lacking as it should be, or as it was got. */
export const lacksInWords = (lacks: readonly Lack[], which: 'expected' | 'got'): string =>
  lacks
    .map((lack) => `${lack.path} ${JSON.stringify(lack[which])}`)
    .join(', ')
    .slice(0, 600)

const memberOf = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined

/** Amounts compare as numbers, countries by name or code; codes of digits, such as 01067, are no numbers. */
function isSame(path: readonly string[], expected: unknown, shown: unknown): boolean {
  if (expected === '' && shown == null) return true
  const field = path.at(-1) ?? ''
  if (CODES_OF_DIGITS.includes(field) && isOfDigits(expected) && isOfDigits(shown)) return expected === shown
  return sameValue(expected, shown) || (field === 'country' && mayBeCountry(expected, shown))
}

const CODES_OF_DIGITS: readonly string[] = ['zip', 'sku']

const isOfDigits = (value: unknown): boolean => typeof value === 'string' && /^\d+$/.test(value)

/** A form that is not known here, of three letters or in another language, can be any country. */
function mayBeCountry(expected: unknown, shown: unknown): boolean {
  const code = countryCode(shown)
  if (typeof code !== 'string' || code === '') return false
  return /^[A-Z]{2}$/.test(code) ? code === countryCode(expected) : true
}

const NAMES = new Intl.DisplayNames('en', { type: 'region' })
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const CODES = new Map(
  LETTERS.flatMap((a) => LETTERS.map((b) => [NAMES.of(a + b)?.toLowerCase(), a + b] as const)),
)

function countryCode(country: unknown): unknown {
  return typeof country === 'string' ? (CODES.get(country.toLowerCase()) ?? country.toUpperCase()) : country
}
