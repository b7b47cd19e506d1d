import { coverageOf } from '../../schemas/coverage/coverage.ts'
import { QuestionSet } from '../../schemas/coverage/question-set.ts'
import { countRequest, newTally, type Met } from '../../schemas/coverage/tally.ts'
import { DEFAULT_DIALECT } from '../../schemas/dialect.ts'
import { ERROR_KINDS, OPERATIONS, type Operation } from '../../schemas/operations.ts'
import type { Coverage } from '../../schemas/types.ts'
import { isSuccess, member } from '../server/client/exchange.ts'
import type { Session } from '../server/session.ts'
import type { Passed } from './passed.ts'

/** Counts what of the contract the traffic met. Which questions an answer depended on cannot be seen from outside. */
export class Covered {
  readonly #tally = newTally()

  count(met: Met): void {
    countRequest(this.#tally, met)
  }

  coverage(): Coverage {
    return coverageOf([this.#tally], DEFAULT_DIALECT)
  }
}

const NONE = new QuestionSet()

/** What of the contract an exchange met. Its outcome is an outcome or error kind of the contract, or its status. */
export function metBy(passed: Passed, session: Session): Met {
  const { operation, query, input } = passed
  return {
    operation,
    outcome: outcomeOf(passed, session),
    query,
    body: input,
    answered: { meta: member(passed, 'meta') },
    document: null,
    questions: NONE,
  }
}

function outcomeOf(passed: Passed, { kinds }: Session): string {
  const { status } = passed.response
  if (!isSuccess(passed))
    return ERROR_KINDS.find((kind) => kinds.learned(kind)?.status === status) ?? usualKind(passed, kinds)
  if (passed.operation === null) return String(status)
  const { outcomes }: Operation = OPERATIONS[passed.operation]
  const [first = 'ok', second] = outcomes
  // A creation that made nothing new answers otherwise (question status.existing), as far as it can be seen.
  return second !== undefined && status === 200 ? second : first
}

const usualKind = (passed: Passed, kinds: Session['kinds']): string =>
  ERROR_KINDS.find((kind) => kinds.is(kind, passed)) ?? String(passed.response.status)
