import { describe, expect, test } from 'vitest'
import { CLAUSE_IDS } from '../../schemas/clauses.ts'
import { CHECKS, WATCHERS } from '../clauses/index.ts'
import { checksOf, scopeOf, shardScope } from './scope.ts'
import { checksOfShard, isStorewide } from './shards.ts'

const watchedOnly = WATCHERS.flatMap(({ clauses }) => clauses).find(
  (clause) => !CHECKS.some(({ clauses }) => clauses.includes(clause)),
)!

test('a clause with checks of its own runs those alone', () => {
  expect(scopeOf(['search.q-required'])).toEqual({ clauses: ['search.q-required'] })
})

test('a clause that is only watched in passing runs every check', () => {
  const { clauses, exercise = [] } = scopeOf([watchedOnly])
  expect(clauses).toEqual([watchedOnly])
  for (const check of CHECKS) expect(exercise).toEqual(expect.arrayContaining([...check.clauses]))
})

test('an area runs its own checks, though one of its clauses is only watched in passing', () => {
  const clauses = CLAUSE_IDS.filter((clause) => clause.startsWith('auth.'))
  expect(clauses).toContain('auth.error-body')
  expect(scopeOf(clauses)).toEqual({ clauses })
})

test('every check and watcher has a name of its own, by which reports and costs know it', () => {
  const names = [...CHECKS, ...WATCHERS].map(({ name }) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

describe.each([2, 3, 5])('%i shards', (of) => {
  const shards = Array.from({ length: of }, (_, at) => ({ index: at + 1, of }))

  test('perform each check once', () => {
    const performed = shards.flatMap((shard) => checksOfShard(CHECKS, shard)).map(({ name }) => name)
    expect(performed.toSorted()).toEqual(CHECKS.map(({ name }) => name).toSorted())
  })

  test('leave to the first what a store has once, and no other is much longer than the rest', () => {
    const [first = [], ...others] = shards.map((shard) => checksOfShard(CHECKS, shard))
    expect(others.flat().filter(isStorewide)).toEqual([])
    for (const clause of ['settings.partial-update', 'bulk.conflict', 'rate.recovers', 'create.persists'])
      expect(first.some(({ clauses }) => (clauses as readonly string[]).includes(clause))).toBe(true)
    const sizes = others.map(({ length }) => length)
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
  })

  test('give a verdict on every clause of theirs, and on what is watched in passing', () => {
    for (const shard of shards) {
      const { clauses } = shardScope(CLAUSE_IDS, shard)
      const own = checksOfShard(CHECKS, shard).flatMap((check) => check.clauses)
      expect(clauses).toEqual(expect.arrayContaining([...own, watchedOnly]))
      expect(CLAUSE_IDS.filter((clause) => clauses.includes(clause))).toEqual(clauses)
    }
  })
})

test('every check that changes the settings of the judged store is storewide', () => {
  const changing = CHECKS.filter(({ clauses }) =>
    clauses.some((clause) => /^(settings\.|model\.|auth\.(scope-settings|unauthorized))/.test(clause)),
  )
  expect(changing.length).toBeGreaterThan(15)
  expect(changing.filter((check) => !isStorewide(check))).toEqual([])
})

test('a selection without such checks is shared out evenly', () => {
  const search = checksOf(CLAUSE_IDS.filter((clause) => clause.startsWith('search.')))
  const sizes = [1, 2, 3].map((index) => checksOfShard(search, { index, of: 3 }).length)
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
})
