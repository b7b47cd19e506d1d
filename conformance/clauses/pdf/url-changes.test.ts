import { expect, test } from 'vitest'
import { brokenValues, changeInWords } from './url-changes.ts'
import type { Part } from './url-parts.ts'

const signature: Part = { where: 'query', at: 1, name: 'signature', value: 'abcdef0123456789' }

test.each([
  [null, 'signature was left out'],
  ['', 'signature was emptied'],
  ['abcdef01', 'signature was cut to its first 8 of 16 characters'],
  ['abcdef0123456789abcd', '4 characters were appended to signature'],
  ['abcdef0133456789', 'character 9 of 16 of signature was changed'],
  ['0000', 'signature was changed to another value'],
])('to %j is told as "%s"', (to, words) => {
  expect(changeInWords(signature, to)).toBe(words)
})

test('each alteration has words of its own', () => {
  const words = brokenValues(signature).map((value) => changeInWords(signature, value))
  expect(words).not.toContain('signature was changed to another value')
  expect(new Set(words).size).toBe(words.length)
})
