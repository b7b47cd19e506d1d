import { expect, test } from 'vitest'
import { selectClauses } from '../../judge/select-clauses.ts'
import { run } from '../../run/run.ts'
import { parseTarget } from '../../server/load-target.ts'
import { inWords } from '../fairness/judge-row.ts'
import { unfair } from '../mutants/judge-dialect.ts'
import { startPlainServer } from './plain-server.ts'

/** One of the correct servers, and what depends most on how it answers; `npm run fairness` takes all of both. */
const TELLING = selectClauses(['regenerate', 'email', 'errors'])

test('no right answer of a plain server fails', async () => {
  const server = await startPlainServer({ profile: 'strict' })
  try {
    const { verdicts } = await run(parseTarget(server.target), { seed: 11, runs: 1, clauses: TELLING })
    expect(unfair(verdicts).map(inWords)).toEqual([])
    // Edits of orders are whole: a platform may store what it is given.
    expect(server.refusedEdits).toEqual([])
    expect(verdicts.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(TELLING.length - 3)
  } finally {
    await server.close()
  }
})
