import type { Dialect } from '../../schemas/dialect.ts'

/**
 * An ISO 8601 date-time in another zone and precision (question format.timestamps); as it is where the year there has
 * not four digits, as no date-time says it then.
 */
export function formatTimestamp(iso: string, { offset, digits }: Dialect['format.timestamps']): string {
  const local = new Date(Date.parse(iso) + minutesOf(offset) * 60_000)
  if (Number.isNaN(local.getTime())) return iso
  const [, seconds, fraction = ''] = /^(\d{4}-.*)\.(\d{3})Z$/.exec(local.toISOString()) ?? []
  if (seconds === undefined) return iso
  return `${seconds}${digits === 0 ? '' : `.${fraction.padEnd(digits, '0')}`}${offset}`
}

function minutesOf(offset: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}
