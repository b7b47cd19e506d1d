import { describe, expect, test } from 'vitest'
import { altered, higher, otherCase } from './url-changes.ts'
import { partsOf, signatureCandidates, withParts } from './url-parts.ts'

const HEX = '9dc879028465e932d67648eb8e241f92'
const OTHER = '1b0caa028465e932d67648eb8e241fff'
const SLUG = 'c30fad8f-2237-408c-98c1-4f9f8d305799'
const names = (url: string, peer: string) => {
  const { parts, sure } = signatureCandidates(partsOf(url), partsOf(peer), [SLUG, 'inv-1'])
  return [parts.map(({ name }) => name), sure]
}

test('a URL is taken apart and put together again', () => {
  const url = 'https://a.example:8443/f/INV%201.pdf?expires=17&flag&sig=a%2Bb%3D'
  expect(partsOf(url).map(({ value }) => value)).toEqual(['f', 'INV 1.pdf', '17', 'a+b='])
  expect(withParts(url, [])).toBe(url)
  const changed = (values: Record<string, string | null>) =>
    partsOf(url).flatMap((part) => {
      const value = values[part.name]
      return value === undefined ? [] : [{ part, value }]
    })
  expect(withParts(url, changed({ sig: 'x=', expires: null }))).toBe(
    'https://a.example:8443/f/INV%201.pdf?flag&sig=x%3D',
  )
  expect(withParts(url, changed({ 'path segment 2': '2.pdf' }))).toContain('/f/2.pdf?')
})

describe('which parts may sign', () => {
  test.each([
    [
      'the query by its name',
      `http://h/d/17.pdf?e=1&signature=${HEX}`,
      `http://h/d/18.pdf?e=1&signature=${OTHER}`,
      [['signature'], true],
    ],
    ['a token', `http://h/d/17.pdf?token=${HEX}`, `http://h/d/18.pdf?token=${OTHER}`, [['token'], false]],
    ['a path segment', `http://h/${HEX}/17.pdf`, `http://h/${OTHER}/18.pdf`, [['path segment 1'], false]],
    [
      'a path segment with a value and a time before it',
      'http://h/media/17:tp3zol:JgAfGNzgS8iuQ_x/',
      'http://h/media/18:tp3zol:KhBgHOahT9jvR_y/',
      [['path segment 2'], false],
    ],
    ['not what all documents share', `http://h/${HEX}/17.pdf`, `http://h/${HEX}/18.pdf`, [[], false]],
    ['not the slug', `http://h/d/${SLUG}.pdf`, `http://h/d/${SLUG.replace('c', 'd')}.pdf`, [[], false]],
    ['not a number', 'http://h/d/1712345678901234567.pdf', 'http://h/d/18.pdf', [[], false]],
  ])('%s', (_, url, peer, found) => {
    expect(names(url, peer)).toEqual(found)
  })
})

test.each([
  ['abc', 0, 'bbc'],
  ['a9c', 0.5, 'a0c'],
  ['abc', 1, 'acc'],
  ['Zz', 0, 'Gz'],
  ['17.pdf', 1, '27.pdf'],
  ['7.pdf', 1, '8.pdf'],
  ['', 0, null],
])('%j altered at %d', (value, place, changed) => {
  expect(altered(value, place)).toBe(changed)
})

test('the last character of a piece stays: its change need not survive decoding', () => {
  for (let place = 0; place <= 1; place += 0.1) expect(altered('abcd.efgh', place)).toMatch(/^...d\....h$/)
})

test('so does the last one before a padding', () => {
  for (let place = 0; place <= 1; place += 0.1) expect(altered('abcdQ__', place)).toMatch(/^....Q__$/)
})

test('case is changed where it says something', () => {
  expect(otherCase('9axQz')).toBe('9AxQz')
  expect(otherCase(HEX.toUpperCase())).toBeNull()
  expect(otherCase('ab7')).toBeNull()
})

test('numbers go up, times by a year', () => {
  expect([higher('17.pdf'), higher('1700000000'), higher('x1')]).toEqual(['18.pdf', '1731536000', null])
})
