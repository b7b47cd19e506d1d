import { expect, test } from 'vitest'
import { lacking } from './lacking.ts'

const [A, B, C] = ['A', 'B', 'C'].map((title) => ({ title, price: '1.00' }))

test.each([
  ['as they are', [A, B], [A, B], []],
  ['in another order', [A, B, B], [B, A, B], []],
  ['with more than is told', [{ title: 'A' }, { title: 'B' }], [B, A], []],
  ['of which one of two that are equal is another', [A, A], [C, A], ['lines.0.title']],
  ['of which one is another', [A, B], [B, C], ['lines.0.title']],
  ['of which one is not there', [A, B], [B], ['lines.0', 'lines.length']],
  ['of which there are more', [A], [A, B], ['lines.length']],
  ['that are none', [], [A], ['lines.length']],
])('lines %s', (_what, expected, shown, paths) => {
  const lacks = lacking({ lines: expected }, { lines: shown }).map(({ path }) => path)
  expect(lacks.map((path) => paths.find((one) => path.startsWith(one)) ?? path)).toEqual(
    expect.arrayContaining(paths),
  )
  expect(lacks.length === 0).toBe(paths.length === 0)
})
