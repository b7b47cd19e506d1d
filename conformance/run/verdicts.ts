import { CLAUSES, type ClauseId, type Need } from '../../schemas/clauses.ts'
import { unmetBy, type Step } from '../judge/check.ts'
import type { ClauseFindings } from '../judge/findings.ts'
import { NOTHING_SHOWS, withoutSurplus } from '../judge/reasons.ts'
import type { Failure, Failures, Unjudged, Verdict } from '../judge/verdict.ts'
import { unmetNeed, type Target } from '../server/target.ts'

/** What comes of all that the checks of a run found of a clause. */
export function verdict(
  clause: ClauseId,
  found: ClauseFindings,
  checks: readonly Step[],
  target: Target,
): Verdict {
  const placeOf = (failed: Failure) => checks.findIndex(({ name }) => name === failed.check)
  const failures = found.failures.toSorted((a, b) => placeOf(a) - placeOf(b))
  const couldRun = checks.some((check) => check.clauses.includes(clause) && canRun(check, target))
  // What a check of other clauses sees of it in passing is no judgement of what it needs more for.
  const isShown = needsOfClause(clause).every((need) => unmetNeed(target, need) === null)
  const passes = isShown ? found.passes : 0
  return verdictOf(clause, { ...found, failures, passes }, couldRun && isShown)
}

const needsOfClause = (clause: ClauseId): readonly Need[] => CLAUSES[clause].needs

/** What comes of all that was found of a clause. @param couldRun whether anything was there to find it */
export function verdictOf(clause: ClauseId, found: ClauseFindings, couldRun: boolean): Verdict {
  const { section, level, says } = CLAUSES[clause]
  const { requests, ms } = found
  const judged = { clause, section, level, says, left_out: [...found.left_out], requests, ms }
  const [failure, ...others] = found.failures
  if (failure) return { ...judged, ...failed([failure, ...others]) }
  if (found.errors.size > 0) return { ...judged, ...unjudged('error', found.errors) }
  if (found.passes > 0) return { ...judged, outcome: 'pass', reason: null, failure: null, failures: [] }
  return { ...judged, ...unjudged(couldRun ? 'not_exercised' : 'skipped', found.reasons) }
}

const failed = (failures: Failures) =>
  ({ outcome: 'fail', reason: null, failure: failures[0], failures }) as const

const unjudged = (outcome: Unjudged, reasons: ReadonlySet<string>) =>
  ({
    outcome,
    reason: withoutSurplus(reasons).join('; ') || NOTHING_SHOWS,
    failure: null,
    failures: [],
  }) as const

const canRun = (check: Step, target: Target) => unmetBy(check, target).length === 0
