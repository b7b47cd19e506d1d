import { expect, test } from 'vitest'
import { unmetInWords, withoutSurplus } from './reasons.ts'

test('a reason names each unmet need once', () => {
  const unmet = ['needs --allow invoices', 'needs --allow invoices', 'needs --allow bulk']
  expect(unmetInWords(unmet)).toBe('needs --allow bulk and --allow invoices')
})

test('a mistake of the target is no need', () => {
  const unmet = ['needs --allow bulk', 'other_store_api_key is mistaken: it is refused']
  expect(unmetInWords(unmet)).toBe('needs --allow bulk, other_store_api_key is mistaken: it is refused')
})

test.each([
  [['needs --allow invoices', 'needs --allow invoices and --allow bulk'], ['needs --allow invoices']],
  [['createInvoice needs --allow invoices', 'needs --allow invoices'], ['needs --allow invoices']],
  [
    ['needs --allow bulk', 'needs --allow email'],
    ['needs --allow bulk', 'needs --allow email'],
  ],
  [
    ['the store has no invoice', 'needs --allow email'],
    ['needs --allow email', 'the store has no invoice'],
  ],
  [['createInvoice needs --allow invoices'], ['needs --allow invoices']],
])('of %j the report shows %j', (reasons, shown) => {
  expect(withoutSurplus(reasons)).toEqual(shown)
})
