import type { AdjustableKey } from '../../../schemas/questions.ts'
import type { Ending, Ran } from '../running/run-command.ts'
import type { Demand, Variation } from '../variations/variation.ts'
import type { Difference } from './difference.ts'
import type { Repeated } from './repeated.ts'

/** One run of the command under a variation. */
export interface Attempt {
  readonly ran: Ran
  /** Whether anything that it met was otherwise. */
  readonly isTouched: boolean
  readonly difference: Difference | null
  /** What it did twice; null for nothing. */
  readonly repeated: Repeated | null
  /** The open questions that an answer depended on. */
  readonly asked: ReadonlySet<AdjustableKey>
}

/** How a run ends that is not survived; `repeated` is however it ends. */
export type Broken = Extract<Ending, { kind: 'failed' | 'crashed' | 'timed_out' }>['kind'] | 'repeated'

/** The first run that was not survived, and how many of how many were not. */
export interface Failure {
  readonly kind: Broken
  readonly ran: Ran
  readonly repeated: Repeated | null
  readonly difference: Difference | null
  readonly failed: number
  readonly of: number
}

/** What became of a variation. */
export type Verdict =
  /** `ended`: by itself, with its ordinary failure, where no more is demanded. */
  | {
      readonly kind: 'survived'
      readonly how: 'passed' | 'ended'
      readonly ms: number
      readonly runs: number
    }
  | { readonly kind: 'not_survived'; readonly failure: Failure }
  /** A weakness that is known, for a reason and for a while. */
  | { readonly kind: 'accepted'; readonly failure: Failure; readonly why: string }
  | { readonly kind: 'not_touched'; readonly why: string }
  | { readonly kind: 'not_judged'; readonly why: string }

export interface Judged {
  readonly variation: Variation
  /** What was demanded; what was expected may say otherwise than the variation. */
  readonly demand: Demand
  readonly verdict: Verdict
  /** The open questions that an answer depended on. */
  readonly asked: ReadonlySet<AdjustableKey>
}

const BY_CHANCE =
  'the command failed though nothing that it met was otherwise: it passes and fails by chance, or by what an earlier run left'

/** What the runs show. A run that was interrupted shows nothing. */
export function verdictOf(attempts: readonly Attempt[], demand: Demand): Verdict {
  if (attempts.length === 0 || attempts.some(({ ran }) => ran.ending.kind === 'interrupted'))
    return { kind: 'not_judged', why: 'it was interrupted' }
  const touched = attempts.filter(({ isTouched }) => isTouched)
  const broken = touched.flatMap((each) => brokenOf(each, demand))
  const [worst] = broken
  if (worst)
    return { kind: 'not_survived', failure: { ...worst, failed: broken.length, of: attempts.length } }
  if (attempts.some((each) => !each.isTouched && each.ran.ending.kind !== 'passed'))
    return { kind: 'not_judged', why: BY_CHANCE }
  return touched.length === 0
    ? { kind: 'not_touched', why: 'nothing that the command met was otherwise' }
    : survived(touched)
}

function survived(attempts: readonly Attempt[]): Verdict {
  const hasPassed = attempts.every(({ ran }) => ran.ending.kind === 'passed')
  const ms = attempts.reduce((sum, { ran }) => sum + ran.ms, 0)
  return { kind: 'survived', how: hasPassed ? 'passed' : 'ended', ms, runs: attempts.length }
}

function brokenOf(attempt: Attempt, demand: Demand): Omit<Failure, 'failed' | 'of'>[] {
  const { ran, difference, repeated } = attempt
  const kind = brokenBy(attempt, demand)
  return kind === null ? [] : [{ kind, ran, difference, repeated }]
}

function brokenBy({ ran, repeated }: Attempt, demand: Demand): Broken | null {
  const { kind } = ran.ending
  if (repeated !== null) return 'repeated'
  if (kind === 'passed' || kind === 'interrupted') return null
  return kind === 'failed' && demand === 'may_fail' ? null : kind
}
