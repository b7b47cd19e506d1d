import { expect, test } from 'vitest'
import { DEFAULT_DIALECT } from '../../schemas/dialect.ts'
import { newSlug } from './slug.ts'

const world = {
  now: () => Date.parse('2026-03-01T09:30:00Z'),
  uuid: () => '3f2b8c1e-9d4a-4e6f-8a7b-5c0d1e2f3a4b',
}

test.each([
  [4, 'lower', '3f2b8c1e-9d4a-4e6f-8a7b-5c0d1e2f3a4b'],
  [4, 'upper', '3F2B8C1E-9D4A-4E6F-8A7B-5C0D1E2F3A4B'],
  [7, 'lower', '019ca8bb-b5c0-7e6f-8a7b-5c0d1e2f3a4b'],
  [7, 'upper', '019CA8BB-B5C0-7E6F-8A7B-5C0D1E2F3A4B'],
] as const)('version %d in %s case: %s', (version, letters, slug) => {
  expect(newSlug(world, { ...DEFAULT_DIALECT, 'format.slug': { version, case: letters } })).toBe(slug)
})
