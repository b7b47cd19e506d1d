import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonFault } from './json-fault.ts'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Text that is JSON but for a character or two, and text that is none. */
const nearJson = fc
  .tuple(
    fc.json(),
    fc.nat(),
    fc.nat(2),
    fc.constantFrom('', ',', '"', '\\', '}', ']', ':', '0', '.', '-', 'e', '\n', '\u0000', '\ud800'),
  )
  .map(([text, at, cut, put]) => {
    const from = at % (text.length + 1)
    return text.slice(0, from) + put + text.slice(from + cut)
  })

test('finds a fault where JSON.parse does, and nowhere else', () => {
  fc.assert(
    fc.property(fc.oneof(nearJson, fc.json(), fc.string()), (text) => {
      expect(jsonFault(text) === null).toBe(isJson(text))
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ['', 1, 1, '', 'a value'],
  ['  ', 1, 3, '', 'a value'],
  ['{"a":1,}', 1, 8, '}', 'a name in double quotes'],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, '"', 'a comma or }'],
  ["{'a': 1}", 1, 2, "'", 'a name in double quotes or }'],
  ['[1, 2', 1, 6, '', 'a comma or ]'],
  ['[1,]', 1, 4, ']', 'a value'],
  ['{"a" 1}', 1, 6, '1', 'a colon'],
  ['{"a": True}', 1, 7, 'T', 'a value'],
  ['{"a": "x\ny"}', 1, 9, '\n', 'the rest of the string'],
  ['{} {}', 1, 4, '{', 'the end of the text'],
  ['[😀]', 1, 2, '😀', 'a value or ]'],
])('%j: line %i, column %i, %j where %s belongs', (text, line, column, found, expected) => {
  expect(jsonFault(text)).toEqual({ line, column, found, expected })
})
