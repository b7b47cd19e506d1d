import { expect, test } from 'vitest'
import { worsened } from './ratios.ts'

test('a ratio that got worse by a tenth is told with both numbers; others are not', () => {
  const before = { list: 1, read: 0.5, create: 2, 'what is gone': 1 }
  const after = { list: 1.11, read: 0.54, create: 1, 'what is new': 9 }
  expect(worsened(before, after)).toEqual(['list: 1.11, where it was 1.00'])
})

test('nothing is told of the first run', () => {
  expect(worsened({}, { list: 1 })).toEqual([])
})
