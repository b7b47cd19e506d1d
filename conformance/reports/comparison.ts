import { isDeepStrictEqual } from 'node:util'
import { UsageError } from '../../schemas/command-line/usage-error.ts'
import type {
  Comparison,
  ComparisonChange,
  ComparisonDrift,
  ComparisonRun,
  ConformanceReport,
  ReportVerdict,
} from '../../schemas/types.ts'
import { isJudged } from './conclusion.ts'

type Change = ComparisonChange['change']

/** In which order they are told: what needs somebody first. */
export const CHANGES: readonly Change[] = [
  'newly_failing',
  'still_failing',
  'no_longer_judged',
  'newly_waived',
  'fixed',
  'newly_judged',
]

/**
 * What has changed from one report to a later one, of the same deployment or of another.
 * @throws {UsageError} when one of them holds no judgement, or they judge nothing in common
 */
export function compared(before: ConformanceReport, after: ConformanceReport): Comparison {
  seeComparable(before, after)
  const changes = clausesOf(before, after).flatMap((clause) => changeOf(clause, before, after) ?? [])
  return {
    old: runOf(before),
    new: runOf(after),
    changes: changes.toSorted((a, b) => CHANGES.indexOf(a.change) - CHANGES.indexOf(b.change)),
    drifted: driftedBetween(before, after),
    notes: notesOn(before, after),
  }
}

/** 1 if a must clause is newly failing or, unless that is allowed, no longer judged; else 0. */
export const exitCodeOf = ({ changes }: Comparison, allowUnjudged = false): 0 | 1 =>
  changes.some((one) => one.level === 'must' && isWorse(one, allowUnjudged)) ? 1 : 0

/** True for a change that must not happen unseen; a clause that the new run did not select is none. */
export const isWorse = ({ change, is }: ComparisonChange, allowUnjudged: boolean): boolean =>
  change === 'newly_failing' || (change === 'no_longer_judged' && is !== undefined && !allowUnjudged)

function seeComparable(before: ConformanceReport, after: ConformanceReport): void {
  for (const [name, { verdicts, reason = '' }] of [['old', before] as const, ['new', after] as const])
    if (!verdicts.some(isJudged))
      throw new UsageError(`the ${name} report holds no judgement${reason === '' ? '' : `: ${reason}`}`)
  const common = before.verdicts.filter(({ clause }) => verdictOn(clause, after))
  if (common.length === 0) throw new UsageError('the two reports have no clause in common')
}

/** All clauses of both, in the order of the specification as far as the reports tell it. */
const clausesOf = (before: ConformanceReport, after: ConformanceReport): string[] => [
  ...new Set([...after.verdicts, ...before.verdicts].map(({ clause }) => clause)),
]

const verdictOn = (clause: string, { verdicts }: ConformanceReport) =>
  verdicts.find((verdict) => verdict.clause === clause)

function changeOf(
  clause: string,
  before: ConformanceReport,
  after: ConformanceReport,
): ComparisonChange | undefined {
  const [was, is] = [verdictOn(clause, before), verdictOn(clause, after)]
  const [level] = [is, was].flatMap((verdict) => verdict?.level ?? [])
  const change = CHANGE[stateOf(was)][stateOf(is)]
  if (change === null || level === undefined) return undefined
  const why = whyOf(change === 'fixed' ? was : is)
  return {
    clause,
    level,
    change,
    ...(was && { was: was.verdict }),
    ...(is && { is: is.verdict }),
    ...(why !== undefined && { why }),
  }
}

type State = 'fails' | 'waived' | 'holds' | 'open'

function stateOf(verdict: ReportVerdict | undefined): State {
  if (!verdict || !isJudged(verdict)) return 'open'
  return verdict.verdict === 'pass' ? 'holds' : verdict.verdict === 'fail' ? 'fails' : 'waived'
}

/** What it is called, by what was and what is. */
const CHANGE: Readonly<Record<State, Readonly<Record<State, Change | null>>>> = {
  fails: { fails: 'still_failing', waived: 'newly_waived', holds: 'fixed', open: 'no_longer_judged' },
  waived: { fails: 'newly_failing', waived: null, holds: 'fixed', open: 'no_longer_judged' },
  holds: { fails: 'newly_failing', waived: 'newly_waived', holds: null, open: 'no_longer_judged' },
  open: { fails: 'newly_failing', waived: 'newly_waived', holds: 'newly_judged', open: null },
}

function whyOf(verdict: ReportVerdict | undefined): string | undefined {
  const { counterexample: found, reason } = verdict ?? {}
  return found ? `${found.message}: expected ${found.expected}, got ${found.got}` : reason
}

/** What only one of them saw has not drifted: the other may not have looked. */
function driftedBetween(before: ConformanceReport, after: ConformanceReport): ComparisonDrift[] {
  return Object.entries(after.dialect).flatMap(([question, is]) => {
    const { [question]: was } = before.dialect
    if (was === undefined || isDeepStrictEqual(was, is)) return []
    return [{ question, was: JSON.stringify(was), is: JSON.stringify(is) }]
  })
}

const runOf = ({ target, run, version, started_at }: ConformanceReport): ComparisonRun => ({
  target,
  run,
  version,
  started_at,
})

function notesOn(before: ConformanceReport, after: ConformanceReport): string[] {
  const notes = []
  if (before.target !== after.target)
    notes.push(`They are of two deployments: ${before.target}, and ${after.target}.`)
  if (before.version !== after.version)
    notes.push(`Two versions of the kit judged: ${before.version}, and ${after.version}.`)
  if (Date.parse(before.started_at) > Date.parse(after.started_at))
    notes.push('The old report is of a later run than the new one.')
  for (const [name, { stopped }] of [['old', before] as const, ['new', after] as const])
    if (stopped !== undefined) notes.push(`The ${name} run ended early: ${stopped}.`)
  return notes
}
