import { expect, test } from 'vitest'
import { valuesOf } from './resources.ts'

test('the values of a field are those of its schema, and a field that lists none is no field without values', () => {
  expect(valuesOf('queries/list-invoices', 'financial_status')).toContain('paid')
  for (const field of ['created_at_min', 'currency'])
    expect(() => valuesOf('queries/list-invoices', field)).toThrow(`list-invoices.json: ${field} has no enum`)
})
