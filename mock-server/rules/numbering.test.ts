import { expect, test } from 'vitest'
import { numbered } from './numbering.ts'

test.each([
  ['1', '1', '2'],
  ['9', '9', '10'],
  ['0042', '0042', '0043'],
  ['0099', '0099', '0100'],
  ['999', '999', '1000'],
  ['0', '0', '1'],
  ['2026/07-9', '2026/07-9', '2026/07-10'],
  ['9A', '9A', '9A-2'],
  ['-', '-', '--2'],
  ['99999999999999999999', '99999999999999999999', '100000000000000000000'],
  ['', '1', '2'],
  ['abc', 'abc', 'abc-2'],
  ['abc-2', 'abc-2', 'abc-3'],
  ['٤', '٤', '٤-2'],
])('after %j comes the next', (next_invoice_number, number, following) => {
  const settings = { invoice_number_prefix: 'INV-', next_invoice_number }
  expect(numbered(settings)).toEqual({ number: `INV-${number}`, next_invoice_number: following })
})

test('a million nines are counted on at once', () => {
  const settings = { invoice_number_prefix: '', next_invoice_number: '9'.repeat(1_000_000) }
  expect(numbered(settings).next_invoice_number).toBe(`1${'0'.repeat(1_000_000)}`)
})
