import { OPERATIONS, type ErrorKind, type Operation } from '../../schemas/operations.ts'
import type { QuestionKey } from '../../schemas/questions.ts'
import type { Difference } from '../compare/differences.ts'
import type { Records } from './move.ts'
import type { Step } from './play.ts'

/** A difference, and where it was seen. */
export interface Seen {
  difference: Difference
  step: Step
  records: Records
}

/** Whether something holds of a difference. */
export type Holds = (seen: Seen) => boolean

/** Whether the question is what leaves open that the two differ so. */
export type Rule = readonly [QuestionKey, Holds]

/** Both answers are the error of that kind, as each server has it. */
export function areBoth(kind: ErrorKind, { step: { answers }, records: { both } }: Seen): boolean {
  return both.here.kinds.is(kind, answers[0]) && both.there.kinds.is(kind, answers[1])
}

export const at =
  (pattern: RegExp): Holds =>
  ({ difference }) =>
    pattern.test(difference.where)

export const values =
  (fits: (here: unknown, there: unknown) => boolean): Holds =>
  ({ difference: { here, there } }) =>
    fits(here, there)

export const of =
  (operation: RegExp): Holds =>
  ({ step }) =>
    operation.test(step.operation)

export const all =
  (...rules: Holds[]): Holds =>
  (seen) =>
    rules.every((rule) => rule(seen))

export const outcome =
  (name: 'queued' | 'deleted' | 'existing' | 'created'): Holds =>
  ({ difference, step }) => {
    const { outcomes }: Operation = OPERATIONS[step.operation]
    return difference.where === 'status' && outcomes.includes(name)
  }

export const areMissing = (here: unknown, there: unknown): boolean =>
  here === undefined || there === undefined
