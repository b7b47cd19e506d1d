import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { INTERRUPTED } from '../../schemas/command-line/interruption.ts'
import { UsageError } from '../../schemas/command-line/usage-error.ts'
import type { ConformanceReport } from '../../schemas/types.ts'
import { BUDGET_ENDED } from '../judge/reasons.ts'
import { madeUpResult, verdict } from '../proof/testing/made-up-result.ts'
import { exitCode, type Outcome } from './conclusion.ts'
import { jsonReport } from './json-report.ts'
import { merge, readReport } from './merge.ts'
import { seeOneRun, type ReadReport } from './one-run.ts'
import { unjudgedReport } from './unjudged-report.ts'

const reportOf = (...outcomes: Outcome[]) =>
  jsonReport(
    madeUpResult(
      outcomes.map((outcome, index) =>
        verdict(index === 0 ? 'list.envelope' : 'errors.one-status-per-kind', outcome),
      ),
    ),
  )

describe('the verdict of a clause that several reports judge', () => {
  test.each<[Outcome[], Outcome]>([
    [['pass', 'fail', 'error'], 'fail'],
    [['pass', 'error', 'waived'], 'error'],
    [['pass', 'waived'], 'waived'],
    [['not_exercised', 'pass', 'skipped'], 'pass'],
    [['skipped', 'not_exercised'], 'not_exercised'],
    [['skipped', 'skipped'], 'skipped'],
  ])('%j is %s', (outcomes, merged) => {
    const whole = merge(outcomes.map((outcome) => reportOf(outcome)))
    expect(whole.verdicts.map((one) => one.verdict)).toEqual([merged])
  })
})

test('clauses come in the order of the specification, requests are summed, times span', () => {
  const later = jsonReport(
    madeUpResult([verdict('auth.key-required', 'pass')], {
      started_at: Date.UTC(2026, 2, 1, 0, 0, 1),
      stopped: 'x',
    }),
  )
  const whole = merge([reportOf('pass'), later])
  expect(whole).toMatchObject({
    requests: 84,
    started_at: '2026-03-01T00:00:00.000Z',
    duration_ms: 2500,
    conforms: false,
    reason: 'x',
    stopped: 'x',
  })
  expect(whole.verdicts.map(({ clause }) => clause)).toEqual(['auth.key-required', 'list.envelope'])
})

test('what one report saw of the dialect is not unobserved in the whole', () => {
  const one = { ...reportOf('pass'), unobserved: { 'status.created': 'no', 'status.conflict': 'no' } }
  const other = {
    ...reportOf('pass'),
    dialect: { 'status.created': 200 },
    evidence: { 'status.created': [] },
  }
  expect(merge([one, other])).toMatchObject({
    dialect: { 'status.created': 200 },
    unobserved: { 'status.conflict': 'no' },
  })
  expect(merge([one, other]).unobserved).not.toHaveProperty(['status.created'])
})

test('an interruption of one weighs more than the time budget of another', () => {
  const stopped = (why: string) => ({ ...reportOf('pass'), stopped: why })
  expect(merge([stopped(BUDGET_ENDED), stopped(INTERRUPTED)])).toMatchObject({
    stopped: INTERRUPTED,
    conforms: false,
    reason: INTERRUPTED,
  })
  expect(merge([reportOf('pass'), stopped(BUDGET_ENDED)])).toMatchObject({ conforms: true })
})

test('a shard that could judge nothing keeps the whole from a judgement, not from failing', () => {
  const { target, run, version, selection, seed } = reportOf('pass')
  const head = { target, run, version, selection, shard: '2/2', seed }
  const dead = unjudgedReport(head, 'nothing answers', 0)
  const first = { ...reportOf('pass'), shard: '1/2' }
  expect(merge([first, dead])).toMatchObject({
    conforms: false,
    reason: 'shard 2/2 judged nothing: nothing answers',
  })
  expect(exitCode(merge([{ ...reportOf('fail'), shard: '1/2' }, dead]))).toBe(1)
})

const selecting = (...selection: string[]) => ({ ...reportOf('pass'), selection })

const part = (file: string, given: Partial<ConformanceReport> = {}): ReadReport => ({
  file,
  report: { ...reportOf('pass'), run: 'r', selection: [], ...given },
})

describe('reports that are not of one whole run are refused:', () => {
  const first = part('1.json', { shard: '1/3' })
  const second = part('2.json', { shard: '2/3' })
  const third = part('3.json', { shard: '3/3' })

  test.each<[string, ReadReport[], RegExp]>([
    ['a shard is missing', [first, third], /run: shard 2\/3 is missing$/],
    ['two are missing', [second], /\nshard 1\/3 is missing\nshard 3\/3 is missing$/],
    [
      'one is there twice',
      [first, second, third, part('4.json', { shard: '2/3' })],
      /shard 2\/3 is there 2 times: 2\.json, 4\.json$/,
    ],
    [
      'a run is there twice',
      [part('1.json'), part('2.json')],
      /the same run is there 2 times: 1\.json, 2\.json$/,
    ],
    [
      'parts of other sizes',
      [first, part('2.json', { shard: '2/2' })],
      /1\.json is shard 1\/3, and 2\.json shard 2\/2$/,
    ],
    ['a part and the whole', [part('1.json'), first], /1\.json is a whole run, and 1\.json shard 1\/3$/],
    [
      'another target',
      [first, { ...second, report: { ...second.report, target: 'http://else.example' } }],
      /2\.json is of the target http:\/\/else\.example, and 1\.json of/,
    ],
    [
      'another version',
      [first, { ...second, report: { ...second.report, version: '9.9.9' } }],
      /2\.json was written by version 9\.9\.9/,
    ],
    [
      'another run',
      [first, { ...second, report: { ...second.report, run: 'q' } }],
      /2\.json is of the run q, and 1\.json of r;/,
    ],
    [
      'a shard of another selection alone',
      [part('1.json', { selection: ['list'], shard: '1/2' }), part('2.json')],
      /shard 2\/2 is missing$/,
    ],
  ])('%s', (_, reports, message) => {
    expect(() => seeOneRun(reports)).toThrow(UsageError)
    expect(() => seeOneRun(reports)).toThrow(message)
  })

  test.each<[string, ReadReport[]]>([
    ['all shards, in any order', [third, first, second]],
    ['one whole run', [part('1.json')]],
    [
      'runs of other selections',
      [part('1.json', { selection: ['list'] }), part('2.json', { selection: ['create'] })],
    ],
  ])('%s are not', (_, reports) => {
    expect(() => seeOneRun(reports)).not.toThrow()
  })
})

test('what was selected by several runs is selected by the whole', () => {
  expect(merge([selecting('list'), selecting('create', 'list')]).selection).toEqual(['list', 'create'])
  expect(merge([selecting('list'), selecting()]).selection).toEqual([])
})

describe('a file that is no report is refused in one line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'report-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  test.each([
    ['nothing.json', null, /cannot read/],
    ['text.json', 'no JSON', /cannot read/],
    ['other.json', '{"verdicts":[]}', /is required/],
    ['odd.json', JSON.stringify({ ...reportOf('pass'), verdicts: [{ clause: 1 }] }), /verdicts\.0\./],
  ])('%s', (name, text, message) => {
    const file = join(folder, name)
    if (text !== null) writeFileSync(file, text)
    expect(() => readReport(file)).toThrow(UsageError)
    expect(() => readReport(file)).toThrow(message)
  })
})
