import { expect, test } from 'vitest'
import { sameValue } from './same-value.ts'

test.each([
  ['10.00', '10', true],
  ['10.00', '10.01', false],
  ['-0.50', '-0.5', true],
  ['0010', '10', true],
  ['100', '10', false],
  ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.000Z', true],
  ['2026-03-01T10:00:00Z', '2026-03-01T15:30:00+05:30', true],
  ['2026-03-01T10:00:00Z', '2026-03-01T10:00:01Z', false],
  [1, '1', false],
  [null, undefined, false],
  [{ a: [1, { b: '1.0' }] }, { a: [1, { b: '1.00' }] }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [[1, 2], [2, 1], false],
])('sameValue(%j, %j) is %s', (a, b, same) => {
  expect(sameValue(a, b)).toBe(same)
})
