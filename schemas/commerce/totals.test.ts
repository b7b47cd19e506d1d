import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LineItem, PlatformTax } from '../types.ts'
import { orderTotals, priced } from './totals.ts'

const line = (quantity: number, price: string): LineItem => ({
  title: '',
  variant_title: '',
  quantity,
  price,
  sku: '',
})
const tax = (rate: number): PlatformTax => ({ title: 'VAT', rate })

const CASES: [name: string, currency: string, LineItem[], PlatformTax[], string, string[], string][] = [
  ['German VAT', 'EUR', [line(2, '49.50'), line(1, '1.00')], [tax(0.19)], '100.00', ['19.00'], '119.00'],
  ['half a cent goes up', 'EUR', [line(1, '0.50')], [tax(0.05)], '0.50', ['0.03'], '0.53'],
  [
    'US sales taxes are each rounded',
    'USD',
    [line(1, '10.99')],
    [tax(0.06), tax(0.0025), tax(0.0325)],
    '10.99',
    ['0.66', '0.03', '0.36'],
    '12.04',
  ],
  ['GST and QST', 'CAD', [line(3, '33.33')], [tax(0.05), tax(0.09975)], '99.99', ['5.00', '9.97'], '114.96'],
  ['yen have no digits', 'JPY', [line(3, '333')], [tax(0.1), tax(0.08)], '999', ['100', '80'], '1179'],
  [
    'dinars have three',
    'KWD',
    [line(1, '0.250'), line(2, '1.125')],
    [tax(0.05)],
    '2.500',
    ['0.125'],
    '2.625',
  ],
  ['no lines, no taxes', 'EUR', [], [], '0.00', [], '0.00'],
  ['a refund', 'EUR', [line(-1, '10.00')], [tax(0.2)], '-10.00', ['-2.00'], '-12.00'],
  ['a tiny rate', 'EUR', [line(1, '100000.00')], [tax(1e-7)], '100000.00', ['0.01'], '100000.01'],
  [
    'more than doubles can count',
    'EUR',
    [line(Number.MAX_SAFE_INTEGER, '99999999.99')],
    [],
    '900719925384027107452590.09',
    [],
    '900719925384027107452590.09',
  ],
]

test.each(CASES)('%s', (_, currency, line_items, tax_lines, subtotal, taxes, total_price) => {
  const totals = orderTotals({ currency, line_items, tax_lines })
  expect(totals.subtotal).toBe(subtotal)
  expect(totals.tax_lines.map(({ price }) => price)).toEqual(taxes)
  expect(totals.total_price).toBe(total_price)
})

const cents = (amount: string) => BigInt(amount.replace('.', ''))

test('the total is the subtotal and the taxes, to the cent, whatever is ordered', () => {
  const lines = fc.array(fc.tuple(fc.maxSafeInteger(), fc.integer({ min: 0, max: 9_999_999 })), {
    maxLength: 5,
  })
  const rates = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 })
  fc.assert(
    fc.property(lines, rates, (ordered, taxed) => {
      const line_items = ordered.map(([quantity, price]) => line(quantity, (price / 100).toFixed(2)))
      const order = { currency: 'EUR', line_items, tax_lines: taxed.map(tax) }
      const { subtotal, tax_lines, total_price } = orderTotals(order)
      const exact = ordered.reduce((sum, [quantity, price]) => sum + BigInt(quantity) * BigInt(price), 0n)
      expect(cents(subtotal)).toBe(exact)
      expect(cents(total_price)).toBe(tax_lines.reduce((sum, { price }) => sum + cents(price), exact))
    }),
  )
})

test('a priced order bears the amounts of its taxes, whatever was given', () => {
  const order = {
    currency: 'EUR',
    line_items: [line(1, '100')],
    tax_lines: [{ ...tax(0.2), price: '999.99' }],
  }
  expect(priced(order).tax_lines).toEqual([{ title: 'VAT', rate: 0.2, price: '20.00' }])
  expect(order.tax_lines[0]?.price).toBe('999.99')
})
