import { describe, expect, test } from 'vitest'
import { decimalText, minus, parseDecimal, plus, times } from './decimal.ts'
import { labelsFor } from './labels.ts'
import { moneyFormat } from './money.ts'
import { SAMPLES } from './sample-list.ts'
import { sampleSource } from './sample-sources.ts'
import { sumsOf } from './sums.ts'

const number = (text: string) => parseDecimal(text) ?? { units: 0n, scale: 0 }

describe('decimal numbers', () => {
  test.each(['', '-', '1e3', '1,5', '.5', 'NaN', '0x10'])('%j is none', (text) => {
    expect(parseDecimal(text)).toBeNull()
  })

  test('they are exact', () => {
    expect(decimalText(plus(number('0.1'), number('0.2')))).toBe('0.3')
    expect(decimalText(minus(number('1'), number('1.005')))).toBe('-0.005')
    expect(decimalText(times(number('19.99'), number('3')))).toBe('59.97')
    expect(decimalText(times(number('0.10'), number('-5')))).toBe('-0.5')
  })
})

const usual = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test.each([
  ['en-US', 'USD', '1234.5', '$1,234.50'],
  ['de-DE', 'EUR', '1234.5', '1.234,50 €'],
  ['ja-JP', 'JPY', '1200', '￥1,200'],
  ['en', 'KWD', '1.5', 'KWD 1.500'],
  ['en-US', 'USD', '0.0005', '$0.0005'],
  ['en', 'EUR', '123456789012345678901234567890.12', '€123,456,789,012,345,678,901,234,567,890.12'],
  ['en', 'points', '5', '5.00 points'],
  ['hu', 'HUF', '24.5', '24,50 Ft'],
  ['en', 'IDR', '150000', 'IDR 150,000.00'],
  ['de', 'EUR', '-1', '\u22121,00 €'],
])('%s writes %s %s as %s', (locale, currency, amount, text) => {
  expect(usual(moneyFormat(locale, currency)(number(amount)))).toBe(text)
})

const item = (quantity: number, price: string) => ({ title: '', variant_title: '', quantity, price, sku: '' })

test('all amounts of a document have as many digits as the longest', () => {
  const amounts = ['500', '33.5', '31'].map(number)
  expect(amounts.map(moneyFormat('ja', 'JPY', amounts)).map(usual)).toEqual(['￥500.0', '￥33.5', '￥31.0'])
})

describe('sums', () => {
  const wording = { locale: 'en', labels: labelsFor('en'), money: moneyFormat('en', 'EUR') }
  const sums = (total_price: string, tax: string, ...prices: [number, string][]) => {
    const tax_lines = tax === '' ? [] : [{ title: 'VAT', rate: 0.2, price: tax }]
    const line_items = prices.map(([quantity, price]) => item(quantity, price))
    const { invoice } = sampleSource({ invoice: { total_price, tax_lines, line_items } })
    return sumsOf('invoice', invoice, wording).map(({ label, value }) => `${label} ${value}`)
  }

  test('taxes on top', () => {
    expect(sums('24.00', '4.00', [2, '10.00'])).toEqual([
      'Subtotal €20.00',
      'VAT 20% €4.00',
      'Total €24.00',
      'Amount due €24.00',
    ])
  })

  test('taxes within the prices', () => {
    expect(sums('24.00', '4.00', [2, '12.00'])).toContain('incl. VAT 20% €4.00')
  })

  test('what else is in the total is said, so that the sum comes out right', () => {
    expect(sums('29.90', '4.00', [2, '10.00'])).toContain('Shipping, discounts and other €5.90')
    expect(sums('19.00', '', [2, '10.00'])).toContain('Shipping, discounts and other \u2212€1.00')
  })

  test('shipping is told from the tax that it holds', () => {
    expect(sums('27.00', '4.50', [2, '12.00'])).toEqual([
      'Subtotal €24.00',
      'Shipping, discounts and other €3.00',
      'incl. VAT 20% €4.50',
      'Total €27.00',
      'Amount due €27.00',
    ])
    expect(sums('26.00', '4.00', [2, '12.00'])).toContain('Shipping, discounts and other \u2212€2.00')
  })

  test.each([
    ['24.009', 'Rounding €0.009'],
    ['23.991', 'Rounding \u2212€0.009'],
    ['24.01', 'Shipping, discounts and other €0.01'],
  ])('what a platform rounds to %s is called rounding', (whole, line) => {
    expect(sums(whole, '4.00', [2, '10.00'])).toContain(line)
  })

  test('a total that is no number is added up', () => {
    expect(sums('', '4.00', [2, '10.00'])).toContain('Total €24.00')
  })
})

test.each(SAMPLES)('the sums of the sample $name add up', ({ source: { kind, invoice } }) => {
  const labels = labelsFor('en')
  const sums = sumsOf(kind, invoice, { locale: 'en', labels, money: moneyFormat('en', invoice.currency) })
  expect(sums.map(({ label }) => label)).not.toContain(labels('adjustments'))
  expect(sums.map(({ label }) => label)).not.toContain(labels('rounding'))
})
