import type { QuestionKey } from '../../schemas/questions.ts'
import { isQuestion } from '../../schemas/questions.ts'
import type { Difference } from '../compare/differences.ts'
import { isSuccess } from '../server/client/exchange.ts'
import { isConflictAlone } from './bulk-actions.ts'
import type { Records, Subject } from './move.ts'
import { REFUSED } from './open-refusals.ts'
import { DONE } from './open-successes.ts'
import type { Step } from './play.ts'
import { all, areMissing, at, values, type Rule } from './seen.ts'

const ALWAYS: readonly Rule[] = [
  ['rate.headers_always', all(at(/^x-ratelimit/), values(areMissing))],
  ['rate.quota', at(/^x-ratelimit-limit$/)],
  ['rate.reset_format', at(/^x-ratelimit-reset$/)],
]

/** Questions that leave open only what the clauses of the move do not demand. */
const PARTLY_OPEN: readonly QuestionKey[] = ['search.match']

/**
 * What says how that is to be: the question that leaves it open, else what the move was about. Nothing does of the
 * number of a success that has no question.
 */
export function subjectsOf(difference: Difference, step: Step, records: Records): readonly Subject[] {
  const seen = { difference, step, records }
  const done = step.answers.filter(isSuccess).length
  const rules = [...ALWAYS, ...(done === 2 ? DONE : done === 0 ? REFUSED : [])]
  const rule = rules.find(([, explains]) => explains(seen))?.[0]
  const { about } = step.move
  const open = about.filter(isQuestion)
  if (done < 2 && open.length > 0 && isOfAnswer(seen)) return rule ? [...open, rule] : open
  if (rule) return PARTLY_OPEN.includes(rule) ? [rule, ...about] : [rule]
  if (done === 2 && difference.where === 'status') return []
  if (isConflictAlone(step, records.both)) return ['bulk.duration', 'bulk.conflict']
  if (done === 1 && isPartial(step)) return ['patch.omitted', ...about]
  return open.length > 0 ? open : about
}

const isOfAnswer = at(/^(status|body)/)

/** An update, which leaves fields out as a rule. */
const isPartial = ({ operation }: Step) => /^update(Template|Customer)$/.test(operation)
