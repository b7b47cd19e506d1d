import { beforeAll, describe, test } from 'vitest'
import { CLAUSE_IDS, CLAUSES, type ClauseId } from '../schemas/clauses.ts'
import { lines as plainLines } from '../schemas/printing/plain-text.ts'
import { hasFields } from '../schemas/tables.ts'
import type { ConformanceReport, ReportVerdict } from '../schemas/types.ts'
import { checkGiven, checkOptions, text, type Rule, type Rules } from '../schemas/given.ts'
import { parseRequirement } from './command/selection.ts'
import { readWaivers, waive } from './command/waivers.ts'
import { selectClauses } from './judge/select-clauses.ts'
import { conclusion, exitCode, mistakesInWords } from './reports/conclusion.ts'
import { jsonReport } from './reports/json-report.ts'
import { story } from './reports/story.ts'
import type { RunOptions } from './run/options.ts'
import { run } from './run/run.ts'
import { PACE_RULES } from './run/run-rules.ts'
import { scopeOf } from './run/scope.ts'
import { targetOf, type GivenTarget } from './server/load-target.ts'

/** Options of a conformance run in Vitest. */
export interface ConformanceOptions extends Pick<
  RunOptions,
  'seed' | 'runs' | 'time_budget' | 'max_rps' | 'concurrency' | 'bail'
> {
  /** Clauses, areas or sections to judge, as on the command line. The default is all. */
  only?: readonly string[]
  /** Clauses, areas and sections that must be judged, comma-separated, or a number of clauses. */
  require?: string | number
  /** Path of a waiver file, which lists accepted deviations. */
  waivers?: string
  /** Maximum duration of the run in milliseconds. The default is 10 minutes. */
  timeout?: number
}

/** Target: a file, its content, an address, or a function that starts a server and returns one of these. */
export type TargetSource = GivenTarget | (() => GivenTarget | Promise<GivenTarget>)

const RULES: Rules<keyof ConformanceOptions> = {
  ...PACE_RULES,
  only: [isNames, 'a list of clauses, areas or sections'],
  require: [
    (value) => ['string', 'number'].includes(typeof value),
    'names, comma-separated, or a number of clauses',
  ],
  waivers: text('the path of a file'),
  timeout: [(value) => typeof value === 'number' && value >= 0, 'a number of milliseconds'],
}

const SOURCE: Rule = [
  (value) => typeof value === 'string' || typeof value === 'function' || hasFields(value),
  'a file, an address, the content of a file, or a function that returns one of these',
]

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

/**
 * Registers one vitest test for each clause. The suite runs once, before the first test. A clause that is skipped, not
 * exercised or waived is a skipped test with the reason. A `should` that fails is skipped, too. The test `enough was
 * judged` fails if the run judged too few clauses, or if the target has a mistake. Otherwise a run with skipped tests
 * only would pass unnoticed.
 */
export function conformance(source: TargetSource, options: ConformanceOptions = {}): void {
  checkOptions('conformance', options, RULES)
  checkGiven('conformance', 'its target', source, SOURCE)
  const clauses = options.only ? selectClauses(options.only) : CLAUSE_IDS
  describe('conformance', () => {
    let report: ConformanceReport
    let verdicts = new Map<string, ReportVerdict>()
    beforeAll(async () => {
      report = await judged(source, clauses, options)
      verdicts = new Map(report.verdicts.map((verdict) => [verdict.clause, verdict]))
    }, options.timeout ?? 600_000)
    for (const clause of clauses)
      // oxlint-disable-next-line vitest/expect-expect -- it throws the failure, which reads better
      test(`${clause}: ${CLAUSES[clause].says}`, (context) => {
        const verdict = verdicts.get(clause)
        if (verdict === undefined) throw withoutStack('the run gave no verdict')
        const why = reasonToSkip(verdict)
        if (why !== null) context.skip(why)
        if (verdict.verdict !== 'pass') throw failure(verdict)
      })
    // oxlint-disable-next-line vitest/expect-expect -- as above
    test('enough was judged', () => {
      const mistakes = mistakesInWords(report)
      if (exitCode(report) === 2 || mistakes.length > 0)
        throw withoutStack([conclusion(report), ...mistakes].join('\n'))
    })
  })
}

async function judged(
  source: TargetSource,
  clauses: readonly ClauseId[],
  options: ConformanceOptions,
): Promise<ConformanceReport> {
  const waivers = options.waivers === undefined ? [] : readWaivers(options.waivers)
  const demands =
    options.require === undefined ? {} : { require: parseRequirement(String(options.require), clauses) }
  const target = await targetOf('conformance', typeof source === 'function' ? await source() : source)
  const result = await run(target, { ...options, ...scopeOf(clauses) })
  const waived = waive(result, waivers, result.started_at)
  return jsonReport(waived.result, waived.notes, { demands })
}

function reasonToSkip({ verdict, level, reason = '', counterexample }: ReportVerdict): string | null {
  if (verdict === 'skipped' || verdict === 'not_exercised') return reason
  if (verdict === 'waived') return `waived: ${reason}`
  if (verdict === 'fail' && level === 'should') return `should, not must: ${counterexample?.message ?? ''}`
  return null
}

function failure(verdict: ReportVerdict): Error {
  const { says, reason, counterexample } = verdict
  const told = counterexample ? story(verdict) : [says, `could not be judged: ${reason}`]
  return withoutStack(told.flatMap(plainLines).join('\n'))
}

/** A stack would lead into the suite, where nobody has to look. */
function withoutStack(message: string): Error {
  const error = new Error(message)
  error.stack = message
  return error
}
