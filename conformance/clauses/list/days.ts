import type { InvoiceSummary } from '../../../schemas/types.ts'
import type { Law } from '../../judge/law.ts'
import { instantOf, isDateTime } from '../../judge/watch/shape/values.ts'
import { allInvoices } from './listing.ts'
import type { DateSight } from './time-zones.ts'

const DAY = 86_400_000
/** Days that are asked for, at most: the days of the invoices and their neighbours. */
const MOST_DAYS = 40

export type DateFilter = DateSight['filter']

export const utcDay = (instant: number): string => new Date(instant).toISOString().slice(0, 10)
export const later = (day: string, days: number): string => utcDay(Date.parse(day) + days * DAY)

/** The invoices that tell when they were created. */
export async function datedInvoices(law: Law): Promise<InvoiceSummary[]> {
  return (await allInvoices(law)).filter(({ created_at }) => isDateTime(created_at))
}

/** Days on which invoices were created, with those before and after, the first and last ones and evenly between. */
export function tellingDays(all: readonly InvoiceSummary[]): string[] {
  const own = all.map(({ created_at }) => utcDay(instantOf(created_at)))
  const days = [...new Set(own.flatMap((day) => [later(day, -1), day, later(day, 1)]))].toSorted()
  const step = Math.max(1, Math.floor(days.length / MOST_DAYS))
  return days.filter((_, index) => index % step === 0 || index >= days.length - 3)
}

/** What a date filter made of each invoice. */
export function sightsOf(
  filter: DateFilter,
  day: string,
  found: readonly { id: number }[],
  all: readonly InvoiceSummary[],
): DateSight[] {
  const kept = new Set(found.map(({ id }) => id))
  return all.map(({ id, created_at }) => ({
    filter,
    day,
    instant: instantOf(created_at),
    kept: kept.has(id),
  }))
}
