import { expect, test } from 'vitest'
import type { ClauseId } from '../../../schemas/clauses.ts'
import type { Answers } from '../plain-server/answers.ts'
import { startPlainServer } from '../plain-server/plain-server.ts'
import { outcomes } from '../testing/outcomes.ts'

// Servers that were failed once; `npm run fairness` judges them by all clauses.

test.each<[string, Partial<Answers>, ClauseId[]]>([
  ['a document that moves updated_at', { pdfStamps: true, timestampDigits: 3 }, ['read.repeatable']],
  [
    'a search that forgives a wrong letter',
    { match: 'forgiving' },
    ['search.no-match', 'customers.search-no-match'],
  ],
  ['a next number with its year', { nextNumber: '2026-0098' }, ['settings.partial-update']],
])('no clause fails for %s', async (_, answers, clauses) => {
  const server = await startPlainServer({ profile: 'lenient', answers })
  const passing = Object.fromEntries(clauses.map((clause) => [clause, 'pass']))
  expect(await outcomes(server.target, clauses)).toEqual(passing)
  await server.close()
})
