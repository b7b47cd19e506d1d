import { describe, expect, test } from 'vitest'
import { parseDialect, type Dialect } from '../../schemas/dialect.ts'
import { formatMoney, type MoneyFormat } from './money.ts'
import { renderingOf } from './rendering.ts'
import { formatTimestamp } from './timestamp.ts'

describe('an amount', () => {
  test.each<[string, MoneyFormat, string]>([
    ['12.30', 'currency', '12.30'],
    ['12.30', 'trimmed', '12.3'],
    ['12.00', 'trimmed', '12'],
    ['100', 'trimmed', '100'],
    ['0.00', 'trimmed', '0'],
    ['12.30', 2, '12.30'],
    ['12.30', 4, '12.3000'],
    ['500', 2, '500.00'],
    ['1.005', 2, '1.01'],
    ['1.004', 2, '1.00'],
    ['9.999', 2, '10.00'],
    ['0.995', 2, '1.00'],
    ['-1.005', 2, '-1.01'],
    ['123456789012345678.125', 2, '123456789012345678.13'],
    ['0', 3, '0.000'],
  ])('%s as %s is %s', (amount, format, expected) => {
    expect(formatMoney(amount, format)).toBe(expected)
  })
})

describe('a timestamp', () => {
  test.each<[string, Dialect['format.timestamps'], string]>([
    ['2026-03-01T23:30:15.250Z', { offset: 'Z', digits: 3 }, '2026-03-01T23:30:15.250Z'],
    ['2026-03-01T23:30:15.250Z', { offset: 'Z', digits: 0 }, '2026-03-01T23:30:15Z'],
    ['2026-03-01T23:30:15.250Z', { offset: '+02:00', digits: 6 }, '2026-03-02T01:30:15.250000+02:00'],
    ['2026-03-01T00:30:15.250Z', { offset: '-09:30', digits: 0 }, '2026-02-28T15:00:15-09:30'],
    ['2026-03-01T00:30:15+01:00', { offset: 'Z', digits: 3 }, '2026-02-28T23:30:15.000Z'],
    ['9999-12-31T23:30:15.250Z', { offset: '+00:29', digits: 0 }, '9999-12-31T23:59:15+00:29'],
    // A year of five digits, or below nothing, is in no date-time.
    ['9999-12-31T23:30:15.250Z', { offset: '+00:30', digits: 0 }, '9999-12-31T23:30:15.250Z'],
    ['0000-01-01T00:00:00.000Z', { offset: '-00:01', digits: 0 }, '0000-01-01T00:00:00.000Z'],
    ['no time', { offset: 'Z', digits: 0 }, 'no time'],
  ])('%s as %j is %s', (time, format, expected) => {
    expect(formatTimestamp(time, format)).toBe(expected)
  })
})

describe('a body', () => {
  const body = {
    invoices: [
      {
        id: 7,
        note: '1.50',
        total_price: '1.50',
        created_at: '2026-03-01T00:00:00.000Z',
        tax_lines: [{ price: '2.00' }],
      },
    ],
    meta: { total: 1 },
  }
  const rendered = (dialect: object) => renderingOf(parseDialect(dialect).dialect, 'listInvoices')(body)

  test('is left as it is by the default dialect', () => {
    expect(rendered({})).toBe(body)
  })

  test('gets its amounts and timestamps formatted, wherever they are, and nothing else', () => {
    const formats = { 'format.money': 'trimmed', 'format.timestamps': { offset: '+01:00', digits: 0 } }
    const [invoice] = body.invoices
    expect(rendered(formats)).toEqual({
      invoices: [
        {
          ...invoice,
          total_price: '1.5',
          created_at: '2026-03-01T01:00:00+01:00',
          tax_lines: [{ price: '2' }],
        },
      ],
      meta: { total: 1 },
    })
  })

  test('gets extra fields', () => {
    const [invoice] = body.invoices
    expect(rendered({ 'output.extra_fields': 'some' })).toEqual({
      invoices: [{ ...invoice, legacy_id: '7' }],
      meta: { total: 1 },
      api_version: '1.0.0',
    })
  })
})
