import { expect, test } from 'vitest'
import type { ConformanceReport } from '../../schemas/types.ts'
import { failure, madeUpResult, verdict } from '../proof/testing/made-up-result.ts'
import { githubReport } from './github.ts'
import { htmlReport } from './html.ts'
import { jsonReport } from './json-report.ts'
import { junitReport } from './junit.ts'
import { stepSummary } from './step-summary.ts'
import { terminalReport } from './terminal.ts'

const found = failure({ check: 'the list by both dates', file: 'conformance/clauses/list/by-day.ts' })
const report = jsonReport(madeUpResult([verdict('list.filter-combination', 'fail', { failures: [found] })]))

test.each<[string, (told: ConformanceReport) => string]>([
  ['terminal', (told) => terminalReport(told, { colors: false, width: 100 })],
  ['JSON', (told) => JSON.stringify(told)],
  ['JUnit', junitReport],
  ['GitHub', githubReport],
  ['step summary', stepSummary],
  ['HTML', htmlReport],
])('a failure in the report for %s names its check and the file where that stands', (_, print) => {
  // Markdown has some characters as references.
  const text = print(report).replaceAll(/&#(\d+);/g, (_all, code) => String.fromCodePoint(Number(code)))
  expect(text).toContain('the list by both dates')
  expect(text).toContain('conformance/clauses/list/by-day.ts')
})
