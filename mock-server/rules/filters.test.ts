import { describe, expect, test } from 'vitest'
import { Table } from '../db/table.ts'
import { Groups } from '../store/groups.ts'
import { Listing } from '../store/listing.ts'
import type { InvoiceRecord } from '../store/records.ts'
import type { Facet } from '../store/store.ts'
import { readFilters, type FilterQuery } from './filters.ts'
import { refusalOf } from './testing/shop.ts'

const invoice = (created_at: string) =>
  ({ id: 1, invoice_type: 'quote', financial_status: 'paid', created_at }) as InvoiceRecord

const passes = (
  query: FilterQuery,
  created_at: string,
  rule: ReturnType<Parameters<typeof readFilters>[1]> = 'nothing_matches',
) => {
  const wanted = readFilters(query, () => rule)
  if (wanted === null || wanted === 'none') return wanted === null
  const one = invoice(created_at)
  const table = new Table<InvoiceRecord, number>(new Map(), () => {})
  const { byAge } = new Listing(table, ({ order_name }) => order_name)
  const groups = table.follow(new Groups<InvoiceRecord, Facet>(['invoice_type', 'financial_status'], byAge))
  table.set(1, one)
  const found = groups.where(wanted)
  expect([found.has(one), found.page(0, 2).length]).toEqual([found.size === 1, found.size])
  return found.size === 1
}

describe('days', () => {
  test.each([
    ['2026-03-01T00:00:00.000Z', true],
    ['2026-03-01T23:59:59.999Z', true],
    ['2026-02-28T23:59:59.999Z', false],
    ['2026-03-02T00:00:00.000Z', false],
  ])('%s lies in 2026-03-01: %s', (created_at, inside) => {
    expect(passes({ created_at_min: '2026-03-01', created_at_max: '2026-03-01' }, created_at)).toBe(inside)
  })

  test.each(['2024-02-29', '2026-12-31'])('%s is a day', (day) => {
    expect(passes({ created_at_min: day }, `${day}T12:00:00.000Z`)).toBe(true)
    expect(passes({ created_at_max: day }, `${day}T12:00:00.000Z`)).toBe(true)
  })
})

const UNKNOWN: FilterQuery[] = [
  { created_at_min: '2026-02-30' },
  { created_at_max: '2025-02-29' },
  { created_at_min: '2026-2-3' },
  { created_at_max: '2026-03-01T00:00:00Z' },
  { created_at_min: '' },
  { invoice_type: 'platform_order' },
  { invoice_type: 'Quote' },
  { financial_status: 'unpaid' },
]

describe.each(UNKNOWN)('the unknown value %j', (query) => {
  const created_at = '2026-03-01T12:00:00.000Z'

  test('matches nothing, or is ignored', () => {
    expect(passes(query, created_at)).toBe(false)
    expect(passes(query, created_at, 'ignored')).toBe(true)
  })

  test('is refused by name', () => {
    const refusal = refusalOf(() => readFilters(query, () => 'rejected'))
    expect(refusal.kind).toBe('unprocessable')
    expect(Object.keys(refusal.errors)).toEqual(Object.keys(query))
  })
})

test('filters given together all hold', () => {
  const created_at = '2026-03-01T12:00:00.000Z'
  expect(passes({ invoice_type: 'quote', financial_status: 'paid' }, created_at)).toBe(true)
  expect(passes({ invoice_type: 'quote', financial_status: 'voided' }, created_at)).toBe(false)
  expect(passes({ invoice_type: 'invoice', financial_status: 'paid' }, created_at)).toBe(false)
})

test('without a filter nothing is asked for', () => {
  expect(readFilters({}, () => 'rejected')).toBe(null)
})
