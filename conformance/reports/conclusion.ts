import type { ConformanceReport, ReportVerdict } from '../../schemas/types.ts'

export type Outcome = ReportVerdict['verdict']
type Report = Pick<ConformanceReport, 'verdicts' | 'stopped' | 'target_mistakes'>

/** What ends a run early by order of the person who started it: nothing can be concluded from what was not judged. */
export const INTERRUPTED = 'it was interrupted'

/**
 * 0 conforms, 1 a must clause fails, 2 could not judge: something went wrong in judging, the target is mistaken,
 * nothing passed, the run was interrupted, or (strictly) a must clause was not exercised.
 */
export function exitCode(report: Report, strict = false): 0 | 1 | 2 {
  if (report.verdicts.some(({ verdict, level }) => verdict === 'fail' && level === 'must')) return 1
  return obstacle(report, strict) === null ? 0 : 2
}

export const conforms = (report: Report): boolean => exitCode(report) === 0

/** Why no judgement is possible though no must clause failed; null when there is one. */
export function obstacle(
  { verdicts, stopped, target_mistakes = [] }: Report,
  strict: boolean,
): string | null {
  const errors = countOf(verdicts, 'error')
  if (errors > 0) return `${clauses(errors)} could not be judged`
  if (stopped === INTERRUPTED) return INTERRUPTED
  if (target_mistakes.length > 0)
    return `the target is mistaken in ${target_mistakes.map(({ field }) => field).join(', ')}`
  if (countOf(verdicts, 'pass') === 0) return 'nothing passed'
  const open = verdicts.filter(
    ({ verdict, level }) => level === 'must' && (verdict === 'skipped' || verdict === 'not_exercised'),
  ).length
  return strict && open > 0 ? `--strict, and ${clauses(open)} not exercised` : null
}

export const countOf = (verdicts: readonly ReportVerdict[], outcome: Outcome): number =>
  verdicts.filter(({ verdict }) => verdict === outcome).length

/** What of the target is wrong, a sentence each. */
export const mistakesInWords = ({ target_mistakes = [] }: Report): string[] =>
  target_mistakes.map(({ field, says }) => `${field}: ${says}`)

const clauses = (count: number) => (count === 1 ? '1 clause' : `${count} clauses`)
