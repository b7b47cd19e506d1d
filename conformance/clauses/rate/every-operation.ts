import type { OperationId } from '../../../schemas/operations.ts'
import type { Check } from '../../judge/check.ts'
import type { Call } from '../../server/client/client.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { operationsWhere, type Trial } from '../../judge/trial.ts'
import { callsBeyondLimit, emailOf, nameOf } from './calls.ts'
import { judgeLimited } from './limited-answer.ts'
import { LimitedStore, type OwnKind } from './own-records.ts'
import { isLimited, limited, spend, spendUntilLimited, waitUntilServed } from './spend.ts'

const CLAUSE = 'rate.every-operation'

/** The operations that may be answered rate-limited. */
export const LISTED = operationsWhere(({ errors }) => (errors as readonly string[]).includes('rate-limited'))

/** So often an operation is tried: the window may end between the last reading and it. */
const TRIES = 4

/**
 * rate.every-operation: each that lists rate-limited answers it. The limit is spent by reading first, so that a write
 * is seldom carried out; what is then still served is called on its own.
 */
export const everyOperation: Check = {
  name: 'every operation beyond the rate limit',
  clauses: [CLAUSE, 'rate.limited-body', 'rate.reset-header'],
  async run(trial: Trial) {
    if (!(await waitUntilServed(trial))) trial.notExercised('the rate-limited store is not served')
    const store = new LimitedStore(trial)
    let created = false
    try {
      const calls = await callsBeyondLimit(trial, store)
      const operations = trial.permitted(CLAUSE, LISTED)
      for (const operation of operations.filter((one) => !DELETIONS[one])) {
        const call = calls[operation]
        if (call === null) leaveOut(trial, operation)
        else created = (await judgeOperation(trial, operation, call)) || created
      }
      for (const operation of operations) {
        const kind = DELETIONS[operation]
        if (kind) await judgeDeletion(trial, store, operation, kind)
      }
    } finally {
      await store.clear()
      if (created) await store.removeNamed(nameOf(trial), emailOf(trial))
    }
  },
}

const DELETIONS: { [operation in OperationId]?: OwnKind } = {
  deleteTemplate: 'template',
  deleteCustomer: 'customer',
}

function leaveOut(trial: Trial, operation: OperationId): void {
  trial.session.record
    .of(CLAUSE)
    .left_out.add(`${operation} (the rate-limited store has nothing to call it on)`)
}

/** Returns whether a creation was carried out on the way. */
async function judgeOperation(trial: Trial, operation: OperationId, call: Call = {}): Promise<boolean> {
  const answers: Exchange[] = []
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const spent = await limited(trial)
    const exchange = await spend(trial, operation, call)
    if (isLimited(trial, exchange)) {
      judgeBeyond(trial, exchange)
      return createdBy(answers)
    }
    answers.push(spent, exchange)
  }
  // Refused for another reason each time: that reason may come before the limit.
  if (answers.every((answer, index) => index % 2 === 0 || !isSuccess(answer))) {
    leaveOut(trial, operation)
    return false
  }
  const own = await spendUntilLimited(trial, operation, call)
  judgeServed(trial, operation, own !== null, answers)
  return true
}

/** Each deletion takes a record of the run's own: an unknown one may be not-found before the limit. */
async function judgeDeletion(
  trial: Trial,
  store: LimitedStore,
  operation: OperationId,
  kind: OwnKind,
): Promise<void> {
  const answers: Exchange[] = []
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const record = await store.own(kind)
    if (!record) return leaveOut(trial, operation)
    const spent = await limited(trial)
    const exchange = await spend(trial, operation, { params: { id: record.id } })
    if (isLimited(trial, exchange)) return judgeBeyond(trial, exchange)
    if (!isSuccess(exchange)) return leaveOut(trial, operation)
    store.gone(kind)
    answers.push(spent, exchange)
  }
  judgeServed(trial, operation, false, answers)
}

function judgeBeyond(trial: Trial, exchange: Exchange): void {
  judgeLimited(trial, exchange)
  trial.pass(CLAUSE)
}

function judgeServed(trial: Trial, operation: OperationId, ok: boolean, answers: readonly Exchange[]): void {
  trial.judge(CLAUSE, ok, {
    message: `${operation} is served beyond the limit`,
    expected: 'the rate-limited error within 200 requests',
    exchanges: answers.slice(0, 4),
  })
}

const createdBy = (answers: readonly Exchange[]) =>
  answers.some(
    (answer) =>
      isSuccess(answer) && (answer.operation === 'createTemplate' || answer.operation === 'createCustomer'),
  )
