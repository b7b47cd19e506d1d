import type { ClauseId, Level } from '../../schemas/clauses.ts'
import type { Exchange } from '../server/client/exchange.ts'

/** A step of a sequence, and how many of the exchanges shown are of it. */
export interface Step {
  does: string
  exchanges: number
}

/** What a judge saw that breaks a clause. */
export interface Finding {
  /** What happened, in one sentence; may be left out when expected and got say it all. */
  message?: string
  expected: string
  got: string
  /** The exchanges that show it, in their order. */
  exchanges: readonly Exchange[]
  /** What a sequence did until it was seen, in its order. */
  steps?: readonly Step[]
  /** The field that deviates, such as `billing_address.city` or `line_items.0.title`, for waivers. */
  field?: string
  /** What in the target could explain it, though the server may be at fault as well. */
  perhaps?: string
}

/** The field without the places in lists that lead to it: `line_items.title`. */
export const fieldOf = ({ field }: Finding): string | undefined => field?.replaceAll(/\.\d+(?=\.|$)/g, '')

/** What replays a finding of a property. */
export interface Replay {
  /** Names the property within its check, where it has several; else empty. */
  property: string
  /** fast-check's path to the shrunk counterexample. */
  path: string
  /** The generated values as a person would write them. */
  counterexample: string
  /** How often it failed when tried again: `2 of 2`. */
  confirmed: string
}

/** Finding with its source. */
export interface Failure extends Finding {
  /** Name of the check or watcher; `file` contains it. */
  check: string
  file: string
  seed: number
  /** Replay of the property that found the failure; null if no property did. */
  replay: Replay | null
}

interface Judged {
  clause: ClauseId
  section: readonly string[]
  level: Level
  says: string
  /** What a clause over many operations was not judged on. */
  left_out: readonly string[]
  requests: number
  ms: number
}

/** At least one failure. */
export type Failures = readonly [Failure, ...Failure[]]

/** Verdict on one clause. `failure` has the failures that the report shows, each of another check or field. */
export type Verdict = Judged &
  (
    | { outcome: 'pass'; reason: null; failure: null; failures: readonly [] }
    | { outcome: 'fail'; reason: null; failure: Failure; failures: Failures }
    | { outcome: 'waived'; reason: string; failure: Failure; failures: Failures }
    | { outcome: Unjudged; reason: string; failure: null; failures: readonly [] }
  )

/** Reason why a clause has no judgement. */
export type Unjudged = 'skipped' | 'not_exercised' | 'error'

/** What the run found out about a clause. */
export type Outcome = Verdict['outcome']

/** A clause is broken. Thrown by judges, caught by the run alone. */
export class Violation extends Error {
  readonly clause: ClauseId
  readonly finding: Finding

  constructor(clause: ClauseId, finding: Finding) {
    super(`${clause}: ${finding.message ?? `expected ${finding.expected}, got ${finding.got}`}`)
    this.clause = clause
    this.finding = finding
  }
}

/** What a check needs is not there: the clauses it would judge are not exercised by it. */
export class NotExercised extends Error {}
