import { describe, expect, test } from 'vitest'
import { DEFAULT_DIALECT, parseDialect } from '../../schemas/dialect.ts'
import { startMock } from '../../mock-server/index.ts'
import { judgeDialect, unfair } from './mutants/judge-dialect.ts'
import { randomDialect } from './mutants/other-dialects.ts'
import { run } from '../run/run.ts'
import { PROFILES } from './plain-server/profiles.ts'
import { startPlainServer } from './plain-server/plain-server.ts'
import { parseTarget } from '../server/load-target.ts'

/** What failed and why, readable in a test's output. */
const inWords = (verdicts: ReturnType<typeof unfair>) =>
  verdicts.map(
    ({ clause, failure, reason }) =>
      `${clause}: ${failure ? `${failure.message ?? ''} expected ${failure.expected}, got ${failure.got}` : reason}`,
  )

/** Every run takes one of them, once; `npm run fairness` takes all, twice each. */
const isWhole = process.env['FAIRNESS'] === 'all'
const SAMPLE = isWhole ? Object.keys(PROFILES) : ['strict']
const DIALECTS = isWhole ? [101, 102, 103, 104] : []

describe('no right answer fails', () => {
  test.each(SAMPLE)('of the plain server in the profile %s', async (profile) => {
    const server = await startPlainServer({ profile })
    try {
      const target = parseTarget(server.target)
      const first = await run(target, { seed: 11, runs: isWhole ? 5 : 1 })
      expect(inWords(unfair(first.verdicts))).toEqual([])
      expect(first.verdicts.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(
        profile === 'tiny' ? 110 : 135,
      )
      if (!isWhole) return
      const { rate_limited_api_key: _, ...file } = server.target
      const second = await run(parseTarget(file), { seed: 11, runs: 5 })
      expect(inWords(unfair(second.verdicts))).toEqual([])
    } finally {
      await server.close()
    }
  })

  test.each(DIALECTS)('of the mock in the random dialect %d', async (seed) => {
    expect(inWords(await judgeDialect(randomDialect(seed).dialect, seed))).toEqual([])
  })
})

test('the mock as it is keeps every clause that the target can show, and is seen as what it is', async () => {
  const mock = await startMock({ scenario: 'default', seed: 1 })
  try {
    const { verdicts, observations } = await run(parseTarget(mock.target), { seed: 1 })
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
  } finally {
    await mock.close()
  }
})
