import { expect, test } from 'vitest'
import { edgesBetweenEquals } from './edges.ts'

const at = (created_at: string, name: string) => ({ id: Math.random(), created_at, name })

test('an edge lies between two neighbours that are equal in a field, times to the second or the day', () => {
  const none = [at('2026-01-01T00:00:00.000Z', 'a'), at('2026-01-02T00:00:00.000Z', 'b')]
  expect(edgesBetweenEquals(none)).toEqual([])
  const named = [at('2026-01-01T00:00:00.000Z', 'b'), at('2026-01-02T00:00:00.000Z', 'b')]
  expect(edgesBetweenEquals(named)).toEqual([1])
  const dated = [
    at('2026-01-01T00:00:00.000Z', 'a'),
    at('2026-01-02T00:00:01.250Z', 'b'),
    at('2026-01-02T00:00:01.750Z', 'c'),
    at('2026-01-02T23:00:00.000Z', 'd'),
  ]
  expect(edgesBetweenEquals(dated)).toEqual([2, 3])
  expect(edgesBetweenEquals([])).toEqual([])
})

test('of many equal ones some edges are taken', () => {
  const alike = Array.from({ length: 200 }, () => at('2026-01-01T00:00:00.000Z', 'a'))
  expect(edgesBetweenEquals(alike).length).toBeLessThanOrEqual(16)
  expect(edgesBetweenEquals(alike).length).toBeGreaterThan(2)
})
