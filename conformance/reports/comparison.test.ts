import { describe, expect, test } from 'vitest'
import type { ComparisonChange, ConformanceReport } from '../../schemas/types.ts'
import { validate } from '../../schemas/validate.ts'
import { failure, madeUpResult, verdict } from '../proof/testing/made-up-result.ts'
import { compared, exitCodeOf } from './comparison.ts'
import { comparisonTerminal } from './comparison-terminal.ts'
import type { Outcome } from './conclusion.ts'
import { jsonReport } from './json-report.ts'

/** A clause that passes in every report, so that they have one in common, and another one. */
function reportOf(outcome: Outcome | 'absent', more: Partial<ConformanceReport> = {}): ConformanceReport {
  const verdicts = [verdict('list.envelope', 'pass')]
  if (outcome !== 'absent') verdicts.push(verdict('create.persists', outcome))
  return { ...jsonReport(madeUpResult(verdicts)), ...more }
}

describe('the change of a clause', () => {
  test.each<[Outcome | 'absent', Outcome | 'absent', ComparisonChange['change'] | undefined, 0 | 1]>([
    ['pass', 'fail', 'newly_failing', 1],
    ['skipped', 'fail', 'newly_failing', 1],
    ['absent', 'fail', 'newly_failing', 1],
    ['waived', 'fail', 'newly_failing', 1],
    ['fail', 'fail', 'still_failing', 0],
    ['fail', 'pass', 'fixed', 0],
    ['waived', 'pass', 'fixed', 0],
    ['fail', 'waived', 'newly_waived', 0],
    ['pass', 'waived', 'newly_waived', 0],
    ['pass', 'not_exercised', 'no_longer_judged', 1],
    ['fail', 'error', 'no_longer_judged', 1],
    ['pass', 'absent', 'no_longer_judged', 0],
    ['error', 'pass', 'newly_judged', 0],
    ['pass', 'pass', undefined, 0],
    ['skipped', 'not_exercised', undefined, 0],
    ['waived', 'waived', undefined, 0],
  ])('from %s to %s is %s', (was, is, change, code) => {
    const comparison = compared(reportOf(was), reportOf(is))
    expect(comparison.changes.map((one) => one.change)).toEqual(change === undefined ? [] : [change])
    expect(exitCodeOf(comparison)).toBe(code)
    expect(validate('comparison', comparison)).toEqual([])
  })
})

test('a should that is newly failing is told, and fails nothing', () => {
  const should = { ...verdict('create.persists', 'fail'), level: 'should' as const }
  const after = jsonReport(madeUpResult([verdict('list.envelope', 'pass'), should]))
  const comparison = compared(reportOf('pass'), after)
  expect(comparison.changes).toMatchObject([{ change: 'newly_failing', level: 'should' }])
  expect(exitCodeOf(comparison)).toBe(0)
})

test('answers that both saw and that differ have drifted', () => {
  const before = reportOf('pass', {
    dialect: { 'status.created': 201, 'list.order': 'name', 'rate.quota': 5 },
  })
  const after = reportOf('pass', { dialect: { 'status.created': 200, 'list.order': 'name', 'id.type': 'x' } })
  expect(compared(before, after).drifted).toEqual([{ question: 'status.created', was: '201', is: '200' }])
})

test('what fails first comes first, each with what broke it, and a line at the end sums up', () => {
  const broken = verdict('create.persists', 'fail', {
    failures: [failure({ expected: 'the invoice', got: '404' })],
  })
  const before = jsonReport(
    madeUpResult([verdict('list.envelope', 'fail'), verdict('create.persists', 'pass')]),
  )
  const after = jsonReport(madeUpResult([verdict('list.envelope', 'pass'), broken]))
  const text = comparisonTerminal(compared(before, after), false)
  expect(text.indexOf('✗ create.persists')).toBeGreaterThan(-1)
  expect(text.indexOf('✗ create.persists')).toBeLessThan(text.indexOf('✓ list.envelope'))
  expect(text).toContain('expected the invoice, got 404')
  expect(text.trimEnd().split('\n').at(-1)).toBe('1 newly failing, 1 fixed.')
})

test('the same report twice has changed in nothing', () => {
  expect(comparisonTerminal(compared(reportOf('fail'), reportOf('pass')), false)).toContain('fixed')
  expect(comparisonTerminal(compared(reportOf('pass'), reportOf('pass')), false)).toBe(
    'Nothing has changed.\n',
  )
})

test.each<[string, ConformanceReport, ConformanceReport]>([
  ['the old report holds no judgement', { ...reportOf('pass'), verdicts: [] }, reportOf('pass')],
  [
    'the new report holds no judgement: it was away',
    reportOf('pass'),
    { ...reportOf('pass'), verdicts: [], reason: 'it was away' },
  ],
  [
    'the two reports have no clause in common',
    jsonReport(madeUpResult([verdict('auth.key-required', 'pass')])),
    reportOf('pass'),
  ],
])('%s', (message, before, after) => {
  expect(() => compared(before, after)).toThrow(message)
})

test('what makes comparing them questionable is a note', () => {
  const before = reportOf('pass', { target: 'http://a', started_at: '2026-03-02T00:00:00.000Z' })
  const after = reportOf('pass', { target: 'http://b', version: '9.9.9', stopped: 'the time budget ended' })
  expect(compared(before, after).notes).toEqual([
    'They are of two deployments: http://a, and http://b.',
    expect.stringMatching(/^Two versions of the kit judged: .*, and 9\.9\.9\.$/),
    'The old report is of a later run than the new one.',
    'The new run ended early: the time budget ended.',
  ])
})
