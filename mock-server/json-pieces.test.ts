import { expect, test } from 'vitest'
import { jsonPieces } from './json-pieces.ts'

const many = Array.from({ length: 5000 }, (_, id) => ({
  id,
  said: '\u20ac"\\',
  none: undefined,
  list: [undefined, null, {}, []],
}))

test.each([
  ['nothing', null],
  ['a number', 1],
  ['few', { a: [1], b: undefined }],
  ['a list of many', many],
  ['lists of many in what has few', { before: 1, none: undefined, a: { b: [many, [], {}] }, 'c"': many }],
  [
    'what says itself how it is written',
    { a: many, at: [new Date(0), ...many], own: Object.assign([...many], { toJSON: () => 7 }) },
  ],
  ['many numbers', Array.from({ length: 9999 }, (_, each) => each)],
])('%s is written in pieces as in one', (_, value) => {
  for (const least of [1, 100, 1 << 16])
    expect([...jsonPieces(value, least)].join('')).toBe(JSON.stringify(value))
})

test('each piece has some length, and little more', () => {
  const pieces = [...jsonPieces({ a: { many } }, 10_000)]
  expect(pieces.length).toBeGreaterThan(20)
  for (const piece of pieces.slice(0, -1)) expect(Math.abs(piece.length - 10_500)).toBeLessThanOrEqual(500)
})
