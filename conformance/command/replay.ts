import type { ClauseId } from '../../schemas/clauses.ts'
import { interruptible } from '../../schemas/command-line/interruption.ts'
import { UsageError } from '../../schemas/command-line/usage-error.ts'
import { isOneOf } from '../../schemas/tables.ts'
import type { ConformanceReport, ReportCounterexample } from '../../schemas/types.ts'
import { WATCHERS } from '../clauses/index.ts'
import { selectClauses } from '../judge/select-clauses.ts'
import { jsonReport } from '../reports/json-report.ts'
import { merge, readReport } from '../reports/merge.ts'
import { Pseudonyms } from '../reports/pseudonyms.ts'
import { terminalReport } from '../reports/terminal.ts'
import { scopeOf, type Scope } from '../run/scope.ts'
import type { Target } from '../server/target.ts'
import { runLive } from './live.ts'
import { terminalOptions } from './reported.ts'
import { aimOf, runOptions, targetOf, type TargetFlags } from './run.ts'

/** A failure of a report, to be found again. */
interface Found {
  clause: ClauseId
  counterexample: ReportCounterexample
}

export interface ReplayFlags extends TargetFlags {
  fullData?: true
}

/** `conformance replay`: runs the failures of a report again from their seed and path; 1 when one still fails. */
export async function replayCommand(file: string, names: string[], flags: ReplayFlags): Promise<number> {
  const report = readReport(file)
  const failures = failuresOf(report, selectClauses(names))
  if (failures.length === 0)
    throw new UsageError(`${file} holds no failure${names.length > 0 ? ' of that clause' : ''}`)
  const target = await targetOf(flags)
  const again = await interruptible((signal) => replayed(target, failures, judgedBy(report), flags, signal))
  const failing = again.verdicts.filter(({ verdict }) => verdict === 'fail')
  process.stdout.write(terminalReport({ ...again, aim: aimOf(flags) }, terminalOptions()))
  process.stdout.write(`${againWords(failing.length, failures.length)}\n`)
  if (failing.length > 0) return 1
  return again.stopped === undefined && again.verdicts.every(({ verdict }) => verdict === 'pass') ? 0 : 2
}

function againWords(count: number, of: number): string {
  if (of > 1) return `${count} of ${of} failures happened again.`
  return count === 1 ? 'The failure happened again.' : 'The failure did not happen again.'
}

function failuresOf({ verdicts }: ConformanceReport, clauses: readonly ClauseId[]): Found[] {
  return verdicts.flatMap(({ clause, counterexample }) =>
    counterexample && isOneOf(clauses, clause) ? [{ clause, counterexample }] : [],
  )
}

/** One run for each seed: a merged report holds the failures of several. */
async function replayed(
  target: Target,
  failures: readonly Found[],
  judged: readonly ClauseId[],
  flags: ReplayFlags,
  signal: AbortSignal,
): Promise<ConformanceReport> {
  const seeds = [...new Set(failures.map(({ counterexample }) => counterexample.seed))]
  const about = { full_data: flags.fullData ?? false, pseudonyms: new Pseudonyms() }
  const reports: ConformanceReport[] = []
  for (const seed of seeds) {
    const own = failures.filter(({ counterexample }) => counterexample.seed === seed)
    const result = await runLive(target, {
      ...runOptions(flags),
      ...scopeOfReplay(own, judged),
      seed,
      signal,
      replay: pointsOf(own),
    })
    reports.push(jsonReport(result, [], about))
  }
  return merge(reports)
}

function judgedBy({ verdicts }: ConformanceReport): ClauseId[] {
  const judged = new Set(verdicts.map(({ clause }) => clause))
  return selectClauses([]).filter((clause) => judged.has(clause))
}

/** What was seen in passing is looked for in everything that the run sent which saw it. */
function scopeOfReplay(failures: readonly Found[], judged: readonly ClauseId[]): Scope {
  const clauses = failures.map(({ clause }) => clause)
  const inPassing = failures.some(({ counterexample }) =>
    WATCHERS.some(({ name }) => name === counterexample.check),
  )
  return inPassing ? { exercise: judged, ...scopeOf(judged), clauses } : { clauses }
}

const pointsOf = (failures: readonly Found[]) =>
  failures
    .filter(({ counterexample }) => counterexample.path !== '')
    .map(({ counterexample: { check, property = '', path } }) => ({ check, property, path }))
