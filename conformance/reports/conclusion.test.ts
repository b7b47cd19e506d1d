import { describe, expect, test } from 'vitest'
import { CLAUSE_IDS, CLAUSES, type ClauseId } from '../../schemas/clauses.ts'
import { INTERRUPTED } from '../../schemas/command-line/interruption.ts'
import type { ConformanceReport } from '../../schemas/types.ts'
import { BUDGET_ENDED } from '../judge/reasons.ts'
import { madeUpResult, verdict } from '../proof/testing/made-up-result.ts'
import { concluded, conclusion, exitCode, type Demands, type Outcome } from './conclusion.ts'
import { FLOOR, READABLE } from './floor.ts'
import { jsonReport } from './json-report.ts'

const TARGET = 'http://127.0.0.1:9/api/v1/external'

/** A report with these outcomes of a must and a should. */
const reportOf = (...[must, should]: Outcome[]) =>
  jsonReport(
    madeUpResult([
      ...(must ? [verdict('list.envelope', must)] : []),
      ...(should ? [verdict('errors.one-status-per-kind', should)] : []),
    ]),
  )

/** A report on everything, of which so many must clauses passed, and nothing else was judged. */
function reportOnAll(judged: number, given: Partial<ConformanceReport> = {}): ConformanceReport {
  const musts = CLAUSE_IDS.filter((clause) => CLAUSES[clause].level === 'must').toSorted(readableFirst)
  const passing = new Set(musts.slice(0, judged))
  const verdicts = CLAUSE_IDS.map((clause) =>
    verdict(clause, passing.has(clause) ? 'pass' : 'not_exercised', {
      ...(!passing.has(clause) && { reason: 'the store has no invoice' }),
    }),
  )
  return { ...jsonReport(madeUpResult(verdicts)), ...given }
}

const readableFirst = (a: ClauseId, b: ClauseId) =>
  Number(READABLE.includes(b)) - Number(READABLE.includes(a))

describe('the exit code', () => {
  test.each<[Outcome[], Demands, string | undefined, number]>([
    [['pass'], {}, undefined, 0],
    [['pass', 'fail'], {}, undefined, 0],
    [['pass', 'not_exercised'], { strict: true }, undefined, 0],
    [['waived', 'pass'], {}, undefined, 0],
    [['fail', 'pass'], {}, undefined, 1],
    [['fail', 'error'], {}, undefined, 1],
    [['pass', 'error'], {}, undefined, 2],
    [['skipped', 'not_exercised'], {}, undefined, 2],
    [['skipped', 'pass'], {}, undefined, 0],
    [['skipped', 'pass'], { strict: true }, undefined, 2],
    [['not_exercised', 'pass'], { strict: true }, undefined, 2],
    [['skipped', 'pass'], { require: ['errors.one-status-per-kind'] }, undefined, 0],
    [['skipped', 'pass'], { require: ['list.envelope'] }, undefined, 2],
    [['waived', 'pass'], { require: ['list.envelope'] }, undefined, 0],
    [['skipped', 'pass'], { require: 1 }, undefined, 0],
    [['skipped', 'pass'], { require: 2 }, undefined, 2],
    [['fail', 'skipped'], { require: 2 }, undefined, 1],
    [['pass'], { obstacle: 'the target is mistaken' }, undefined, 2],
    [['fail'], { obstacle: 'the target is mistaken' }, undefined, 1],
    [['pass'], {}, BUDGET_ENDED, 0],
    [['pass'], {}, INTERRUPTED, 2],
    [['pass'], {}, 'the caller had enough', 2],
    [['fail'], {}, INTERRUPTED, 1],
  ])('of a must and a should %j, asked %j, stopped %s is %i', (outcomes, demands, stopped, code) => {
    const report = concluded({ ...reportOf(...outcomes), ...(stopped && { stopped }) }, demands)
    expect(exitCode(report)).toBe(code)
    expect(report.conforms).toBe(code === 0)
    expect(report.reason === undefined).toBe(code === 0)
  })
})

describe('the sentence', () => {
  test.each<[Outcome[], string]>([
    [['pass'], `${TARGET}: 1 of 1 clause judged, all conform.`],
    [['pass', 'pass'], `${TARGET}: 2 of 2 clauses judged, all conform.`],
    [['pass', 'skipped'], `${TARGET}: 1 of 2 clauses judged, all conform.`],
    [['pass', 'fail'], `${TARGET}: 2 of 2 clauses judged, 1 conform (1 should but does not).`],
    [['waived', 'pass'], `${TARGET}: 2 of 2 clauses judged, 1 conform (1 waived).`],
    [['fail', 'pass'], `${TARGET} does not conform: 1 of the 2 clauses that were judged fails.`],
    [['fail'], `${TARGET} does not conform: the 1 clause that was judged fails.`],
    [['skipped'], `No judgement on ${TARGET}: nothing passed.`],
    [['error', 'pass'], `No judgement on ${TARGET}: 1 clause could not be judged: needs something.`],
  ])('of a must and a should %j', (outcomes, sentence) => {
    expect(conclusion(reportOf(...outcomes))).toBe(sentence)
  })

  test('says that the time budget ended, and of which shard it is', () => {
    const report = concluded({ ...reportOf('pass', 'skipped'), stopped: BUDGET_ENDED, shard: '1/3' })
    expect(conclusion(report)).toBe(
      `${TARGET}: 1 of 2 clauses judged, all conform; the time budget ended; this is shard 1/3.`,
    )
    expect(conclusion(concluded({ ...reportOf('skipped'), stopped: BUDGET_ENDED }))).toBe(
      `No judgement on ${TARGET}: nothing passed: the time budget ended.`,
    )
  })

  test('says so too where too little was judged', () => {
    const report = concluded({ ...reportOf('pass', 'skipped'), stopped: BUDGET_ENDED }, { require: 2 })
    expect(conclusion(report)).toBe(
      `No judgement on ${TARGET}: 1 clause was judged of 2 required (needs something: 1 clause), and the time budget ended.`,
    )
  })

  test('names each required clause that was not judged, with the reason', () => {
    const report = concluded(reportOf('skipped', 'pass'), { require: ['list.envelope'] })
    expect(conclusion(report)).toBe(
      `No judgement on ${TARGET}: 1 required clause was not judged: list.envelope (needs something).`,
    )
  })
})

describe('a run of everything', () => {
  test('needs as much as a read-only run on a filled store judges', () => {
    expect(exitCode(concluded(reportOnAll(FLOOR)))).toBe(0)
    const less = concluded(reportOnAll(FLOOR - 1))
    expect(exitCode(less)).toBe(2)
    const open = READABLE.length - FLOOR + 1
    expect(less.reason).toBe(
      `only ${FLOOR - 1} must clauses were judged, where a read-only run on a filled store judges ${FLOOR} (the store has no invoice: ${open} clauses); --require N is content with less`,
    )
  })

  test('is content with less where that is asked for, and not where more is', () => {
    expect(exitCode(concluded(reportOnAll(3), { require: 3 }))).toBe(0)
    expect(exitCode(concluded(reportOnAll(FLOOR), { require: FLOOR + 1 }))).toBe(2)
  })

  test('is judged as a whole: a shard of it may judge little', () => {
    expect(exitCode(concluded(reportOnAll(3, { shard: '1/9' })))).toBe(0)
  })

  test('is not what a selection is', () => {
    expect(exitCode(concluded(reportOnAll(3, { selection: ['list'] })))).toBe(0)
  })
})
