import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TargetFile } from '../schemas/types.ts'
import type { RunOptions } from './index.ts'
import { loadTarget, parseTarget, run } from './index.ts'
import { startPlainServer, type PlainServer } from './proof/plain-server/plain-server.ts'
import { conformance } from './vitest.ts'

/** What a program gives the suite, with types or without. */

let server: PlainServer
let target: TargetFile
beforeAll(async () => {
  server = await startPlainServer({ profile: 'bureau' })
  target = { ...server.target, allow: [] }
})
afterAll(() => server.close())

// As a program without types has it.
// oxlint-disable-next-line no-explicit-any
const anything = (value: unknown): any => value

const ONE: RunOptions = { clauses: ['settings.read'], seed: 1 }

describe('run', () => {
  test('takes a target as it is served, as it was read, and the file of one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'target-'))
    const file = join(folder, 'target.json')
    writeFileSync(file, JSON.stringify(target))
    for (const given of [target, parseTarget(target), file])
      expect((await run(given, ONE)).verdicts).toMatchObject([{ clause: 'settings.read', outcome: 'pass' }])
    rmSync(folder, { recursive: true })
  })

  test.each<[options: unknown, says: string]>([
    [{ clauses: ['settings.raed'] }, 'run: there is no clause settings.raed; did you mean settings.read?'],
    [{ clauses: ['nope'] }, 'run: there is no clause nope; the nearest of'],
    [{ exercise: [5] }, 'run: there is no clause 5'],
    [{ clauses: 'settings.read' }, 'run: clauses must be a list of clauses, and is "settings.read"'],
    [{ claused: [] }, 'run has no option claused; did you mean clauses?'],
    [{ max_rps: 1e-9 }, 'run: max_rps must be a number of requests a second from 0.001 on, and is 1e-9'],
    [{ time_budget: 0 }, 'run: time_budget must be a number of seconds above 0 and up to 2147483, and is 0'],
    [{ time_budget: 1e9 }, 'run: time_budget must be'],
    [{ concurrency: 0 }, 'run: concurrency must be a whole number from 1 to 2147483647, and is 0'],
    [{ seed: 2 ** 40 }, 'run: seed must be a whole number from 0 to 2147483647, and is 1099511627776'],
    [{ max_rps: Number.NaN }, 'and is NaN'],
    [{ shard: { index: 3, of: 2 } }, 'run: shard must be an object such as { index: 1, of: 3 }'],
    [{ signal: {} }, 'run: signal must be an AbortSignal'],
    [null, 'run takes an object of options, and was given null'],
  ])('refuses %j', async (options, says) => {
    await expect(run(target, anything(options))).rejects.toThrow(says)
  })

  test.each<[target: unknown, says: string]>([
    [undefined, 'run takes a target: a file, an address or what such a file holds; it was given undefined'],
    [{ base_url: 'http://127.0.0.1:9/' }, 'target: api_key is required'],
    ['no-such-target.json', 'cannot read the target no-such-target.json'],
  ])('refuses the target %j', async (given, says) => {
    await expect(run(anything(given), ONE)).rejects.toThrow(says)
  })
})

test('loadTarget refuses options that there are not', async () => {
  const options = { baseUrl: target.base_url }
  await expect(loadTarget(anything(options))).rejects.toThrow(
    'loadTarget has no option baseUrl; did you mean',
  )
  await expect(loadTarget(anything('target.json'))).rejects.toThrow('loadTarget takes an object of options')
})

test.each<[source: unknown, options: unknown, says: string]>([
  ['target.json', { onyl: ['settings.read'] }, 'conformance has no option onyl; did you mean only?'],
  [
    'target.json',
    { only: 'settings.read' },
    'conformance: only must be a list of clauses, areas or sections',
  ],
  ['target.json', { require: true }, 'conformance: require must be names, comma-separated, or a number'],
  ['target.json', { time_budget: 0 }, 'conformance: time_budget must be'],
  ['target.json', null, 'conformance takes an object of options, and was given null'],
  [undefined, {}, 'conformance: its target must be a file, an address, the content of a file, or a function'],
])('conformance(%j, %j) is refused', (source, options, says) => {
  expect(() => conformance(anything(source), anything(options))).toThrow(says)
})
