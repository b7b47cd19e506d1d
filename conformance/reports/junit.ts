import { junitXml, type Outcome, type Testcase, type Testsuite } from '../../schemas/printing/junit.ts'
import type { ConformanceReport, ReportVerdict } from '../../schemas/types.ts'
import { areasOf } from './areas.ts'
import { alsoFails, causesOf } from './causes.ts'
import { conclusion, exitCode, mistakesInWords } from './conclusion.ts'
import { effectLines } from './effects-lines.ts'
import { headline, story } from './story.ts'

/**
 * JUnit XML with a testsuite for each area and a testcase for each clause. A should that fails and a waived failure are
 * skipped testcases: neither fails the run. Where there is no judgement, a testcase of its own is the error, so that
 * nothing is green by what was not judged.
 */
export function junitReport(report: ConformanceReport): string {
  const causes = causeWords(report)
  const share = shareOf(report)
  const areas = areasOf(report).map(({ id, title, verdicts }) =>
    suite(
      report,
      title,
      verdicts.map((verdict) => testcase(id, verdict, share, causes.get(verdict))),
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

/**
 * Scales the times of clauses to the time of the run. Checks run concurrently and count for each of their clauses, so
 * the times of the clauses add up to many times the time of the run.
 */
function shareOf({ verdicts, duration_ms }: ConformanceReport): number {
  const sum = verdicts.reduce((total, { ms }) => total + ms, 0)
  return sum > duration_ms ? duration_ms / sum : 1
}

/** Names the failures that have the same cause as the first of them. */
function causeWords({ verdicts }: ConformanceReport): Map<ReportVerdict, string> {
  const groups = causesOf(verdicts).filter(({ others }) => others.length > 0)
  return new Map(
    groups.flatMap(({ first, others }) => [
      [first, alsoFails(others)],
      ...others.map((other) => [other, `same cause as ${first.clause}`] as const),
    ]),
  )
}

function testcase(area: string, verdict: ReportVerdict, share: number, cause?: string): Testcase {
  const { clause } = verdict
  const ms = verdict.ms * share
  const outcome = outcomeOf(verdict, cause)
  return { name: clause, classname: `conformance.${area}`, ms, ...(outcome && { outcome }) }
}

function outcomeOf(verdict: ReportVerdict, cause?: string): Outcome | undefined {
  const text = [...(cause === undefined ? [] : [cause]), ...story(verdict)].join('\n')
  const { level, reason = '' } = verdict
  switch (verdict.verdict) {
    case 'pass':
      return undefined
    case 'error':
      return { kind: 'error', message: 'could not be judged', type: 'error', text: reason }
    case 'fail':
      return level === 'must'
        ? { kind: 'failure', message: headline(verdict), type: 'must', text }
        : { kind: 'skipped', message: `should, not must: ${text}` }
    default:
      return { kind: 'skipped', message: `${verdict.verdict}: ${reason}` }
  }
}
