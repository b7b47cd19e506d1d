import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { PARTS, startMock } from '../../../mock-server/index.ts'
import { CLAUSE_IDS } from '../../../schemas/clauses.ts'
import { IS_LONG, sampleOf } from '../../../schemas/testing/sample.ts'
import { MUTANTS } from '../../proof/mutants/index.ts'
import { startPlainServer } from '../../proof/plain-server/plain-server.ts'
import { LARGE_STORE } from '../../proof/testing/large-store.ts'
import { originOf } from '../../proof/testing/origin.ts'
import { outcomes } from '../../proof/testing/outcomes.ts'

const CLAUSES = CLAUSE_IDS.filter((clause) => clause.startsWith('bulk.'))
const HOUR_MS = 3_600_000
const allPass = Object.fromEntries(CLAUSES.map((clause) => [clause, 'pass']))

test.each(sampleOf(['skipped', 'counted'] as const, 1))(
  'every clause passes where unknown ids are %s',
  async (rule) => {
    const mock = await startMock({ seed: 1, dialect: { 'bulk.unknown_ids': rule } })
    expect(await outcomes(mock.target, CLAUSES)).toEqual(allPass)
    await mock.close()
  },
)

test('too many ids cannot be told from unknown ones where those are refused', async () => {
  const mock = await startMock({ seed: 1 })
  expect(await outcomes(mock.target, ['bulk.max-ids'])).toEqual({
    'bulk.max-ids':
      'not_exercised: the store has 57 invoices with documents and refuses unknown ids: with 5,001 invoices it would show',
  })
  await mock.close()
})

test.runIf(IS_LONG)(
  'every clause of one store passes on 5,001 invoices, though unknown ids are refused',
  async () => {
    const mock = await startMock({ seed: 1, scenario: LARGE_STORE })
    expect(await outcomes(mock.target, CLAUSES)).toEqual({
      ...allPass,
      'bulk.conflict-per-store': 'skipped: needs other_store_api_key in the target file',
    })
    await mock.close()
  },
)

const conflictBody = { error: 'Busy', errors: {} }

test('every clause passes where conflicts look like refused input', async () => {
  const answers = { conflictBody, unprocessableStatus: 422, bulkMs: HOUR_MS, bulkHook: 'ends' } as const
  const server = await startPlainServer({ profile: 'bureau', answers })
  expect(await outcomes(server.target, CLAUSES)).toEqual(allPass)
  await server.close()
})

// How much of an action is seen depends on how fast both sides are: what is never seen in progress is never failed.
test.each(sampleOf([15, 60, 0], 1))(
  'nothing fails where only time ends an action, after %i ms',
  async (bulkMs) => {
    const server = await startPlainServer({ profile: 'bureau', answers: { conflictBody, bulkMs } })
    const judged = await outcomes(server.target, CLAUSES)
    expect(Object.values(judged)).not.toContain('fail')
    expect(judged).toMatchObject({ 'bulk.queued': 'pass', 'bulk.total-count': 'pass', 'bulk.ends': 'pass' })
    await server.close()
  },
)

test.each(sampleOf(['ends', 'tells', 'refuses'] as const, 1))(
  'nothing fails where each action ends within its request, and the hook is: %s',
  async (bulkHook) => {
    const answers = { bulkMs: 0, bulkStatus: 'queued', bulkHook }
    const server = await startPlainServer({ profile: 'bureau', answers })
    const judged = await outcomes(server.target, CLAUSES)
    expect(Object.values(judged)).not.toContain('fail')
    expect(judged['bulk.conflict']).toMatch(/^not_exercised: no bulk action was seen in progress/)
    expect(judged).toMatchObject({ 'bulk.queued': 'pass', 'bulk.ends': 'pass' })
    await server.close()
  },
)

test('an action that lasts longer than patience fails nothing', async () => {
  const server = await startPlainServer({ profile: 'bureau', answers: { bulkMs: 60_000 } })
  const judged = await outcomes({ ...server.target, patience_seconds: 0.5 }, CLAUSES)
  expect(Object.values(judged)).not.toContain('fail')
  expect(judged).toMatchObject({ 'bulk.queued': 'pass', 'bulk.conflict': 'pass' })
  expect(judged['bulk.ends']).toBe('not_exercised: a bulk action stayed in progress for 0.5 s')
  await server.close()
})

const broken = (mutant: string, dialect = {}) => {
  const fault = MUTANTS.find(({ id }) => id === mutant)
  if (!fault) throw new Error('there is no such mutant')
  return startMock({ seed: 1, dialect, ...fault.mutate(PARTS) })
}

test.runIf(IS_LONG)(
  'an action that begins though its template_name was refused is found where no hook ends it',
  async () => {
    const mock = await broken('bulk.an-unknown-template-name-is-refused-but-its-action-begins', {
      'bulk.duration': { base_ms: 500, per_invoice_ms: 0 },
    })
    const { finish_bulk: _, ...hooks } = mock.target.hooks ?? {}
    // How long an action takes, others show.
    const judged = await outcomes({ ...mock.target, hooks }, CLAUSES)
    expect(judged).toMatchObject({ 'bulk.rejected-no-effect': 'fail' })
    await mock.close()
  },
)

test('a hook that says the same whether there was an action or not hides no further action that is accepted', async () => {
  const mock = await broken('bulk.requests-conflict-only-when-they-name-the-same-invoices')
  const ending = mock.target.hooks?.finish_bulk?.url ?? ''
  const silent = createServer((_request, response) => {
    void fetch(ending, { method: 'POST' }).then(() => response.end('{}'))
  }).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const hooks = { ...mock.target.hooks, finish_bulk: { method: 'POST', url: originOf(silent) } }
  const judged = await outcomes({ ...mock.target, hooks }, ['bulk.conflict'])
  expect(judged).toEqual({ 'bulk.conflict': 'fail' })
  silent.close()
  await mock.close()
})
