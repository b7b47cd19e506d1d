import { ERROR_KINDS, type ErrorKind } from '../../schemas/operations.ts'
import type { QuestionKey } from '../../schemas/questions.ts'
import { all, areBoth, areMissing, at, values, type Rule, type Seen } from './seen.ts'

const STATUS_QUESTIONS: Readonly<Record<Exclude<ErrorKind, 'forbidden'>, QuestionKey>> = {
  unauthorized: 'status.unauthorized',
  'not-found': 'status.not_found',
  unprocessable: 'status.unprocessable',
  'rate-limited': 'status.rate_limited',
  conflict: 'status.conflict',
}

const statusRules = Object.entries(STATUS_QUESTIONS).map(([kind, question]): Rule => [
  question,
  // The keys are the error kinds.
  (seen) => seen.difference.where === 'status' && areBoth(kind as ErrorKind, seen),
])

/** A body that one of them leaves out has no type either. */
const BODY = /^(body|content-type)/

/** What two refusals may differ in. */
export const REFUSED: readonly Rule[] = [
  ...statusRules,
  ['status.conflict', all((seen) => seen.step.move.about.includes('bulk.queued'), at(/^status$/))],
  ['errors.precedence', areOfOtherKinds],
  ['body.forbidden', all((seen) => areBoth('forbidden', seen), at(BODY))],
  ['body.conflict', all((seen) => areBoth('conflict', seen), at(BODY))],
  [
    'errors.texts',
    all(
      at(/^body\.(error|message)$/),
      values((a, b) => !areMissing(a, b)),
    ),
  ],
  ['errors.structure', at(/^body\.errors/)],
  ['rate.retry_after_unit', at(/^body\.retry_after/)],
]

/** What the one refuses for one reason, the other refuses for another. */
function areOfOtherKinds(seen: Seen): boolean {
  return !ERROR_KINDS.some((kind) => areBoth(kind, seen))
}
