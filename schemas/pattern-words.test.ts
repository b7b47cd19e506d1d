import { expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allowedBy } from './in-words.ts'
import { PATTERN_WORDS } from './pattern-words.ts'
import { schema, schemaNames } from './schema-files.ts'

/** Every pattern in a schema. */
function patternsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  const { pattern } = part as { pattern?: unknown }
  return [...(typeof pattern === 'string' ? [pattern] : []), ...Object.values(part).flatMap(patternsIn)]
}

test('every pattern of a schema has words, so that no message shows a regular expression', () => {
  const scenario = JSON.parse(
    readFileSync(join(import.meta.dirname, '../scenarios/scenario.json'), 'utf8'),
  ) as object
  const patterns = [...schemaNames().map(schema), scenario].flatMap(patternsIn)
  expect(patterns.length).toBeGreaterThan(10)
  expect(patterns.filter((pattern) => PATTERN_WORDS[pattern] === undefined)).toEqual([])
})

test('a mistaken api_key of a store is explained in words', () => {
  expect(allowedBy({ type: 'string', pattern: '^[\\x21-\\x7e]{16,200}$' })).toBe(
    'a string such as test_key_rich_store, of 16 to 200 ASCII characters without spaces',
  )
})
