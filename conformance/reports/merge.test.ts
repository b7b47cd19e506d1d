import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { madeUpResult, verdict } from '../testing/made-up-result.ts'
import { UsageError } from '../usage-error.ts'
import { exitCode, INTERRUPTED, type Outcome } from './conclusion.ts'
import { jsonReport } from './json-report.ts'
import { merge, readReport } from './merge.ts'

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
    conforms: true,
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

test('reports of other deployments are refused', () => {
  const other = { ...reportOf('pass'), target: 'http://else.example' }
  expect(() => merge([reportOf('pass'), other])).toThrow(UsageError)
})

describe('a file that is no report is refused in one line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'report-'))
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

describe('exit code', () => {
  test.each<[Outcome[], boolean, string | null, number]>([
    [['pass'], false, null, 0],
    [['pass', 'fail'], false, null, 0],
    [['pass', 'not_exercised'], true, null, 0],
    [['waived', 'pass'], false, null, 0],
    [['fail', 'pass'], false, null, 1],
    [['fail', 'error'], false, null, 1],
    [['pass', 'error'], false, null, 2],
    [['skipped', 'not_exercised'], false, null, 2],
    [['skipped', 'pass'], false, null, 0],
    [['skipped', 'pass'], true, null, 2],
    [['not_exercised', 'pass'], true, null, 2],
    [['pass'], false, 'the time budget ended', 0],
    [['pass'], false, INTERRUPTED, 2],
    [['fail'], false, INTERRUPTED, 1],
  ])('of a must %j (and a should), strict %s, stopped %s is %i', (outcomes, strict, stopped, code) => {
    const report = reportOf(...outcomes)
    expect(exitCode(stopped === null ? report : { ...report, stopped }, strict)).toBe(code)
  })
})
