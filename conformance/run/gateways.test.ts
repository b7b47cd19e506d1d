import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ClauseId } from '../../schemas/clauses.ts'
import { alwaysJson, closes, only } from '../proof/hostile-server/answers.ts'
import { answersPage, isDown, isHostile, isTooFast, limits } from '../proof/hostile-server/gates.ts'
import { startHostileServer, type Behaviour, type Visit } from '../proof/hostile-server/hostile-server.ts'
import { startPlainServer, type PlainServer } from '../proof/plain-server/plain-server.ts'
import { parseTarget } from '../server/load-target.ts'
import type { RunOptions } from './options.ts'
import { run } from './run.ts'

let plain: PlainServer
beforeAll(async () => void (plain = await startPlainServer()))
afterAll(() => plain.close())

interface Behind {
  allow?: readonly string[]
  patience_seconds?: number
}

async function resultBehind(
  gate: Behaviour,
  clauses: readonly ClauseId[],
  { allow = [], patience_seconds = 5 }: Behind = {},
  options: RunOptions = {},
) {
  const front = await startHostileServer(plain.target.base_url, gate)
  const target = parseTarget({ ...plain.target, base_url: front.base_url, allow, patience_seconds })
  const result = await run(target, { clauses, seed: 1, ...options })
  await front.close()
  return result
}

async function outcomesBehind(...given: Parameters<typeof resultBehind>): Promise<string[]> {
  const { verdicts } = await resultBehind(...given)
  return verdicts.map(({ outcome }) => outcome)
}

const isSearch = ({ path }: Visit) => path.includes('/invoices/search')
const isFilter = ({ path }: Visit) => path.includes('created_at_min')
const isDeletion = ({ method }: Visit) => method === 'DELETE'

function first(when: (visit: Visit) => boolean): (visit: Visit) => boolean {
  let count = 0
  return (visit) => when(visit) && count++ === 0
}

describe('an outage', () => {
  test('that ends within patience changes no verdict', async () => {
    const gate = only(isDown(40, 1000), answersPage(502))
    expect(await outcomesBehind(gate, ['read.unknown', 'search.no-match', 'list.envelope'])).toEqual([
      'pass',
      'pass',
      'pass',
    ])
  })

  test('that lasts longer than patience ends the run', async () => {
    const gate = only(isDown(40, 60_000), answersPage(504))
    const result = await resultBehind(gate, ['search.no-match', 'list.pages-partition'], {
      patience_seconds: 0.5,
    })
    expect(result.stopped).toMatch(
      /^the deployment was unavailable from \d\d:\d\d:\d\d to \d\d:\d\d:\d\d UTC \(504\)$/,
    )
    expect(result.verdicts.some(({ outcome }) => outcome === 'fail')).toBe(false)
  })

  test('that met one write has its check performed once more', async () => {
    const gate = only(first(isDeletion), answersPage(502))
    expect(await outcomesBehind(gate, ['templates.delete'], { allow: ['writes'] })).toEqual(['pass'])
  })

  test('that meets different writes each time is not judged', async () => {
    let n = 0
    const refused = new Set<string>()
    const isNew = ({ sent }: Visit) => refused.size < refused.add(sent.replaceAll(/\d\w*/g, '0')).size
    const gate = only((visit) => visit.method === 'POST' && ++n % 3 === 0 && isNew(visit), answersPage(502))
    const { verdicts } = await resultBehind(gate, ['templates.create'], { allow: ['writes'] })
    expect(verdicts).toMatchObject([
      {
        outcome: 'error',
        reason: expect.stringMatching(/^not judged: the deployment was unavailable from /),
      },
    ])
  })
})

describe('answers of the service itself stay violations', () => {
  const SERVER_ERROR = ['http.no-server-error'] as const

  test.each<[string, Behaviour]>([
    ['a 503 to every search', only(isSearch, alwaysJson(503, { error: 'no' }))],
    ['a page of 502 to every search', only(isSearch, answersPage(502))],
    ['a 500', only(isSearch, alwaysJson(500, { error: 'no' }))],
  ])('%s', async (_, gate) => {
    const given = [gate, ['search.no-match', ...SERVER_ERROR], { patience_seconds: 1 }] as const
    expect(await outcomesBehind(...given, { exercise: ['search.no-match'] })).toEqual(['fail', 'fail'])
  })

  test('a 503 to every deletion', async () => {
    const given = { allow: ['writes'], patience_seconds: 1 }
    const gate = only(isDeletion, alwaysJson(503, { error: 'no' }))
    const options = { exercise: ['templates.delete'] } as const
    expect(await outcomesBehind(gate, ['templates.delete', ...SERVER_ERROR], given, options)).toEqual([
      'fail',
      'fail',
    ])
  })

  test.each([200, 404])('a page with the status %i', async (status) => {
    expect(
      await outcomesBehind(
        only(isSearch, answersPage(status)),
        ['http.json'],
        {},
        { exercise: ['search.no-match'] },
      ),
    ).toEqual(['fail'])
  })
})

describe('a gateway that refuses', () => {
  test('hostile texts is no failure of the service', async () => {
    const { verdicts } = await resultBehind(only(isHostile, answersPage(403)), ['http.no-server-error'], {
      allow: ['hostile-input'],
    })
    expect(verdicts).toMatchObject([
      { outcome: 'error', reason: expect.stringMatching(/a gateway before .* refuses GET .* \(403\)/) },
    ])
  })

  test('everything from some request on, keys of nobody included, fails nothing', async () => {
    const challenge = answersPage(401, { 'www-authenticate': 'Basic realm="staging"' })
    const { verdicts } = await resultBehind(
      only(({ n }) => n > 40, challenge),
      ['auth.key-unknown', 'http.json', 'auth.error-body', 'search.no-match'],
      { patience_seconds: 0.5 },
    )
    expect(verdicts.filter(({ outcome }) => outcome === 'fail')).toEqual([])
  })

  test.each([429, 503])('requests that come too fast, by %i', async (status) => {
    const gate = only(isTooFast(25, 5), answersPage(status))
    const { verdicts, advice } = await resultBehind(gate, ['http.no-server-error'])
    expect(verdicts).toMatchObject([{ outcome: 'pass' }])
    expect(advice).toEqual([expect.stringMatching(/--max-rps \d+ stays below the limit/)])
  })

  test('one request in forty slows nothing else', async () => {
    const gate = only(({ n }) => n % 40 === 0, answersPage(429))
    const allow = ['hostile-input', 'documents']
    const { verdicts, advice } = await resultBehind(gate, ['http.no-server-error'], { allow })
    expect(verdicts).toMatchObject([{ outcome: 'pass' }])
    expect(advice).toEqual([expect.stringContaining('however slowly they came')])
  })
})

test('nothing is sent before the announced end of a limit', async () => {
  const { behaviour, refused, refusedEarly } = limits(20, 1000)
  const options = { concurrency: 1 }
  expect(await outcomesBehind(behaviour, ['search.no-match', 'list.envelope'], {}, options)).toEqual([
    'pass',
    'pass',
  ])
  expect(refused()).toBeGreaterThan(0)
  expect(refusedEarly()).toBe(0)
})

test('a filter that answers 500 is reported by its answer', async () => {
  const gate = only(isFilter, alwaysJson(500, { error: 'no' }))
  const clauses = ['list.filter-created-min', 'list.dates-complement', 'list.filter-combination'] as const
  const { verdicts } = await resultBehind(gate, clauses)
  const failure = { expected: 'a success', got: expect.stringMatching(/^500 /) }
  expect(verdicts).toMatchObject(clauses.map(() => ({ outcome: 'fail', failure })))
})

test('one answer in a hundred that is lost fails nothing', async () => {
  const gate = only(({ n }) => n % 100 === 99, closes)
  const { verdicts } = await resultBehind(gate, ['list.pages-partition', 'templates.create'], {
    allow: ['writes'],
  })
  expect(verdicts.some(({ outcome }) => outcome === 'fail')).toBe(false)
})
