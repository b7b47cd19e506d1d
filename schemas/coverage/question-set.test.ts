import { expect, test } from 'vitest'
import { DEFAULT_DIALECT } from '../dialect.ts'
import { ADJUSTABLE_KEYS, QuestionSet } from './question-set.ts'

test('a dialect that is handed out is the same as the one that it was made of', () => {
  const noting = new QuestionSet().noting(DEFAULT_DIALECT)
  expect(noting).toEqual(DEFAULT_DIALECT)
  expect({ ...noting, 'status.created': 200 }).toEqual({ ...DEFAULT_DIALECT, 'status.created': 200 })
  expect(JSON.stringify(noting)).toBe(JSON.stringify(DEFAULT_DIALECT))
})

test.each(ADJUSTABLE_KEYS)('%s alone is noted when it is read', (key) => {
  const questions = new QuestionSet()
  const dialect = questions.noting(DEFAULT_DIALECT)
  expect([questions.keys, dialect[key], dialect[key]]).toEqual([
    [],
    DEFAULT_DIALECT[key],
    DEFAULT_DIALECT[key],
  ])
  expect(questions.keys).toEqual([key])
  const counts = ADJUSTABLE_KEYS.map(() => 1)
  questions.countIn(counts)
  expect(counts).toEqual(ADJUSTABLE_KEYS.map((other) => (other === key ? 2 : 1)))
})

test('all that is read of several dialects is noted together', () => {
  const questions = new QuestionSet()
  const [first, second] = [questions.noting(DEFAULT_DIALECT), questions.noting({ ...DEFAULT_DIALECT })]
  expect([first['status.conflict'], second['output.extra_fields'], 'status.created' in first]).toHaveLength(3)
  expect(questions.keys).toEqual(['status.conflict', 'output.extra_fields'].toSorted(byPlace))
  expect({ ...first }).toEqual(DEFAULT_DIALECT)
  expect(questions.keys).toEqual(ADJUSTABLE_KEYS)
})

const byPlace = (a: string, b: string): number =>
  ADJUSTABLE_KEYS.findIndex((key) => key === a) - ADJUSTABLE_KEYS.findIndex((key) => key === b)
