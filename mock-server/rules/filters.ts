import type { Dialect } from '../../schemas/dialect.ts'
import { valuesOf } from '../../schemas/resources.ts'
import { keysOf } from '../../schemas/tables.ts'
import type { InvoiceDetail, ListInvoicesQuery } from '../../schemas/types.ts'
import { Refusal, type FieldErrors } from '../refusal.ts'
import type { PagingQuery } from './paginate.ts'

type FilterName = Exclude<keyof ListInvoicesQuery, keyof PagingQuery>

/** Filters of the invoice list as they were sent. */
export type FilterQuery = { readonly [name in FilterName]?: string | undefined }

type TextField = {
  [Field in keyof InvoiceDetail]: InvoiceDetail[Field] extends string ? Field : never
}[keyof InvoiceDetail]

interface Filter<Field extends TextField = TextField> {
  /** The field of an invoice that it looks at. */
  readonly facet: Field
  /** What that must be for a value; undefined for a value that the filter does not know. */
  readonly asked: (value: string) => ((seen: string) => boolean) | undefined
  /** What such a value is told. */
  readonly says: string
}

/** What a filter of the contract means; one without a line here does not compile. */
const FILTERS = {
  invoice_type: oneOf('invoice_type'),
  financial_status: oneOf('financial_status'),
  created_at_min: byDay('created_at', (day) => (seen) => seen >= `${day}T00:00:00.000Z`),
  created_at_max: byDay('created_at', (day) => (seen) => seen <= `${day}T23:59:59.999Z`),
} satisfies Record<FilterName, Filter>

type Facet = (typeof FILTERS)[FilterName]['facet']

/** What of an invoice filters look at. */
export type Facets = Readonly<Record<Facet, string>>

const FACETS: readonly Facet[] = [...new Set(Object.values(FILTERS).map(({ facet }) => facet))]

/** What filters look at, apart from the rest of the invoice. */
export function facetsOf(invoice: Facets): Facets {
  // FACETS lists each of them.
  return Object.fromEntries(FACETS.map((facet) => [facet, invoice[facet]])) as Facets
}

type Test = (invoice: Facets) => boolean

/**
 * What an invoice must pass to be listed: all filters given (clause list.filter-combination).
 * Empty when every invoice passes.
 * @param rule asked only where there is an unknown value
 * @throws Refusal unprocessable for unknown values when the rule is to reject them
 */
export function readFilters(query: FilterQuery, rule: () => Dialect['filters.unknown_value']): Test[] {
  const unknown: FieldErrors = {}
  const tests = keysOf(FILTERS).flatMap((name): Test[] => {
    const { facet, asked, says } = FILTERS[name]
    const value = query[name]
    if (value === undefined) return []
    const passes = asked(value)
    if (!passes) unknown[name] = [says]
    return passes ? [(invoice) => passes(invoice[facet])] : []
  })
  return Object.keys(unknown).length === 0 ? tests : [...tests, ...UNKNOWN[rule()](unknown)]
}

/** What values that no filter knows add to the tests. */
const UNKNOWN: Record<Dialect['filters.unknown_value'], (errors: FieldErrors) => Test[]> = {
  nothing_matches: () => [() => false],
  ignored: () => [],
  rejected: (errors) => {
    throw new Refusal('unprocessable', errors)
  },
}

/** A filter that is called as its field, and whose values its schema lists. */
function oneOf<Field extends TextField & FilterName>(facet: Field): Filter<Field> {
  const values = valuesOf('queries/list-invoices', facet)
  return {
    facet,
    asked: (value) => (values.includes(value) ? (seen) => seen === value : undefined),
    says: `must be one of ${values.join(', ')}`,
  }
}

/** A filter by day; days begin and end in UTC (open question filters.time_zone). */
function byDay<Field extends TextField>(
  facet: Field,
  test: (day: string) => (seen: string) => boolean,
): Filter<Field> {
  return {
    facet,
    asked: (value) => (isDay(value) ? test(value) : undefined),
    says: 'must be a date (YYYY-MM-DD)',
  }
}

/** Whether the text is a day of the calendar: 2026-02-30 is none. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00.000Z`)
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text)
}
