import { expect, test } from 'vitest'
import { startMock } from '../../mock-server/index.ts'
import { DEFAULT_DIALECT, parseDialect } from '../../schemas/dialect.ts'
import { CHECKS, PROBES } from '../clauses/index.ts'
import { questionsOf } from '../judge/check.ts'
import { run } from '../run/run.ts'
import { parseTarget } from '../server/load-target.ts'
import { keptByRuns } from './testing/kept-by-runs.ts'
import { watchedTouches } from './testing/touching.ts'

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
    // Each answer that a mock can be taught is seen, by these checks or by what is done for a probe alone.
    const sought = new Set([...Object.keys(seen), ...PROBES.flatMap(questionsOf)])
    expect(Object.keys(DEFAULT_DIALECT).filter((key) => !sought.has(key))).toEqual([])
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
