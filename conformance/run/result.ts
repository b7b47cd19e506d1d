import { CLAUSES, type ClauseId, type Level, type Need } from '../../schemas/clauses.ts'
import type { ClauseRecord } from '../judge/record.ts'
import type { Failure, Outcome } from '../judge/verdict.ts'
import type { Observation } from '../server/learn/observations.ts'
import { needsOf, type Check } from '../judge/check.ts'
import { CHECKS } from '../clauses/index.ts'
import { NOTHING_SHOWS } from '../reports/conclusion.ts'
import type { Session } from '../server/session.ts'
import { unmetNeed, type Target } from '../server/target.ts'
import { matters, type TargetMistake } from '../server/target-mistakes.ts'

/** What a run found out about one clause. */
export interface Verdict {
  clause: ClauseId
  section: readonly string[]
  level: Level
  outcome: Outcome
  says: string
  /** Why it was skipped, not exercised, waived or an error. */
  reason: string | null
  left_out: readonly string[]
  /** What the report shows of the failures: the first. */
  failure: Failure | null
  /** All that was found, each in another check or field. */
  failures: readonly Failure[]
  requests: number
  ms: number
}

/** A finished run: verdicts and what was seen on the way. Reports print it. */
export interface RunResult {
  target: Target
  started_at: number
  duration_ms: number
  requests: number
  /** Milliseconds in which an answer was awaited: the server's share of the duration. */
  waited_ms: number
  seed: number
  verdicts: Verdict[]
  observations: ReadonlyMap<string, Observation>
  unobserved: Readonly<{ [key: string]: string }>
  left_behind: readonly string[]
  /** What of the target is wrong whatever the server does: what it would have shown was not judged. */
  target_mistakes: readonly TargetMistake[]
  /** Why the run ended before its time, else null. */
  stopped: string | null
}

interface RunFacts {
  started_at: number
  clauses: readonly ClauseId[]
  /** Needs of the checks that ran, as far as the target and its permissions were to meet them. */
  wanted: ReadonlySet<Need>
  requests: number
  waited_ms: number
  stopped: string | null
}

export function runResult(session: Session, facts: RunFacts): RunResult {
  const { target, client, record, observations, ledger, seed } = session
  return {
    target: client.target,
    started_at: facts.started_at,
    duration_ms: Date.now() - facts.started_at,
    requests: facts.requests,
    waited_ms: facts.waited_ms,
    seed,
    verdicts: facts.clauses.map((clause) => verdict(clause, record.of(clause), target)),
    observations: observations.seen,
    unobserved: observations.missing,
    left_behind: ledger.left_behind,
    target_mistakes: target.mistakes.filter(
      (mistake) => matters(mistake, facts.wanted) || !client.target.mistakes.includes(mistake),
    ),
    stopped: facts.stopped,
  }
}

function verdict(clause: ClauseId, record: ClauseRecord, target: Target): Verdict {
  const { section, level, says } = CLAUSES[clause]
  const outcome = outcomeOf(clause, record, target)
  return {
    clause,
    section,
    level,
    outcome,
    says,
    reason: outcome === 'pass' || outcome === 'fail' ? null : reasonOf(outcome, record),
    left_out: [...record.left_out],
    failure: record.failures[0] ?? null,
    failures: record.failures,
    requests: record.requests,
    ms: record.ms,
  }
}

function outcomeOf(clause: ClauseId, record: ClauseRecord, target: Target): Outcome {
  if (record.failures.length > 0) return 'fail'
  if (record.errors.size > 0) return 'error'
  if (record.passes > 0) return 'pass'
  return checksOf(clause).some((check) => canRun(check, target)) ? 'not_exercised' : 'skipped'
}

const checksOf = (clause: ClauseId) => CHECKS.filter((check) => check.clauses.includes(clause))
const canRun = (check: Check, target: Target) =>
  needsOf(check).every((need) => unmetNeed(target, need) === null)

function reasonOf(outcome: Outcome, { reasons, errors }: ClauseRecord): string {
  const told = outcome === 'error' ? errors : reasons
  return [...told].join('; ') || NOTHING_SHOWS
}
