import { describe, expect, test } from 'vitest'
import { CLAUSE_IDS, CLAUSES } from '../../schemas/clauses.ts'
import { UsageError } from '../../schemas/command-line/usage-error.ts'
import { selectClauses } from '../judge/select-clauses.ts'
import { shardOf } from '../run/shards.ts'
import { parseShard } from './selection.ts'

describe('names on the command line', () => {
  test('none select all', () => {
    expect(selectClauses([])).toEqual(CLAUSE_IDS)
  })

  test('a clause selects itself, an area all of its clauses', () => {
    expect(selectClauses(['create.persists'])).toEqual(['create.persists'])
    const create = CLAUSE_IDS.filter((clause) => clause.startsWith('create.'))
    expect(selectClauses(['create', 'create.persists'])).toEqual(create)
  })

  test.each(['§4.1', '4.1'])('%s selects the clauses of that section', (name) => {
    const stated = CLAUSE_IDS.filter((clause) =>
      (CLAUSES[clause].section as readonly string[]).includes('4.1'),
    )
    expect(selectClauses([name])).toEqual(stated)
    expect(stated.length).toBeGreaterThan(50)
  })

  test('§4 selects its parts too, §1 not §10', () => {
    expect(selectClauses(['§4'])).toEqual(expect.arrayContaining(selectClauses(['4.3'])))
    expect(selectClauses(['4.3'])).not.toContain('list.envelope')
  })

  test('come in the order of the specification', () => {
    expect(selectClauses(['rate.recovers', 'list.envelope'])).toEqual(['list.envelope', 'rate.recovers'])
  })

  test.each([
    ['create.persist', 'create.persists'],
    ['creat', 'did you mean create?'],
    ['§4.5', 'there are: §1-8, §1.2, '],
    ['', 'the nearest of '],
    ['constructor', 'the nearest of '],
  ])('%s is refused and told %s', (name, nearest) => {
    expect(() => selectClauses([name])).toThrow(UsageError)
    expect(() => selectClauses([name])).toThrow(nearest)
  })
})

describe('shards', () => {
  test.each([1, 2, 3, 7, 148, 200])('%i parts hold every clause once, in order', (of) => {
    const parts = Array.from({ length: of }, (_, at) => shardOf(CLAUSE_IDS, { index: at + 1, of }))
    expect(parts.flat()).toEqual(CLAUSE_IDS)
    const sizes = parts.map((part) => part.length)
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
  })

  test('are written I/N', () => {
    expect(parseShard('2/3')).toEqual({ index: 2, of: 3 })
    for (const text of ['0/3', '4/3', '1', '1/', 'a/b', '1/2/3', '-1/2'])
      expect(() => parseShard(text)).toThrow(UsageError)
  })
})
