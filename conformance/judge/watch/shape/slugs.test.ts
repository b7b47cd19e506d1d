import { expect, test } from 'vitest'
import { Slugs } from './slugs.ts'

const slugOf = (n: number) => `3f2b8c1e-7d54-4a09-9e6b-${n.toString(16).padStart(12, '0')}`

test('a slug stands for the id that it was first shown with, however many there are', () => {
  const slugs = new Slugs()
  for (let n = 0; n < 100_000; n++) expect(slugs.firstId(slugOf(n), n)).toBe(n)
  expect(slugs.firstId(slugOf(5), 6)).toBe(5)
  expect(slugs.firstId(slugOf(99_999), 'other')).toBe(99_999)
  expect(slugs.firstId(slugOf(5).toUpperCase(), 7)).toBe(7)
})

test('an id may be anything', () => {
  const slugs = new Slugs()
  slugs.firstId('', null)
  expect(slugs.firstId('', 1)).toBe(null)
})
