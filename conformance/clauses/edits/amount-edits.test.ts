import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fixtures } from '../../../fixtures/index.ts'
import type { InvoiceDetail, LineItem } from '../../../schemas/types.ts'
import { lineEdits, taxEdits, withTheirTaxes } from './amount-edits.ts'
import { manyTaxes, type Line } from './many-lines.ts'

const [ORDINARY] = fixtures('invoice', { count: 1, seed: 1 })
if (!ORDINARY) throw new Error('there is no fixture of an invoice')

/** A price in hundredths as a decimal string. */
const decimal = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`

/** Rates in hundredths of a percent. With the first three a tax is often half a cent, where floats go wrong. */
const rates = fc.oneof(fc.constantFrom(2500, 1250, 500), fc.integer({ min: 1, max: 15_000 }))

const lines = fc.array(fc.tuple(fc.bigInt({ min: 1n, max: 50_000n }), fc.integer({ min: 1, max: 9 })), {
  minLength: 1,
  maxLength: 12,
})

type Drawn = readonly (readonly [cents: bigint, quantity: number])[]

const linesOf = (drawn: Drawn): (LineItem & Line)[] =>
  drawn.map(([cents, quantity], at) => ({
    title: `Line ${at}`,
    variant_title: '',
    quantity,
    price: decimal(cents),
    sku: '',
  }))

const centsOf = (drawn: Drawn): bigint =>
  drawn.reduce((sum, [cents, quantity]) => sum + cents * BigInt(quantity), 0n)

/** Hundredths of a tax, halves rounded up: an independent exact result, without the functions under test. */
const taxOf = (drawn: Drawn, rate: number): string =>
  decimal((centsOf(drawn) * BigInt(rate) + 5000n) / 10_000n)

const invoiceOf = (drawn: Drawn, rate: number): InvoiceDetail => ({
  ...ORDINARY,
  currency: 'EUR',
  line_items: linesOf(drawn),
  tax_lines: [{ title: 'VAT', rate: rate / 10_000, price: taxOf(drawn, rate) }],
})

test('taxes of lines are the exact result, in any order of the lines', () => {
  fc.assert(
    fc.property(lines, rates, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), (drawn, rate, keys) => {
      const shuffled = drawn.toSorted((a, b) => (keys[drawn.indexOf(a)] ?? 0) - (keys[drawn.indexOf(b)] ?? 0))
      const expected = [{ title: 'VAT', rate: rate / 10_000, price: taxOf(drawn, rate) }]
      for (const shown of [drawn, shuffled])
        for (const sent of [drawn, shuffled]) {
          const patch = withTheirTaxes(invoiceOf(shown, rate), linesOf(sent))
          expect(patch['tax_lines']).toEqual(expected)
        }
    }),
    { numRuns: 500 },
  )
})

test('the edit that reverses the lines sends the taxes of the edit before', () => {
  fc.assert(
    fc.property(lines, rates, (drawn, rate) => {
      const [added, reversed] = lineEdits(invoiceOf(drawn, rate), 'mark')
      expect(reversed?.patch['tax_lines']).toEqual(added?.patch['tax_lines'])
    }),
  )
})

test('a tax of more than the lines keeps its share exactly', () => {
  const shipped = {
    ...invoiceOf([[10_000n, 1]], 2000),
    tax_lines: [{ title: 'VAT', rate: 0.2, price: '30.00' }],
  }
  const twice = withTheirTaxes(shipped, linesOf([[10_000n, 2]]))
  expect(twice['tax_lines']).toEqual([{ title: 'VAT', rate: 0.2, price: '60.00' }])
})

test('taxes at further rates are exact too', () => {
  const [rated] = taxEdits(invoiceOf([[44_374n, 1]], 2500), 'mark')
  expect(rated?.patch['tax_lines']).toEqual([
    { title: 'VAT', rate: 0.0775, price: '34.39' },
    { title: 'Levy mark', rate: 0.081, price: '35.94' },
  ])
})

test('half a cent is rounded up, although floats give 443.74 or 443.73999999999995 for the lines', () => {
  const drawn: Drawn = [
    [1n, 2],
    [14n, 1],
    [44_358n, 1],
  ]
  for (const sent of [drawn, drawn.toReversed()]) {
    const { tax_lines } = withTheirTaxes(invoiceOf(drawn, 2500), linesOf(sent))
    expect(tax_lines).toEqual([{ title: 'VAT', rate: 0.25, price: '110.94' }])
  }
})

test('many taxes are the exact result, in any order of the lines', () => {
  fc.assert(
    fc.property(lines, (drawn) => {
      const sent = manyTaxes(linesOf(drawn), 'mark')
      expect(manyTaxes(linesOf(drawn).toReversed(), 'mark')).toEqual(sent)
      const [first, second] = [taxOf(drawn, 1900), taxOf(drawn, 775)]
      expect(sent.slice(0, 2).map(({ price }) => price)).toEqual([first, second])
    }),
  )
})
