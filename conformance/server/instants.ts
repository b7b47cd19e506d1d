/** Days that a year has, as month and day; the last one only a leap year. */
const DAY = [
  String.raw`(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])`,
  '(?:0[13-9]|1[0-2])-(?:29|30)',
  '(?:0[13578]|1[02])-31',
  '02-29',
].join('|')
const TIME = String.raw`(?:[01]\d|2[0-4]):[0-5]\d:(?:[0-5]\d|60)(?:[.,]\d+)?(?:Z|[+-]\d{2}(?::\d{2})?)`
const DATE_TIME = new RegExp(String.raw`^\d{4}-(?:${DAY})T${TIME}$`, 'i')

/** An ISO 8601 date-time with seconds and zone; any precision and any offset (question format.timestamps), its letters in either case, as RFC 3339 reads the standard. */
export const isDateTime = (value: unknown): value is string =>
  typeof value === 'string' && DATE_TIME.test(value) && (!value.startsWith('02-29', 5) || isLeap(value))

const isLeap = (value: string): boolean =>
  new Date(Date.UTC(Number(value.slice(0, 4)), 1, 29)).getUTCMonth() === 1

/** The moment that an ISO 8601 date-time names, in milliseconds; NaN for what is none. Date.parse knows fewer forms. */
export function instantOf(value: unknown): number {
  if (!isDateTime(value)) return Number.NaN
  const plain = value
    .toUpperCase()
    .replace(',', '.')
    .replace(/:60(?=[.Z+-])/, ':59')
    .replace(/([+-]\d{2})$/, '$1:00')
  return Date.parse(plain)
}
