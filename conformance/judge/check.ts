import { CLAUSES, type ClauseId, type Need } from '../../schemas/clauses.ts'
import type { Permission } from '../../schemas/permissions.ts'
import type { QuestionKey } from '../../schemas/questions.ts'
import type { Exchange } from '../server/client/exchange.ts'
import type { Session } from '../server/session.ts'
import { missingPermission, unmetNeed, type Target } from '../server/target.ts'
import { callerFile } from './caller-file.ts'
import type { Law } from './law.ts'
import type { Observer } from './observer.ts'
import type { Touches } from './touches.ts'
import type { Finding } from './verdict.ts'

interface StepOptions {
  /** What it does, in words; unique. */
  readonly name: string
  /** What it needs of the target; left out, all that its clauses need. */
  readonly needs?: readonly Need[]
  /** Permissions beyond its needs; the check is skipped where one of them is missing. */
  readonly permissions?: readonly Permission[]
  /** `first` where the others depend on it, `last` where it judges what they met. */
  readonly when?: 'first' | 'last'
  /** What it works on; left out, everything: then it is performed alone. */
  readonly touches?: Touches
  /** It works on what the store has once, such as its settings; left out, its needs tell. */
  readonly storewide?: boolean
}

interface CheckOptions extends StepOptions {
  /** Open questions that it shows the answer to: a probe performs it too. */
  readonly shows?: readonly QuestionKey[]
  run(law: Law): Promise<void>
}

/** One way to judge clauses: a value in the list of `clauses/index.ts`. */
export interface Check extends CheckOptions {
  readonly clauses: readonly [ClauseId, ...ClauseId[]]
  /** Where it stands: `conformance/clauses/auth/no-effect.ts`. */
  readonly file: string
}

/** A check of a clause, or of several: it runs with a law that is bound to the first. */
export function check(clauses: ClauseId | Check['clauses'], options: CheckOptions): Check {
  return { clauses: typeof clauses === 'string' ? [clauses] : clauses, file: callerFile(), ...options }
}

interface ObservationOptions extends StepOptions {
  run(observer: Observer): Promise<void>
}

/** One way to see what a server does where it is free: it judges nothing, and stands in the same list. */
export interface Observation extends ObservationOptions {
  /** None. */
  readonly clauses: readonly ClauseId[]
  /** The questions that it answers. */
  readonly questions: readonly [QuestionKey, ...QuestionKey[]]
  readonly file: string
}

/** An observation of what open questions ask. */
export function observation(questions: Observation['questions'], options: ObservationOptions): Observation {
  return { clauses: [], questions, file: callerFile(), ...options }
}

/** Part of a run: a check or an observation. */
export type Step = Check | Observation

export const isObservation = (step: Step): step is Observation => 'questions' in step

/** The open questions that a step shows the answer to. */
export const questionsOf = (step: Step): readonly QuestionKey[] =>
  isObservation(step) ? step.questions : (step.shows ?? [])

/** Marks what works on the settings or on other things that a store has once. */
export const storewide = <S extends Step>(steps: readonly S[]): S[] =>
  steps.map((step) => ({ ...step, storewide: true }))

/** The same steps, which also need these permissions. */
export const requiring = <S extends Step>(permissions: readonly Permission[], steps: readonly S[]): S[] =>
  steps.map((step) => ({ ...step, permissions: [...(step.permissions ?? []), ...permissions] }))

/** What a watcher says of one answer: a finding, or null when the clause held. */
export interface Sight {
  clause: ClauseId
  finding: Finding | null
}

/** Judges every answer of the run in passing. */
export interface Watcher {
  readonly name: string
  readonly clauses: readonly ClauseId[]
  readonly file: string
  watch(exchange: Exchange, session: Session): Iterable<Sight>
}

/** A watcher of clauses. */
export function watcher(clauses: readonly ClauseId[], options: Pick<Watcher, 'name' | 'watch'>): Watcher {
  return { clauses, file: callerFile(), ...options }
}

/** Reasons why the target does not let a step run; none where it may run. */
export const unmetBy = (step: Pick<Step, 'needs' | 'clauses' | 'permissions'>, target: Target): string[] => [
  ...new Set([
    ...needsOf(step).flatMap((need) => unmetNeed(target, need) ?? []),
    ...(step.permissions ?? []).flatMap((permission) => missingPermission(target, permission) ?? []),
  ]),
]

export function needsOf({ needs, clauses }: Pick<Step, 'needs' | 'clauses'>): Need[] {
  return [...new Set(needs ?? clauses.flatMap((clause): readonly Need[] => CLAUSES[clause].needs))]
}
