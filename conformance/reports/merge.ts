import { readFileSync } from 'node:fs'
import { CLAUSE_IDS } from '../../schemas/clauses.ts'
import { UsageError } from '../../schemas/command-line/usage-error.ts'
import { whyUnread } from '../../schemas/thrown.ts'
import type { ConformanceReport, ReportVerdict } from '../../schemas/types.ts'
import { validate } from '../../schemas/validate.ts'
import { BUDGET_ENDED } from '../judge/reasons.ts'
import { joinEffects } from './join-effects.ts'
import { concluded, type Demands, type Outcome } from './conclusion.ts'
import type { RunHead } from './run-head.ts'

/** @throws {UsageError} when the file is no report, in one line that says what is wrong with it. */
export function readReport(file: string): ConformanceReport {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`cannot read the report ${file}: ${whyUnread(error)}`)
  }
  const [wrong] = validate('report', content)
  if (wrong) throw new UsageError(`${file} is no report: ${wrong.path.join('.') || 'it'} ${wrong.message}`)
  return content as ConformanceReport // the schema says so
}

/** The verdict that counts when several runs judged the same clause: what stands first. */
const STRONGEST_FIRST: readonly Outcome[] = ['fail', 'error', 'waived', 'pass', 'not_exercised', 'skipped']

/** Joins reports of one target, such as the shards of a run. That they belong together is for others to see. */
export function merge(reports: readonly ConformanceReport[], demands: Demands = {}): ConformanceReport {
  const stops = reports.flatMap(({ stopped: why }) => why ?? [])
  const stopped = stops.find((why) => why !== BUDGET_ENDED) ?? stops[0]
  const dialect = Object.fromEntries(reports.toReversed().flatMap((report) => Object.entries(report.dialect)))
  const whole: ConformanceReport = {
    ...wholeHead(reports),
    ...markerOf(reports),
    ...span(reports),
    requests: sum(reports.map(({ requests }) => requests)),
    waited_ms: sum(reports.map(({ waited_ms }) => waited_ms)),
    conforms: false,
    ...(stopped !== undefined && { stopped }),
    verdicts: mergedVerdicts(reports),
    dialect: { ...dialect },
    evidence: Object.assign({}, ...reports.map(({ evidence }) => evidence).toReversed()),
    unobserved: withoutKeys(Object.assign({}, ...reports.map(({ unobserved }) => unobserved)), dialect),
    ...assumedIn(reports),
    ...effectsIn(reports),
    left_behind: reports.flatMap(({ left_behind }) => left_behind),
    ...mistakesOf(reports),
    notes: [...new Set(reports.flatMap(({ notes }) => notes))],
  }
  const obstacle = reports.find(({ verdicts }) => verdicts.length === 0)
  return concluded(whole, { ...demands, ...(obstacle && { obstacle: unjudgedWords(obstacle) }) })
}

/** The effects of all runs together; shards share the orders of one target. */
function effectsIn(reports: readonly ConformanceReport[]): Pick<ConformanceReport, 'effects'> {
  const all = reports.flatMap(({ effects }) => effects ?? [])
  const [first, ...others] = all
  return first === undefined ? {} : { effects: others.reduce(joinEffects, first) }
}

/** What the report that saw an answer assumes of it: the first, as of the answers. */
function assumedIn(reports: readonly ConformanceReport[]): Pick<ConformanceReport, 'assumed'> {
  const assumed = Object.assign({}, ...reports.map((report) => report.assumed).toReversed())
  return Object.keys(assumed).length > 0 ? { assumed } : {}
}

/** What the whole is called; seed and aim are those of the first report, a counterexample has its own seed. */
export function wholeHead(reports: readonly ConformanceReport[]): RunHead {
  const [first] = reports
  if (!first) throw new UsageError('there is no report to merge')
  const { target, run, version, seed, aim } = first
  const selection = mergedSelection(reports)
  return { target, run, version, selection, shard: null, seed, ...(aim !== undefined && { aim }) }
}

/** Everything, as soon as one of them was to judge everything. */
function mergedSelection(reports: readonly ConformanceReport[]): string[] {
  const selections = reports.map(({ selection }) => selection)
  return selections.some((selection) => selection.length === 0) ? [] : [...new Set(selections.flat())]
}

/** The marker of the first run: replays of one run have no other. */
const markerOf = ([first]: readonly ConformanceReport[]): Pick<ConformanceReport, 'marker'> =>
  first?.marker === undefined ? {} : { marker: first.marker }

/** One of the runs could not judge at all. */
const unjudgedWords = ({ shard, reason = 'it says nothing' }: ConformanceReport) =>
  `${shard === null ? 'a run' : `shard ${shard}`} judged nothing: ${reason}`

/** Each mistake of the target once, whichever runs found it. */
function mistakesOf(reports: readonly ConformanceReport[]): Pick<ConformanceReport, 'target_mistakes'> {
  const all = reports.flatMap(({ target_mistakes = [] }) => target_mistakes)
  const target_mistakes = [...new Map(all.map((mistake) => [mistake.field, mistake])).values()]
  return target_mistakes.length > 0 ? { target_mistakes } : {}
}

/** From the first start to the last end: shards run side by side. */
function span(reports: readonly ConformanceReport[]): { started_at: string; duration_ms: number } {
  const starts = reports.map(({ started_at }) => Date.parse(started_at))
  const start = Math.min(...starts)
  const end = Math.max(...reports.map(({ duration_ms }, index) => (starts[index] ?? start) + duration_ms))
  return { started_at: new Date(start).toISOString(), duration_ms: end - start }
}

function mergedVerdicts(reports: readonly ConformanceReport[]): ReportVerdict[] {
  const all = reports.flatMap(({ verdicts }) => verdicts)
  const clauses = [...new Set(all.map(({ clause }) => clause))].toSorted((a, b) => place(a) - place(b))
  return clauses.map((clause) => all.filter((verdict) => verdict.clause === clause).reduce(joined))
}

/** Of two verdicts on a clause the stronger one, with the work of both. */
function joined(one: ReportVerdict, other: ReportVerdict): ReportVerdict {
  const left_out = [...new Set([...(one.left_out ?? []), ...(other.left_out ?? [])])]
  return {
    ...(strength(other) < strength(one) ? other : one),
    ...workOf(one, other),
    ...(left_out.length > 0 && { left_out }),
  }
}

/** Whatever a verdict counts. */
type Work = { [Field in keyof ReportVerdict as ReportVerdict[Field] extends number ? Field : never]: number }

const workOf = (one: ReportVerdict, other: ReportVerdict): Work => ({
  requests: one.requests + other.requests,
  ms: one.ms + other.ms,
})

const strength = ({ verdict }: ReportVerdict) => STRONGEST_FIRST.indexOf(verdict)
const place = (clause: string) => CLAUSE_IDS.findIndex((id) => id === clause)
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

function withoutKeys<T>(from: { [key: string]: T }, keys: object): { [key: string]: T } {
  return Object.fromEntries(Object.entries(from).filter(([key]) => !Object.hasOwn(keys, key)))
}
