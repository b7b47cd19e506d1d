import type { OperationId } from '../../../schemas/operations.ts'
import { check } from '../../judge/check.ts'
import type { Call } from '../../server/client/client.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { operationsWhere, type Law } from '../../judge/law.ts'
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
export const everyOperation = check([CLAUSE, 'rate.limited-body', 'rate.reset-header'], {
  name: 'every operation beyond the rate limit',
  async run(law: Law) {
    if (!(await waitUntilServed(law))) law.notExercised('the rate-limited store is not served')
    const store = new LimitedStore(law)
    let created = false
    try {
      const calls = await callsBeyondLimit(law, store)
      const operations = law.of(CLAUSE).permitted(LISTED)
      for (const operation of operations.filter((one) => !DELETIONS[one])) {
        const call = calls[operation]
        if (call === null) leaveOut(law, operation)
        else created = (await judgeOperation(law, operation, call)) || created
      }
      for (const operation of operations) {
        const kind = DELETIONS[operation]
        if (kind) await judgeDeletion(law, store, operation, kind)
      }
    } finally {
      await store.clear()
      if (created) await store.removeNamed(nameOf(law), emailOf(law))
    }
  },
})

const DELETIONS: { [operation in OperationId]?: OwnKind } = {
  deleteTemplate: 'template',
  deleteCustomer: 'customer',
}

function leaveOut(law: Law, operation: OperationId): void {
  law.of(CLAUSE).leaveOut(`${operation} (the rate-limited store has nothing to call it on)`)
}

/** Returns whether a creation was carried out on the way. */
async function judgeOperation(law: Law, operation: OperationId, call: Call = {}): Promise<boolean> {
  const answers: Exchange[] = []
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const spent = await limited(law)
    const exchange = await spend(law, operation, call)
    if (isLimited(law, exchange)) {
      judgeBeyond(law, exchange)
      return createdBy(answers)
    }
    answers.push(spent, exchange)
  }
  // Refused for another reason each time: that reason may come before the limit.
  if (answers.every((answer, index) => index % 2 === 0 || !isSuccess(answer))) {
    leaveOut(law, operation)
    return false
  }
  const own = await spendUntilLimited(law, operation, call)
  judgeServed(law, operation, own !== null, answers)
  return true
}

/** Each deletion takes a record of the run's own: an unknown one may be not-found before the limit. */
async function judgeDeletion(
  law: Law,
  store: LimitedStore,
  operation: OperationId,
  kind: OwnKind,
): Promise<void> {
  const answers: Exchange[] = []
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const record = await store.own(kind)
    if (!record) return leaveOut(law, operation)
    const spent = await limited(law)
    const exchange = await spend(law, operation, { params: { id: record.id } })
    if (isLimited(law, exchange)) return judgeBeyond(law, exchange)
    if (!isSuccess(exchange)) return leaveOut(law, operation)
    store.gone(kind)
    answers.push(spent, exchange)
  }
  judgeServed(law, operation, false, answers)
}

function judgeBeyond(law: Law, exchange: Exchange): void {
  judgeLimited(law, exchange)
  law.of(CLAUSE).pass()
}

function judgeServed(law: Law, operation: OperationId, ok: boolean, answers: readonly Exchange[]): void {
  law.of(CLAUSE).judge(ok, {
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
