import type { Dialect } from '../../schemas/dialect.ts'
import { valuesOf } from '../../schemas/resources.ts'
import { keysOf } from '../../schemas/tables.ts'
import type { ListInvoicesQuery } from '../../schemas/types.ts'
import type { Wanted } from '../store/groups.ts'
import type { Facet } from '../store/store.ts'
import { Refusal, type FieldErrors } from '../refusal.ts'
import type { PagingQuery } from './paginate.ts'

type FilterName = Exclude<keyof ListInvoicesQuery, keyof PagingQuery>

/** Filters of the invoice list as they were sent. */
export type FilterQuery = { readonly [name in FilterName]?: string | undefined }

/** What a filter asks of an invoice. */
interface Filter {
  /** The value that the field must have, or the first or last moment of creation, for a value that was sent; undefined for one that the filter does not know. */
  readonly asked: (value: string) => Asked | undefined
  /** What such a value is told. */
  readonly says: string
}

type Asked = Partial<Wanted<Facet>>

/** What a filter of the contract means; one without a line here does not compile. */
const FILTERS = {
  invoice_type: oneOf('invoice_type'),
  financial_status: oneOf('financial_status'),
  created_at_min: byDay((day) => ({ from: `${day}T00:00:00.000Z` })),
  created_at_max: byDay((day) => ({ to: `${day}T23:59:59.999Z` })),
} satisfies Record<FilterName, Filter>

/**
 * What an invoice must have to be listed: what all filters given ask for (clause list.filter-combination).
 * @param rule asked only where there is an unknown value
 * @returns null when every invoice passes, `none` when no invoice does
 * @throws Refusal unprocessable for unknown values when the rule is to reject them
 */
export function readFilters(
  query: FilterQuery,
  rule: () => Dialect['filters.unknown_value'],
): Wanted<Facet> | 'none' | null {
  const unknown: FieldErrors = {}
  const all: Asked[] = []
  for (const name of keysOf(FILTERS)) {
    const { asked, says } = FILTERS[name]
    const value = query[name]
    if (value === undefined) continue
    const wanted = asked(value)
    if (wanted) all.push(wanted)
    else unknown[name] = [says]
  }
  if (Object.keys(unknown).length > 0 && UNKNOWN[rule()](unknown) === 'none') return 'none'
  return all.length === 0 ? null : together(all)
}

const together = (all: readonly Asked[]): Wanted<Facet> => ({
  ...Object.assign({}, ...all),
  equal: Object.assign({}, ...all.map(({ equal }) => equal)),
})

/** What values that no filter knows make of the others. */
const UNKNOWN: Record<Dialect['filters.unknown_value'], (errors: FieldErrors) => 'none' | 'others'> = {
  nothing_matches: () => 'none',
  ignored: () => 'others',
  rejected: (errors) => {
    throw new Refusal('unprocessable', errors)
  },
}

/** A filter that is called as its field, and whose values its schema lists. */
function oneOf(facet: Facet): Filter {
  const values = valuesOf('queries/list-invoices', facet)
  return {
    asked: (value) => (values.includes(value) ? { equal: { [facet]: value } } : undefined),
    says: `must be one of ${values.join(', ')}`,
  }
}

/** A filter by day; days begin and end in UTC (open question filters.time_zone). */
function byDay(wanted: (day: string) => Asked): Filter {
  return {
    asked: (value) => (isDay(value) ? wanted(value) : undefined),
    says: 'must be a date (YYYY-MM-DD)',
  }
}

/** Whether the text is a day of the calendar: 2026-02-30 is none. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00.000Z`)
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text)
}
