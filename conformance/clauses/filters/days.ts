import { instantOf } from '../../judge/watch/shape/values.ts'

const DAY = 86_400_000
/** Days that are asked for, at most: the days of the invoices and their neighbours. */
const MOST_DAYS = 40

export const utcDay = (instant: number): string => new Date(instant).toISOString().slice(0, 10)
export const later = (day: string, days: number): string => utcDay(Date.parse(day) + days * DAY)

/** The days on which invoices were created, as UTC has them. */
export const daysOf = (all: readonly { created_at: string }[]): string[] => [
  ...new Set(all.map(({ created_at }) => utcDay(instantOf(created_at)))),
]

/** Days on which invoices were created, with those before and after, the first and last ones and evenly between. */
export function tellingDays(all: readonly { created_at: string }[]): string[] {
  const near = daysOf(all).flatMap((day) => [later(day, -1), day, later(day, 1)])
  const days = [...new Set(near)].toSorted()
  const step = Math.max(1, Math.floor(days.length / MOST_DAYS))
  return days.filter((_, index) => index % step === 0 || index >= days.length - 3)
}
