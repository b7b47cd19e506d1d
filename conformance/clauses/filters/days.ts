import { instantOf } from '../../judge/watch/shape/values.ts'

const DAY = 86_400_000
/** Days that are asked for, at most: the days of the invoices and their neighbours. */
const MOST_DAYS = 40

export const utcDay = (instant: number): string => new Date(instant).toISOString().slice(0, 10)
export const later = (day: string, days: number): string => utcDay(Date.parse(day) + days * DAY)

/** The days on which invoices were created, as UTC has them; what is no time is of none. */
export const daysOf = (all: readonly { created_at: string }[]): string[] => [
  ...new Set(
    all
      .map(({ created_at }) => instantOf(created_at))
      .filter((at) => !Number.isNaN(at))
      .map(utcDay),
  ),
]

/** Days that few calendars get right, or that are far away: no invoice is made on them. */
const RARE_DAYS = ['1900-01-01', '1970-01-01', '2000-02-29', '2999-12-31', '9999-12-31']

/** The last day of the year before the newest of these days, and the first of the one after it: where weeks are counted they are of the other year. */
function turnsOfYear(days: readonly string[]): string[] {
  const year = Number(days.at(-1)?.slice(0, 4))
  return Number.isNaN(year) ? [] : [`${year - 1}-12-31`, `${year + 1}-01-01`]
}

/** Days on which invoices were created, with those before and after, the first and last ones and evenly between; and rare ones. */
export function tellingDays(all: readonly { created_at: string }[]): string[] {
  const near = daysOf(all).flatMap((day) => [later(day, -1), day, later(day, 1)])
  const days = [...new Set(near)].toSorted()
  const step = Math.max(1, Math.floor(days.length / MOST_DAYS))
  const evenly = days.filter((_, index) => index % step === 0 || index >= days.length - 3)
  return [...new Set([...evenly, ...turnsOfYear(days), ...RARE_DAYS])]
}

/** Two days around a time, as filters: so many that no time zone matters. */
export function aroundDay(time: string): { created_at_min?: string; created_at_max?: string } {
  const at = instantOf(time)
  if (Number.isNaN(at)) return {}
  return { created_at_min: later(utcDay(at), -2), created_at_max: later(utcDay(at), 2) }
}
