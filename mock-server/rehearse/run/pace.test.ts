import { expect, test } from 'vitest'
import { variationNamed } from '../variations/names.ts'
import { Pace } from './pace.ts'

test('what is left takes as long as its kind did, and longer where nothing of its kind is known', () => {
  const pace = new Pace()
  const [created, existing] = [variationNamed('status.created=200'), variationNamed('status.existing=201')]
  const reset = variationNamed('createInvoice=reset')
  expect(pace.of([created])).toBeNull()
  pace.add(created, 1000)
  pace.add(existing, 3000)
  expect(pace.of([created, existing])).toBe(4000)
  expect(pace.of([reset])).toBeGreaterThan(2000)
  pace.add(reset, 500)
  expect(pace.of([created, reset])).toBe(2500)
  expect(pace.of([])).toBe(0)
})
