import type { ClauseId } from '../../../schemas/clauses.ts'
import { valuesOf as valuesOfField } from '../../../schemas/resources.ts'
import { isOneOf, keysOf } from '../../../schemas/tables.ts'
import type { InvoiceSummary, ListInvoicesQuery } from '../../../schemas/types.ts'
import { instantOf, isDateTime } from '../../judge/watch/shape/values.ts'
import { later, utcDay } from './days.ts'

/** The filters that keep the invoices of one value: a new one does not compile until it is a line here, or of those by day. */
export const VALUE_FILTERS = {
  invoice_type: 'list.filter-invoice-type',
  financial_status: 'list.filter-financial-status',
} as const satisfies Record<Exclude<keyof ListInvoicesQuery, 'page' | 'per_page' | DayFilter>, ClauseId>

interface KeptDays {
  clause: ClauseId
  /** Which day an invoice is of is up to the time zone of the server. */
  keeps(own: string, day: string): boolean
  /** Keeps no less a day later (1), or a day earlier (-1). */
  widens: 1 | -1
}

/** The filters that keep the invoices of a day and of those after it, or before. */
export const DAY_FILTERS = {
  created_at_min: { clause: 'list.filter-created-min', keeps: (own, day) => own >= day, widens: -1 },
  created_at_max: { clause: 'list.filter-created-max', keeps: (own, day) => own <= day, widens: 1 },
} as const satisfies Record<string, KeptDays>

export type ValueFilter = keyof typeof VALUE_FILTERS
export type DayFilter = keyof typeof DAY_FILTERS

export const FILTERS = [...keysOf(VALUE_FILTERS), ...keysOf(DAY_FILTERS)]

/** What a list is asked to keep. */
export type Query = Readonly<Record<string, string>>

/** The values that a filter takes, from the query's schema. */
export const valuesOf = (filter: ValueFilter): string[] => valuesOfField('queries/list-invoices', filter)

const SOME_DAY = '2000-01-01'

/** Each filter by itself, for some value, whatever the store holds. */
export const eachAlone = (): Query[] =>
  FILTERS.map((filter) => ({
    [filter]: isDayFilter(filter) ? SOME_DAY : (valuesOf(filter)[0] ?? ''),
  }))

/** Each value of one filter with each value of another. */
export function valuePairs(): Query[] {
  const names = keysOf(VALUE_FILTERS)
  return names.flatMap((one, at) => names.slice(at + 1).flatMap((other) => pairsOf(one, other)))
}

const pairsOf = (one: ValueFilter, other: ValueFilter): Query[] =>
  valuesOf(one).flatMap((a) => valuesOf(other).map((b) => ({ [one]: a, [other]: b })))

/** Whether filters by value keep an invoice. */
export const isKept = (invoice: InvoiceSummary, query: Query): boolean =>
  keysOf(VALUE_FILTERS).every((name) => query[name] === undefined || query[name] === invoice[name])

/** The filter asked for a value that keeps the invoice, whatever the time zone where there is room of some days. */
export function keeping(filter: ValueFilter | DayFilter, invoice: InvoiceSummary, room: number): Query {
  const { created_at } = invoice
  if (isDayFilter(filter)) {
    const days = DAY_FILTERS[filter].widens * room
    return isDateTime(created_at) ? { [filter]: later(utcDay(instantOf(created_at)), days) } : {}
  }
  return isOneOf(valuesOf(filter), invoice[filter]) ? { [filter]: invoice[filter] } : {}
}

const isDayFilter = (filter: string): filter is DayFilter => filter in DAY_FILTERS
