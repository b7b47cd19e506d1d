import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ClauseId } from '../../../schemas/clauses.ts'
import { meantBy } from './meant-by.ts'
import type { Mutant } from './mutant.ts'

const mutant = (clause: ClauseId, id: string, says: string): Mutant => ({
  clause,
  id,
  says,
  mutate: (parts) => parts,
})

const MUTANTS = [
  mutant('list.defaults', 'list.without-page-the-second-is-shown', 'Without page the second is shown'),
  mutant('list.per-page-range', 'list.per-page-1-shows-two', 'per_page 1 shows two'),
  mutant('search.by-number', 'search.a-number-finds-its-list-alone', 'A number finds its List alone'),
]

describe('a word means', () => {
  test.each([
    ['the mutants of an area, though others have the word', 'list', [0, 1]],
    ['those of a clause', 'list.defaults', [0]],
    ['one by its id', 'list.per-page-1-shows-two', [1]],
    ['those whose clause begins so', 'list.per', [1]],
    ['those whose sentence has the word', 'shows', [1]],
    ['those whose sentence has the words', 'finds its list', [2]],
    ['those that have it as it is not spelt', 'WITHOUT Page', [0]],
    ['nothing, where none has it', 'nowhere', []],
    ['nothing, where there is none', ' ', []],
  ])('%s', (_, word, places) => {
    expect(meantBy(word, MUTANTS)).toEqual(MUTANTS.filter((_one, at) => places.includes(at)))
  })
})

test('a word that means no mutant ends with one line and 2, whatever stands beside it', () => {
  const script = join(import.meta.dirname, 'run-mutants.ts')
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--import', 'tsx', script, 'list', 'nowhere'],
    { encoding: 'utf8' },
  )
  const says = "error: no mutant has 'nowhere' in its area, clause, id or sentence\n"
  expect({ stdout, stderr, status }).toEqual({ stdout: '', stderr: says, status: 2 })
})
