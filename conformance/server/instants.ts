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
