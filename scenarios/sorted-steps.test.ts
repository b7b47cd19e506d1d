import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resultOf } from './steps.ts'
import { sortedInSteps } from './sorted-steps.ts'

const compare = (a: { rank: number }, b: { rank: number }) => a.rank - b.rank

test('sorting in steps gives what sorting at once gives, equals in the order in which they came', () => {
  const items = fc.array(fc.integer({ min: 0, max: 99 }), { maxLength: 1500, size: 'max' })
  const property = fc.property(items, (ranks) => {
    const records = ranks.map((rank, at) => ({ rank, at }))
    expect(resultOf(sortedInSteps(records, compare))).toEqual(records.toSorted(compare))
  })
  expect(() => fc.assert(property, { numRuns: 100 })).not.toThrow()
})
