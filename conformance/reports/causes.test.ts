import { describe, expect, test } from 'vitest'
import { exchange, failure, madeUpResult, verdict } from '../proof/testing/made-up-result.ts'
import type { Failure } from '../judge/verdict.ts'
import type { ClauseId } from '../../schemas/clauses.ts'
import { alsoFails, causesOf } from './causes.ts'
import { exitCode } from './conclusion.ts'
import { githubReport } from './github.ts'
import { htmlReport } from './html.ts'
import { jsonReport } from './json-report.ts'
import { junitReport } from './junit.ts'
import { stepSummary } from './step-summary.ts'
import { terminalReport } from './terminal.ts'

const failed = (clause: ClauseId, given: Partial<Failure>) =>
  verdict(clause, 'fail', { failures: [failure(given)] })

/** The failures that a report shows as one: `leader < other other`. */
function groupsOf(...verdicts: Parameters<typeof madeUpResult>[0]): string[] {
  return causesOf(jsonReport(madeUpResult(verdicts)).verdicts).map(({ first, others }) =>
    [first.clause, ...(others.length > 0 ? ['<'] : []), ...others.map(({ clause }) => clause)].join(' '),
  )
}

const answer = exchange()

describe('one cause is', () => {
  test('one field, in a list and in a single record', () => {
    expect(
      groupsOf(
        failed('customers.create', {
          field: 'customer.phone',
          expected: '"+49"',
          exchanges: [answer, answer],
        }),
        failed('customers.list', { field: 'customers.0.phone', expected: '"+48"' }),
      ),
    ).toEqual(['customers.list < customers.create'])
  })

  test('one answer, where not both name a field', () => {
    expect(
      groupsOf(
        failed('http.no-server-error', { expected: 'no 5xx', exchanges: [answer] }),
        failed('customers.create', { expected: 'a success', exchanges: [exchange(), answer] }),
      ),
    ).toEqual(['http.no-server-error < customers.create'])
  })

  test('the same words', () => {
    expect(groupsOf(failed('list.meta-echo', {}), failed('search.envelope', {}))).toEqual([
      'list.meta-echo < search.envelope',
    ])
  })
})

describe('two causes are', () => {
  test('two fields of one answer', () => {
    const exchanges = [answer]
    expect(
      groupsOf(
        failed('customers.create', { field: 'customer.phone', exchanges }),
        failed('customers.update', { field: 'customer.email', exchanges }),
      ),
    ).toHaveLength(2)
  })

  test('one field of two resources', () => {
    expect(
      groupsOf(
        failed('customers.update', { field: 'customer.updated_at' }),
        failed('templates.update', { field: 'template.updated_at' }),
      ),
    ).toHaveLength(2)
  })

  test('a failure and a waived one', () => {
    expect(groupsOf(failed('list.meta-echo', {}), verdict('search.envelope', 'waived'))).toHaveLength(2)
  })
})

test('a must leads before a should, and a sequence comes last', () => {
  const field = 'invoice.total_price'
  expect(
    groupsOf(
      failed('model.sequences', { field }),
      failed('errors.one-status-per-kind', { field }),
      failed('regenerate.resyncs', { field, exchanges: [answer, answer] }),
    ),
  ).toEqual(['regenerate.resyncs < model.sequences errors.one-status-per-kind'])
})

test('at most five others are named', () => {
  const { verdicts } = jsonReport(madeUpResult([failed('list.meta-echo', {})]))
  const others = Array.from({ length: 7 }, () => verdicts).flat()
  expect(alsoFails(others)).toMatch(/^also fails: (list\.meta-echo, ){4}list\.meta-echo and 2 more$/)
})

describe('reports of three clauses that fail by one cause', () => {
  const report = jsonReport(
    madeUpResult([
      failed('customers.create', { field: 'customer.phone', message: 'first sentence' }),
      failed('customers.update', { field: 'customer.phone', message: 'second sentence' }),
      failed('model.sequences', { field: 'customer.phone', message: 'third sentence' }),
    ]),
  )
  const also = 'also fails: customers.update, model.sequences'

  test('JSON holds all three as failed, and the two lead to the first', () => {
    expect(report.verdicts.map(({ verdict: outcome, caused_by }) => [outcome, caused_by])).toEqual([
      ['fail', undefined],
      ['fail', 'customers.create'],
      ['fail', 'customers.create'],
    ])
    expect(exitCode(report)).toBe(1)
  })

  test('the terminal tells the story once, and counts three', () => {
    const text = terminalReport(report, { colors: false, width: 100 })
    expect(text.match(/(first|second|third) sentence/g)).toEqual(['first sentence'])
    expect(text).toContain(`  ${also}\n`)
    expect(text).toContain('3 failed')
  })

  test('GitHub has one annotation', () => {
    const lines = githubReport(report).split('\n')
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(1)
    expect(lines[0]).toContain(also)
  })

  test('JUnit has three failures, two of which name the first', () => {
    const xml = junitReport(report)
    expect(xml.match(/<failure /g)).toHaveLength(3)
    expect(xml).toContain(`>${also}\n`)
    expect(xml.match(/>same cause as customers\.create\n/g)).toHaveLength(2)
  })

  test('the summary of a job and the HTML list them below the first', () => {
    expect(stepSummary(report)).toContain('also fails&#58; customers&#46;update&#44; model&#46;sequences')
    const html = htmlReport(report)
    expect(html.match(/also fails: <a/g)).toHaveLength(1)
    expect(html.match(/Fails by the same cause as <a class="id" href="#customers.create"/g)).toHaveLength(2)
  })
})
