import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMock, type StartedMock } from '../../mock-server/index.ts'
import type { TargetFile } from '../../schemas/types.ts'
import { CHECKS } from '../clauses/index.ts'
import { needsOf } from '../judge/check.ts'
import type { RunResult } from '../judge/result.ts'
import { run } from '../run/run.ts'
import { parseTarget } from '../server/load-target.ts'
import { recordingProxy, type RecordingProxy } from './testing/recording-proxy.ts'

let mock: StartedMock
let proxy: RecordingProxy

beforeAll(async () => {
  mock = await startMock({ scenario: 'default', seed: 3 })
  proxy = await recordingProxy(mock.base_url)
})
afterAll(async () => {
  await proxy.close()
  await mock.close()
})

/** A run on the mock behind the proxy, with what it sent. */
async function runWith(
  allow: NonNullable<TargetFile['allow']>,
  options: Parameters<typeof run>[1] = {},
): Promise<{ result: RunResult; sent: string[] }> {
  proxy.requests.length = 0
  const { rate_limited_api_key: _, ...file } = mock.target
  const result = await run(parseTarget({ ...file, base_url: proxy.base_url, allow }), {
    seed: 5,
    runs: 1,
    ...options,
  })
  return { result, sent: [...proxy.requests] }
}

/** What the store shows of what the suite may create or change. */
async function storeNow(): Promise<unknown> {
  return Promise.all(
    ['/templates', '/customers?per_page=250', '/settings', '/invoices?per_page=250'].map(read),
  )
}

async function read(path: string): Promise<unknown> {
  const headers = { 'x-auth-token': mock.target.api_key }
  return (await fetch(`${mock.base_url}${path}`, { headers })).json()
}

async function slugs(): Promise<Set<string>> {
  // As the mock answers its list.
  const { invoices } = (await read('/invoices?per_page=250')) as { invoices: { slug: string }[] }
  return new Set(invoices.map(({ slug }) => slug))
}

const isWrite = (line: string) => !line.startsWith('GET ')
const failures = ({ verdicts }: RunResult) =>
  verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'error').map(({ clause }) => clause)

/**
 * What some check needs more for than a key, but for what is read from documents, which costs as much as all else: that it
 * is put back shows in fairness.test.ts. What only reads sends nothing else, by floor.test.ts.
 */
const WRITING = [
  ...new Set(CHECKS.filter((step) => needsOf(step).length > 0).flatMap(({ clauses }) => clauses)),
].filter((clause) => !clause.startsWith('pdf.'))

describe('with permission for writes', () => {
  test('the store is as it was, and no invoice, email or bulk action was made', async () => {
    const before = await storeNow()
    const { result, sent } = await runWith(['writes'], { clauses: WRITING })
    expect(await storeNow()).toEqual(before)
    expect(sent.filter((line) => /^POST .*\/invoices/.test(line))).toEqual([])
    expect(failures(result)).toEqual([])
    expect(result.left_behind).toEqual([])
  })

  test('a run that is interrupted takes back what it made', async () => {
    const before = await storeNow()
    const abort = new AbortController()
    proxy.onRequest = () => {
      if (proxy.requests.filter(isWrite).length === 30) abort.abort('interrupted')
    }
    const { result } = await runWith(['writes'], { clauses: WRITING, signal: abort.signal })
    proxy.onRequest = () => {}
    expect(result.stopped).toBe('interrupted')
    expect(await storeNow()).toEqual(before)
  })
})

test('every invoice that was made is told of, and no other', async () => {
  const before = await slugs()
  const { result } = await runWith(['writes', 'invoices'], {
    clauses: [
      'create.from-order',
      'create.draft-default',
      'create.returns-existing-concurrent',
      'model.sequences',
    ],
  })
  const made = [...(await slugs())].filter((slug) => !before.has(slug))
  const told = result.left_behind.map((line) => /\((.+)\)/.exec(line)?.[1])
  expect(made.length).toBeGreaterThan(5)
  expect(told.toSorted()).toEqual(made.toSorted())
})

test('with a time budget the run ends with what it has', async () => {
  const { result } = await runWith([], { time_budget: 2, max_rps: 20 })
  expect(result.stopped).toBe('the time budget ended')
  expect(result.requests).toBeLessThan(100)
  expect(failures(result)).toEqual([])
})

test('it sends no more requests a second than it may', async () => {
  const start = Date.now()
  const { sent } = await runWith([], { clauses: ['list.defaults', 'read.unknown'], max_rps: 40 })
  expect(sent.length).toBeGreaterThan(20)
  expect((sent.length - 10) / ((Date.now() - start) / 1000)).toBeLessThan(45)
})
