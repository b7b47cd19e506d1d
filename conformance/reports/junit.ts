import { junitXml, type Outcome, type Testcase, type Testsuite } from '../../schemas/printing/junit.ts'
import type { ConformanceReport, ReportVerdict } from '../../schemas/types.ts'
import { areasOf } from './areas.ts'
import { conclusion, exitCode, mistakesInWords } from './conclusion.ts'
import { effectLines } from './effects-lines.ts'
import { headline, story } from './story.ts'

/**
 * JUnit XML with a testsuite for each area and a testcase for each clause. A should that fails and a waived failure are
 * skipped testcases: neither fails the run. Where there is no judgement, a testcase of its own is the error, so that
 * nothing is green by what was not judged.
 */
export function junitReport(report: ConformanceReport): string {
  const areas = areasOf(report).map(({ id, title, verdicts }) =>
    suite(
      report,
      title,
      verdicts.map((verdict) => testcase(id, verdict)),
    ),
  )
  return junitXml(exitCode(report) === 2 ? [...areas, noJudgement(report)] : areas)
}

function noJudgement(report: ConformanceReport): Testsuite {
  const { reason = '', duration_ms: ms } = report
  const outcome: Outcome = { kind: 'error', message: reason, type: 'no-judgement', text: reason }
  return suite(report, 'Judgement', [{ name: 'judgement', classname: 'conformance.run', ms, outcome }])
}

const suite = (report: ConformanceReport, name: string, cases: Testcase[]): Testsuite => ({
  name,
  package: 'conformance',
  timestamp: report.started_at,
  hostname: URL.canParse(report.target) ? new URL(report.target).hostname : 'unknown',
  properties: propertiesOf(report),
  cases,
})

function propertiesOf(report: ConformanceReport): Testsuite['properties'] {
  const { seed, target, run, version, shard } = report
  return [
    ...Object.entries({ seed, target, run, version, ...(shard !== null && { shard }) }),
    ...mistakesInWords(report).map((words) => ['target_mistake', words] as const),
    ...effectLines(report).map(({ name, text }) => [`effects.${name}`, text] as const),
    ['conclusion', conclusion(report)],
  ]
}

function testcase(area: string, verdict: ReportVerdict): Testcase {
  const { clause, ms } = verdict
  const outcome = outcomeOf(verdict)
  return { name: clause, classname: `conformance.${area}`, ms, ...(outcome && { outcome }) }
}

function outcomeOf(verdict: ReportVerdict): Outcome | undefined {
  const { level, reason = '' } = verdict
  switch (verdict.verdict) {
    case 'pass':
      return undefined
    case 'error':
      return { kind: 'error', message: 'could not be judged', type: 'error', text: reason }
    case 'fail':
      return level === 'must'
        ? { kind: 'failure', message: headline(verdict), type: 'must', text: story(verdict).join('\n') }
        : { kind: 'skipped', message: `should, not must: ${story(verdict).join('\n')}` }
    default:
      return { kind: 'skipped', message: `${verdict.verdict}: ${reason}` }
  }
}
