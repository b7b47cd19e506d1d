import { expect, test } from 'vitest'
import { movedBy } from './next-number.ts'

test.each([
  ['138', '139', 1],
  [138, 140, 2],
  ['0138', '0138', 0],
  ['9', '8', -1],
  ['2026-0138', '2026-0139', 1],
  ['A-0099/2026', 'A-0100/2026', 1],
  ['2026-0138', '2027-0001', 1],
  ['2026-0138', '138', Number.NaN],
  ['none', 'none', 0],
  [null, undefined, Number.NaN],
])('from %j to %j the next number moved by %j', (before, now, by) => {
  expect(movedBy(before, now)).toBe(by)
})
