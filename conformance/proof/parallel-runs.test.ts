import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PARTS, startMock, type StartedMock } from '../../mock-server/index.ts'
import { FRONT_DOOR } from '../../schemas/testing/front-door.ts'
import { CLAUSE_IDS } from '../../schemas/clauses.ts'
import type { TargetFile } from '../../schemas/types.ts'
import type { RunResult } from '../judge/result.ts'
import { selectClauses } from '../judge/select-clauses.ts'
import { run } from '../run/run.ts'
import { shardScope } from '../run/scope.ts'
import { parseTarget } from '../server/load-target.ts'
import { MUTANTS } from './mutants/index.ts'
import { keptByRuns } from './testing/kept-by-runs.ts'

let mock: StartedMock
let folder: string

beforeEach(async () => {
  mock = await startMock({ seed: 6 })
  folder = mkdtempSync(join(tmpdir(), 'parallel-runs-'))
})
afterEach(async () => {
  await mock.close()
  rmSync(folder, { recursive: true })
})

/** What runs must leave as it was. */
const storeNow = () => keptByRuns(mock)

const unfair = (results: readonly RunResult[]) =>
  results
    .flatMap(({ verdicts }) => verdicts)
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
    .map(({ clause, failure, reason }) => `${clause}: ${failure?.check} ${failure?.got} ${reason}`)

const passed = (results: readonly RunResult[]) =>
  new Set(
    results
      .flatMap(({ verdicts }) => verdicts)
      .filter(({ outcome }) => outcome === 'pass')
      .map(({ clause }) => clause),
  )

/** Every run takes what shards could disturb each other by, with one seed; `npm run fairness:beside` takes all, with two. */
const isWhole = process.env['FAIRNESS'] === 'all'
const RUNS = isWhole ? 3 : 1
const SEEDS = isWhole ? [21, 22] : [21]
const SHARED = isWhole ? CLAUSE_IDS : selectClauses(['settings', 'bulk'])

test.each(SEEDS)(
  'three shards at once in one folder, with all permissions and seed %i: all passes, and all is put back',
  async (seed) => {
    const before = await storeNow()
    const results = await Promise.all(
      [1, 2, 3].map((index) =>
        run(parseTarget(mock.target), {
          ...shardScope(SHARED, { index, of: 3 }),
          seed,
          runs: RUNS,
          ledger: folder,
        }),
      ),
    )
    expect(unfair(results)).toEqual([])
    // That one takes 5,001 invoices.
    expect(SHARED.filter((clause) => !passed(results).has(clause))).toEqual(['bulk.max-ids'])
    expect(await storeNow()).toEqual(before)
    expect(
      results.flatMap(({ left_behind }) => left_behind).filter((line) => !line.startsWith('invoice ')),
    ).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  },
)

const both = (clauses: readonly string[], ledger?: string) =>
  Promise.all(
    [31, 32].map((seed) =>
      run(parseTarget({ ...mock.target, allow: ['writes', 'settings'] }), {
        clauses: selectClauses(clauses),
        seed,
        runs: RUNS,
        ...(ledger !== undefined && { ledger }),
      }),
    ),
  )

describe('two whole runs at once on one store', () => {
  test('take turns in one folder, so that settings are put back to what they were', async () => {
    const before = await storeNow()
    const results = await both(['settings', 'auth.scope-settings', 'templates.create'], folder)
    expect(unfair(results)).toEqual([])
    expect(await storeNow()).toEqual(before)
    expect(readdirSync(folder)).toEqual([])
  })

  test('do not take each other’s records for faults of the server, wherever they run', async () => {
    const results = await both([
      'templates.create',
      'templates.update',
      'templates.delete',
      'templates.list',
      'customers',
      'auth.unauthorized-no-effect',
    ])
    expect(unfair(results)).toEqual([])
    expect(passed(results).size).toBeGreaterThan(10)
  })
})

test.runIf(isWhole)('a fault fails a shard as it fails a whole run', async () => {
  const fault = MUTANTS.find(({ id }) => id === 'customers.a-deleted-customer-stays-in-the-list')
  if (!fault) throw new Error('there is no such mutant')
  const broken = await startMock({ seed: 6, ...fault.mutate(PARTS) })
  const shards = [1, 2].map((index) => shardScope(['customers.delete'], { index, of: 2 }))
  const results = await Promise.all(
    shards.map((scope) => run(parseTarget(broken.target), { ...scope, seed: 6, runs: 3, ledger: folder })),
  )
  await broken.close()
  expect(unfair(results).join()).toContain('customers.delete')
})

test('what a killed run left is undone by the next one', async () => {
  const before = await storeNow()
  const { hooks: _, ...withoutHooks } = mock.target
  const content: TargetFile = { ...withoutHooks, allow: ['writes', 'settings', 'hostile-input'] }
  const target = join(folder, 'target.json')
  writeFileSync(target, JSON.stringify(content))
  const flags = ['--target', target, '--max-rps', '60']
  const args = [...FRONT_DOOR, 'conformance', 'run', 'settings.round-trip', ...flags]
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' })
  while (isDeepStrictEqual(await storeNow(), before) && child.exitCode === null) await sleep(5)
  const exit = once(child, 'exit')
  expect(child.kill('SIGKILL')).toBe(true)
  await exit
  expect(await storeNow()).not.toEqual(before)
  const next = await run(parseTarget(content), {
    clauses: ['settings.read'],
    ledger: folder,
  })
  expect(unfair([next])).toEqual([])
  expect(await storeNow()).toEqual(before)
  expect(readdirSync(folder)).toEqual(['target.json'])
})
