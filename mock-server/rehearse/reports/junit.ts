import { junitXml, type Outcome, type Testcase, type Testsuite } from '../../../schemas/printing/junit.ts'
import type { RehearsalReport, RehearsalVariation } from '../../../schemas/types.ts'
import { GROUPS } from '../variations/variation.ts'

/**
 * JUnit XML with a testsuite for each group of variations and a testcase for each that was tried. What touches nothing is
 * left out, and told as a number. Where nothing can be told, a testcase of its own is the error.
 */
export function junitReport(report: RehearsalReport): string {
  const suites = GROUPS.map(
    (group) => [group, report.variations.filter((each) => isOf(each, group))] as const,
  )
    .filter(([, variations]) => variations.length > 0)
    .map(([group, variations]) => suite(report, group, variations.map(testcase)))
  return junitXml(report.exit_code === 2 ? [...suites, unjudged(report)] : suites)
}

const isOf = ({ group, verdict }: RehearsalVariation, wanted: string): boolean =>
  group === wanted && verdict !== 'not_touched'

function unjudged(report: RehearsalReport): Testsuite {
  const { conclusion, reason = conclusion, output = '', duration_ms: ms } = report
  const outcome: Outcome = { kind: 'error', message: reason, type: 'no-judgement', text: output || reason }
  return suite(report, 'judgement', [{ name: 'judgement', classname: 'rehearse.judgement', ms, outcome }])
}

const suite = (report: RehearsalReport, name: string, cases: Testcase[]): Testsuite => ({
  name,
  package: 'rehearse',
  timestamp: report.started_at,
  hostname: 'localhost',
  properties: [
    ['command', report.command.join(' ')],
    ['scenario', report.scenario],
    ['seed', report.seed],
    ['version', report.version],
    ...Object.entries(report.score),
    ['conclusion', report.conclusion],
  ],
  cases,
})

function testcase(variation: RehearsalVariation): Testcase {
  const { name, group, ms = 0 } = variation
  const outcome = outcomeOf(variation)
  return { name, classname: `rehearse.${group}`, ms, ...(outcome && { outcome }) }
}

function outcomeOf({ verdict, says, reason = '', failure }: RehearsalVariation): Outcome | undefined {
  switch (verdict) {
    case 'survived':
      return undefined
    case 'not_survived':
      return {
        kind: 'failure',
        message: `${says} The command ${failure?.says}.`,
        type: failure?.kind ?? '',
        text: story(failure),
      }
    case 'not_judged':
      return { kind: 'error', message: reason, type: 'not-judged', text: reason }
    default:
      return { kind: 'skipped', message: `${verdict}: ${reason}` }
  }
}

function story(failure: RehearsalVariation['failure']): string {
  if (!failure) return ''
  const { differed, output, repeat, by_hand } = failure
  const request = differed
    ? [
        `request: ${differed.request} ${differed.body}`,
        ...(differed.at === undefined ? [] : [`differs: ${differed.at}`]),
        `first run: ${differed.first}`,
        `here: ${differed.now}`,
      ]
    : []
  return [...request, `again: ${repeat}`, ...by_hand.map((line) => `by hand: ${line}`), '', output].join('\n')
}
