import { instantOf, isDateTime, isDecimal } from '../judge/watch/shape/values.ts'

/**
 * Whether two values of a field say the same: amounts as numbers and times as instants, since nothing demands that
 * two endpoints write them with the same digits or zone (questions format.money, format.timestamps).
 */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (isDateTime(a) && isDateTime(b))
    return Math.abs(instantOf(a) - instantOf(b)) < Math.max(unitOf(a), unitOf(b))
  if (isDecimal(a) && isDecimal(b)) return trimmed(a) === trimmed(b)
  if (!hasMembers(a) || !hasMembers(b)) return false
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => sameValue(a[name], b[name]))
}

/** An object or an array. */
const hasMembers = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Milliseconds of the last digit that a time tells: a time cut or rounded to it lies less than that away. */
function unitOf(time: string): number {
  const digits = /[.,](\d+)/.exec(time)?.[1]
  // Seconds with a fraction of zeros may well be whole ones.
  return digits === undefined || /^0+$/.test(digits) ? 1000 : Math.max(1, 10 ** (3 - digits.length))
}

/** A decimal string without zeros that say nothing. */
function trimmed(decimal: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.')
  const digits = fraction.replace(/0+$/, '')
  return `${whole.replace(/^(-?)0+(?=\d)/, '$1')}${digits === '' ? '' : `.${digits}`}`
}
