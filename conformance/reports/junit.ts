import type { ConformanceReport, ReportVerdict } from '../../schemas/types.ts'
import { areasOf, type Area } from './areas.ts'
import { conclusion, countOf, exitCode, mistakesInWords } from './conclusion.ts'
import { story } from './story.ts'
import { escaped } from '../../schemas/printing/escape.ts'

/**
 * JUnit XML with a testsuite for each area and a testcase for each clause, in what the common schemas of it (Ant's and
 * Jenkins') both allow. A should that fails and a waived failure are skipped testcases: neither fails the run. Where
 * there is no judgement, a testcase of its own is the error, so that nothing is green by what was not judged.
 */
export function junitReport(report: ConformanceReport): string {
  const areas = areasOf(report).map((area, index) => testsuite(area, index, report))
  const suites = exitCode(report) === 2 ? [...areas, noJudgement(areas.length, report)] : areas
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('\n')}\n</testsuites>\n`
}

function testsuite({ title, verdicts }: Area, id: number, report: ConformanceReport): string {
  const failures = verdicts.filter(fails).length
  const errors = countOf(verdicts, 'error')
  const counts = {
    tests: verdicts.length,
    failures,
    errors,
    skipped: verdicts.length - failures - errors - countOf(verdicts, 'pass'),
    time: seconds(verdicts.reduce((sum, { ms }) => sum + ms, 0)),
  }
  return suite(report, { name: title, id, ...counts }, verdicts.map(testcase))
}

function noJudgement(id: number, report: ConformanceReport): string {
  const { reason = '' } = report
  const error = `<error${attributesOf({ message: reason, type: 'no-judgement' })}>${escaped(reason)}</error>`
  const counts = { tests: 1, failures: 0, errors: 1, skipped: 0, time: seconds(report.duration_ms) }
  const attributes = attributesOf({ name: 'judgement', classname: 'conformance.run', time: counts.time })
  return suite(report, { name: 'Judgement', id, ...counts }, [
    `    <testcase${attributes}>\n      ${error}\n    </testcase>`,
  ])
}

type Attributes = { [name: string]: string | number }

function suite(report: ConformanceReport, own: Attributes, cases: string[]): string {
  const attributes = {
    ...own,
    package: 'conformance',
    timestamp: report.started_at.slice(0, 19),
    hostname: hostOf(report.target),
  }
  return [
    `  <testsuite${attributesOf(attributes)}>`,
    '    <properties>',
    ...propertiesOf(report).map(([name, value]) => `      <property${attributesOf({ name, value })}/>`),
    '    </properties>',
    ...cases,
    '    <system-out></system-out>',
    '    <system-err></system-err>',
    '  </testsuite>',
  ].join('\n')
}

function propertiesOf(report: ConformanceReport): [name: string, value: string | number][] {
  const { seed, target, run, version, shard } = report
  return [
    ...Object.entries({ seed, target, run, version, ...(shard !== null && { shard }) }),
    ...mistakesInWords(report).map((words): [string, string] => ['target_mistake', words]),
    ['conclusion', conclusion(report)],
  ]
}

const fails = ({ verdict, level }: ReportVerdict) => verdict === 'fail' && level === 'must'

function testcase(verdict: ReportVerdict): string {
  const { clause, ms } = verdict
  const attributes = attributesOf({ name: clause, classname: `conformance.${clause}`, time: seconds(ms) })
  const inside = outcome(verdict)
  return inside === ''
    ? `    <testcase${attributes}/>`
    : `    <testcase${attributes}>\n      ${inside}\n    </testcase>`
}

function outcome(verdict: ReportVerdict): string {
  const { says, reason = '' } = verdict
  if (fails(verdict))
    return `<failure${attributesOf({ message: says, type: 'must' })}>${escaped(story(verdict).join('\n'))}</failure>`
  if (verdict.verdict === 'error')
    return `<error${attributesOf({ message: 'could not be judged', type: 'error' })}>${escaped(reason)}</error>`
  if (verdict.verdict === 'pass') return ''
  const message =
    verdict.verdict === 'fail'
      ? `should, not must: ${story(verdict).join('\n')}`
      : `${verdict.verdict}: ${reason}`
  return `<skipped${attributesOf({ message })}/>`
}

const seconds = (ms: number) => (ms / 1000).toFixed(3)

const hostOf = (target: string) => (URL.canParse(target) ? new URL(target).hostname : 'unknown')

function attributesOf(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${attribute(String(value))}"`)
    .join('')
}

/** Line ends in attributes would be read as spaces. */
const attribute = (text: string) => escaped(text).replaceAll('\n', '&#10;').replaceAll('\r', '&#13;')
