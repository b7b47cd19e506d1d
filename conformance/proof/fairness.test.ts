import { expect, test } from 'vitest'
import { startMock } from '../../mock-server/index.ts'
import { DEFAULT_DIALECT, parseDialect } from '../../schemas/dialect.ts'
import { CHECKS } from '../clauses/index.ts'
import { selectClauses } from '../judge/select-clauses.ts'
import { run } from '../run/run.ts'
import { parseTarget } from '../server/load-target.ts'
import { inWords } from './fairness/judge-row.ts'
import { unfair } from './mutants/judge-dialect.ts'
import { startPlainServer } from './plain-server/plain-server.ts'
import { keptByRuns } from './testing/kept-by-runs.ts'
import { watchedTouches } from './testing/touching.ts'

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

test('the mock as it is keeps every clause that the target can show, and is seen as what it is', async () => {
  const mock = await startMock({ scenario: 'default', seed: 1 })
  try {
    const before = await keptByRuns(mock)
    const { steps, unsaid, end } = watchedTouches(CHECKS)
    const { verdicts, observations } = await run(parseTarget(mock.target), {
      seed: 1,
      runs: 1,
      checks: steps,
    })
    end()
    // What a check changes without saying so, another one beside it could take for a fault.
    expect([...unsaid]).toEqual([])
    expect(await keptByRuns(mock)).toEqual(before)
    // Probing it yields its own dialect, which a mock can be started with and needs no note.
    const seen = Object.fromEntries([...observations].map(([key, { value }]) => [key, value]))
    expect(parseDialect(seen)).toEqual({
      // As on the list, which search is told by itself.
      dialect: { ...DEFAULT_DIALECT, 'pagination.search_out_of_range': 'clamped' },
      notes: [],
    })
    expect(Object.keys(seen).length).toBeGreaterThan(60)
    expect(
      verdicts
        // It needs 5,001 invoices, or a server that takes ids that it does not have.
        .filter(({ clause, outcome }) => outcome !== 'pass' && clause !== 'bulk.max-ids')
        .map(({ clause, outcome, reason }) => `${clause} ${outcome}: ${reason}`),
    ).toEqual([])
    // All of the contract is met, and each open question: whatever the mock asks its dialect is noted. No clause is
    // about a credit note, which is an invoice printed by a template for one: a random sequence may ask for it.
    expect(mock.coverage().never.filter((fact) => !fact.startsWith('credit note'))).toEqual([])
  } finally {
    await mock.close()
  }
})
