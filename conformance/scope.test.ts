import { expect, test } from 'vitest'
import { CLAUSE_IDS } from '../schemas/clauses.ts'
import { CHECKS, WATCHERS } from './checks/index.ts'
import { scopeOf, shardScope } from './scope.ts'

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

test('shards run each clause once, and all of them watch', () => {
  const shards = [1, 2, 3].map((index) => shardScope(CLAUSE_IDS, { index, of: 3 }))
  expect(shards.flatMap(({ exercise }) => exercise)).toEqual(CLAUSE_IDS)
  for (const { clauses, exercise = [] } of shards) {
    expect(clauses).toEqual(expect.arrayContaining([...exercise, watchedOnly]))
    expect(CLAUSE_IDS.filter((clause) => clauses.includes(clause))).toEqual(clauses)
  }
})
