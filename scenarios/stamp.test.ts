import { expect, test } from 'vitest'
import { stamp } from './stamp.ts'

const DAY_MS = 86_400_000

test('a stamp is what Date makes of a moment, whatever came before it', () => {
  const edges = [
    0,
    -1,
    -DAY_MS,
    0.5,
    999.9,
    DAY_MS - 1,
    DAY_MS,
    DAY_MS + 0.9,
    253_402_300_799_999,
    253_402_300_800_000,
  ]
  const days = Array.from({ length: 300 }, (_, n) => 1.7e12 + n * 17_000_123.7)
  for (const moment of [...edges, ...days, ...edges.toReversed()])
    expect([moment, stamp(moment)]).toEqual([moment, new Date(moment).toISOString()])
})

test('what is no moment is refused', () => {
  expect(() => stamp(Number.NaN)).toThrow(RangeError)
  expect(() => stamp(9e15)).toThrow(RangeError)
})
