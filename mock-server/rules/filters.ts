import type { Dialect } from '../../schemas/dialect.ts'
import { schema } from '../../schemas/schema-files.ts'
import type { InvoiceRecord } from '../store/records.ts'
import { Refusal, type FieldErrors } from '../refusal.ts'

/** Filters of the invoice list as they were sent. */
export interface FilterQuery {
  invoice_type?: string | undefined
  financial_status?: string | undefined
  created_at_min?: string | undefined
  created_at_max?: string | undefined
}

/** What of an invoice filters look at. */
export type Facets = Pick<InvoiceRecord, 'invoice_type' | 'financial_status' | 'created_at'>

type Test = (invoice: Facets) => boolean

interface Filter {
  readonly name: keyof FilterQuery
  /** The test that a value asks for; undefined for a value that the filter does not know. */
  readonly test: (value: string) => Test | undefined
  /** What such a value is told. */
  readonly says: string
}

/** Adding a filter is adding a line. */
const FILTERS: readonly Filter[] = [
  oneOf('invoice_type', (value) => (invoice) => invoice.invoice_type === value),
  oneOf('financial_status', (value) => (invoice) => invoice.financial_status === value),
  dateBound('created_at_min', (day) => (invoice) => invoice.created_at >= `${day}T00:00:00.000Z`),
  dateBound('created_at_max', (day) => (invoice) => invoice.created_at <= `${day}T23:59:59.999Z`),
]

/**
 * What an invoice must pass to be listed: all filters given (clause list.filter-combination).
 * Empty when every invoice passes.
 * @throws Refusal unprocessable for unknown values when the rule is to reject them
 */
export function readFilters(query: FilterQuery, rule: Dialect['filters.unknown_value']): Test[] {
  const errors: FieldErrors = {}
  const tests = FILTERS.flatMap(({ name, test, says }) => {
    const value = query[name]
    if (value === undefined) return []
    const asked = test(value)
    if (!asked) errors[name] = [says]
    return asked ?? unknown(rule)
  })
  if (rule === 'rejected' && Object.keys(errors).length > 0) throw new Refusal('unprocessable', errors)
  return tests
}

function unknown(rule: Dialect['filters.unknown_value']): Test | [] {
  return rule === 'nothing_matches' ? () => false : []
}

/** A filter whose value is one of those that its schema lists. */
function oneOf(name: 'invoice_type' | 'financial_status', test: (value: string) => Test): Filter {
  const values = valuesOf(name)
  return {
    name,
    test: (value) => (values.includes(value) ? test(value) : undefined),
    says: `must be one of ${values.join(', ')}`,
  }
}

/** A filter by day; days begin and end in UTC (open question filters.time_zone). */
function dateBound(name: 'created_at_min' | 'created_at_max', test: (day: string) => Test): Filter {
  return {
    name,
    test: (value) => (isDay(value) ? test(value) : undefined),
    says: 'must be a date (YYYY-MM-DD)',
  }
}

function valuesOf(name: string): readonly string[] {
  const properties = schema('queries/list-invoices').properties as Record<string, { enum?: string[] }>
  return properties[name]?.enum ?? []
}

/** Whether the text is a day of the calendar: 2026-02-30 is none. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00.000Z`)
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text)
}
