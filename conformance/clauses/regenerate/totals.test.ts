import { expect, test } from 'vitest'
import { fixtures } from '../../../fixtures/index.ts'
import { isRounding } from './totals.ts'

const [ORDINARY] = fixtures('invoice', { count: 1, seed: 1 })
if (!ORDINARY) throw new Error('there is no fixture of an invoice')

/** An invoice with that many taxes. */
const taxed = (currency: string, taxes: number) => ({
  ...ORDINARY,
  currency,
  tax_lines: Array.from({ length: taxes }, () => ({ title: 'VAT', rate: 0.25, price: '1.00' })),
})

test.each([
  ['total_price', '554.68', '554.67', 'EUR', 1, true],
  ['total_price', '554.68', '554.66', 'EUR', 1, true],
  ['total_price', '554.68', '554.65', 'EUR', 1, false],
  ['total_price', '554.6800', '554.6700', 'EUR', 1, true],
  ['total_price', '554.7', '554.6', 'EUR', 0, true],
  ['total_price', '555', '553', 'JPY', 0, false],
  ['total_price', '2967.470', '2967.460', 'KWD', 1, true],
  ['tax_lines.0.price', '110.94', '110.93', 'EUR', 1, true],
  ['line_items.0.price', '110.94', '110.93', 'EUR', 1, false],
  ['total_price', '554.68', undefined, 'EUR', 1, false],
  ['total_price', '554.68', '', 'EUR', 1, false],
])('%s: %s and then %s in %s with %i taxes is rounding: %s', (path, expected, got, currency, taxes, is) => {
  expect(isRounding({ path, expected, got }, taxed(currency, taxes))).toBe(is)
})
