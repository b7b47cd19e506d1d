import type { ClauseId } from '../../schemas/clauses.ts'
import { cut, lines, plural } from '../../schemas/printing/plain-text.ts'
import { isOneOf } from '../../schemas/tables.ts'
import type { ConformanceReport, ReportVerdict } from '../../schemas/types.ts'
import { BUDGET_ENDED, NOTHING_SHOWS } from '../judge/reasons.ts'
import { FLOOR, READABLE } from './floor.ts'

export type Outcome = ReportVerdict['verdict']

/** What must be judged: so many clauses, or each of these. */
export type Requirement = number | readonly ClauseId[]

/** What is asked of a run beyond that no must clause fails. */
export interface Demands {
  /** Every must clause must be judged. */
  strict?: boolean
  /** Left out, a run of everything must judge what a read-only run on a filled store does. */
  require?: Requirement
  /** What else stands in the way of a judgement. */
  obstacle?: string
}

/** The report with its conclusion: whether the target conforms, and why not. */
export function concluded(report: ConformanceReport, demands: Demands = {}): ConformanceReport {
  const reason = failed(report) ?? obstacle(report, demands)
  const { conforms: _, reason: __, ...rest } = report
  const { verdicts, dialect, evidence, unobserved, assumed, effects, left_behind, notes, ...head } = rest
  return {
    ...head,
    conforms: reason === null,
    ...(reason !== null && { reason }),
    verdicts,
    dialect,
    evidence,
    unobserved,
    ...(assumed && { assumed }),
    ...(effects && { effects }),
    left_behind,
    notes,
  }
}

/** 0 conforms, 1 a must clause fails, 2 could not judge. */
export function exitCode({ conforms, verdicts }: ConformanceReport): 0 | 1 | 2 {
  if (conforms) return 0
  return verdicts.some(isFailure) ? 1 : 2
}

/** The one sentence that matters: what was judged, and what came of it. */
export function conclusion(report: ConformanceReport): string {
  const { target } = report
  const sentence =
    exitCode(report) === 2
      ? `No judgement${target === '' ? '' : ` on ${target}`}: ${noJudgement(report)}`
      : `${target}${exitCode(report) === 0 ? ':' : ''} ${finding(report)}`
  return /[.?!…]$/.test(sentence) ? sentence : `${sentence}.`
}

function noJudgement({ reason = 'nothing was judged', stopped = '' }: ConformanceReport): string {
  return reason.includes(stopped) ? reason : `${reason}, and ${stopped}`
}

/** The judgement of a target in one sentence: `71 of 148 clauses judged, all conform`. */
export function finding(report: ConformanceReport): string {
  const judged = report.verdicts.filter(isJudged)
  const failing = report.verdicts.filter(isFailure).length
  const open = report.verdicts.length - judged.length
  return failing === 0
    ? `${judged.length} of ${plural(report.verdicts.length, 'clause')} judged, ${heldWords(judged)}${endWords(report, open)}`
    : `does not conform: ${share(failing, judged.length)} ${failing === 1 ? 'fails' : 'fail'}${openWords(report, open)}`
}

function heldWords(judged: readonly ReportVerdict[]): string {
  const passed = countOf(judged, 'pass')
  if (passed === judged.length) return `all conform`
  const others = [
    [countOf(judged, 'waived'), 'waived'],
    [countOf(judged, 'fail'), 'should but does not'],
  ] as const
  const told = others.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  return `${passed} conform (${told.join(', ')})`
}

/** Why the run ended early if that left clauses open, and which shard it is. */
function endWords({ shard, stopped }: ConformanceReport, open: number): string {
  const part = shard === null ? '' : `; this is shard ${shard}`
  return `${stopped === undefined || open === 0 ? '' : `; ${stopped}`}${part}`
}

const openWords = (report: ConformanceReport, open: number): string =>
  `${open === 0 ? '' : `; ${open} ${were(open)} not judged`}${endWords(report, open)}`

/** `3 of the 7 clauses that were judged`, or all of them. */
function share(count: number, judged: number): string {
  const clauses = `${plural(judged, 'clause')} that ${were(judged)} judged`
  if (count < judged) return `${count} of the ${clauses}`
  return `${judged === 1 ? 'the' : 'all'} ${clauses}`
}

const were = (count: number) => (count === 1 ? 'was' : 'were')

export const isJudged = ({ verdict }: ReportVerdict): boolean =>
  verdict === 'pass' || verdict === 'fail' || verdict === 'waived'

const isFailure = ({ verdict, level }: ReportVerdict) => verdict === 'fail' && level === 'must'

export const countOf = (verdicts: readonly ReportVerdict[], outcome: Outcome): number =>
  verdicts.filter(({ verdict }) => verdict === outcome).length

function failed({ verdicts }: ConformanceReport): string | null {
  const failing = verdicts.filter(isFailure).map(({ clause }) => clause)
  if (failing.length === 0) return null
  return `${plural(failing.length, 'must clause')} ${failing.length === 1 ? 'fails' : 'fail'}: ${failing.join(', ')}`
}

type Obstacle = (report: ConformanceReport, demands: Demands) => string | null

/** Why no judgement is possible though no must clause failed; null when there is one. */
const obstacle: Obstacle = (report, demands) =>
  OBSTACLES.reduce<string | null>((reason, rule) => reason ?? rule(report, demands), null)

const OBSTACLES: readonly Obstacle[] = [
  ({ verdicts }) => {
    const errors = verdicts.filter(({ verdict }) => verdict === 'error')
    return errors.length === 0
      ? null
      : `${plural(errors.length, 'clause')} could not be judged: ${brief(errors[0]?.reason)}`
  },
  (_, { obstacle: other = null }) => other,
  ({ stopped }) => (stopped === undefined || stopped === BUDGET_ENDED ? null : stopped),
  (report) => {
    const mistakes = mistakesInWords(report)
    return mistakes.length === 0 ? null : `the target is mistaken: ${mistakes.join('; ')}`
  },
  ({ verdicts, stopped }) =>
    countOf(verdicts, 'pass') > 0 ? null : `nothing passed${stopped === undefined ? '' : `: ${stopped}`}`,
  ({ verdicts }, { strict = false }) => {
    const open = verdicts.filter((verdict) => verdict.level === 'must' && !isJudged(verdict))
    return strict && open.length > 0 ? `--strict, and ${unjudged(open, 'must clause')}` : null
  },
  (report, demands) =>
    demands.require === undefined ? belowFloor(report) : belowRequired(report, demands.require),
]

function belowRequired({ verdicts }: ConformanceReport, required: Requirement): string | null {
  if (typeof required === 'number') {
    const judged = verdicts.filter(isJudged).length
    if (judged >= required) return null
    return `${plural(judged, 'clause')} ${were(judged)} judged of ${required} required${whatWouldShow(verdicts)}`
  }
  const open = verdicts.filter((verdict) => isOneOf(required, verdict.clause) && !isJudged(verdict))
  return open.length === 0 ? null : unjudged(open, 'required clause')
}

/** Where all was to be judged, much must have been. A shard is a part: what it lacks the merged report shows. */
function belowFloor({ verdicts, selection, shard }: ConformanceReport): string | null {
  if (selection.length > 0 || shard !== null) return null
  const judged = verdicts.filter((verdict) => verdict.level === 'must' && isJudged(verdict)).length
  if (judged >= FLOOR) return null
  const readable = verdicts.filter(({ clause }) => isOneOf(READABLE, clause))
  return `only ${plural(judged, 'must clause')} ${were(judged)} judged, where a read-only run on a filled store judges ${FLOOR}${whatWouldShow(readable)}; --require N is content with less`
}

function unjudged(open: readonly ReportVerdict[], what: string): string {
  const told = byReason(open).map(([reason, clauses]) => `${clauses.join(', ')} (${brief(reason)})`)
  return `${plural(open.length, what)} ${were(open.length)} not judged: ${told.join('; ')}`
}

/** In brackets the reasons that keep most clauses from being judged: each says what would show them. */
function whatWouldShow(verdicts: readonly ReportVerdict[]): string {
  const single = verdicts
    .filter((verdict) => !isJudged(verdict))
    .flatMap((verdict) => (verdict.reason ?? '').split('; ').map((reason) => ({ ...verdict, reason })))
  const groups = byReason(single.filter(({ reason }) => reason !== NOTHING_SHOWS))
  const told = groups
    .slice(0, 3)
    .map(([reason, clauses]) => `${brief(reason)}: ${plural(clauses.length, 'clause')}`)
  return told.length === 0 ? '' : ` (${told.join('; ')}${groups.length > 3 ? '; …' : ''})`
}

/** The clauses of each reason, those that most have first. */
export function byReason(verdicts: readonly ReportVerdict[]): [reason: string, clauses: string[]][] {
  const groups = new Map<string, string[]>()
  for (const { reason = '', clause } of verdicts) groups.set(reason, [...(groups.get(reason) ?? []), clause])
  return [...groups].toSorted((a, b) => b[1].length - a[1].length)
}

/** One line of a reason, which may be long. */
const brief = (reason = '') => cut(lines(reason)[0] ?? '', 200)

/** What of the target is wrong, a sentence each. */
export const mistakesInWords = ({ target_mistakes = [] }: ConformanceReport): string[] =>
  target_mistakes.map(({ field, says }) => `${field}: ${says}`)
