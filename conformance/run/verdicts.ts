import { CLAUSES, type ClauseId } from '../../schemas/clauses.ts'
import { needsOf, type Step } from '../judge/check.ts'
import type { ClauseFindings } from '../judge/findings.ts'
import { NOTHING_SHOWS } from '../judge/reasons.ts'
import type { Failures, Unjudged, Verdict } from '../judge/verdict.ts'
import { unmetNeed, type Target } from '../server/target.ts'

/** What comes of all that was found of a clause. */
export function verdict(
  clause: ClauseId,
  found: ClauseFindings,
  checks: readonly Step[],
  target: Target,
): Verdict {
  const { section, level, says } = CLAUSES[clause]
  const { requests, ms } = found
  const judged = { clause, section, level, says, left_out: [...found.left_out], requests, ms }
  const [failure, ...others] = found.failures
  if (failure) return { ...judged, ...failed([failure, ...others]) }
  if (found.errors.size > 0) return { ...judged, ...unjudged('error', found.errors) }
  if (found.passes > 0) return { ...judged, outcome: 'pass', reason: null, failure: null, failures: [] }
  const couldRun = checks.some((check) => check.clauses.includes(clause) && canRun(check, target))
  return { ...judged, ...unjudged(couldRun ? 'not_exercised' : 'skipped', found.reasons) }
}

const failed = (failures: Failures) =>
  ({ outcome: 'fail', reason: null, failure: failures[0], failures }) as const

const unjudged = (outcome: Unjudged, reasons: ReadonlySet<string>) =>
  ({ outcome, reason: [...reasons].join('; ') || NOTHING_SHOWS, failure: null, failures: [] }) as const

const canRun = (check: Step, target: Target) =>
  needsOf(check).every((need) => unmetNeed(target, need) === null)
