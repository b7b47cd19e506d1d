import type { OperationId } from '../../../schemas/operations.ts'
import { check } from '../../judge/check.ts'
import { operationsWhere, type Law } from '../../judge/law.ts'
import type { Call } from '../../server/client/call.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { CUSTOMERS, TEMPLATES, type RecordKind } from '../records/record-kind.ts'
import { callsBeyondLimit } from './calls.ts'
import { judgeLimited } from './limited-answer.ts'
import { LimitedStore } from './own-records.ts'
import { isLimited, limited, spend, spendUntilLimited, waitUntilServed } from './spend.ts'

/** The operations that may be answered rate-limited. */
export const LISTED = operationsWhere(({ errors }) => errors.some((kind) => kind === 'rate-limited'))

/** So often an operation is tried: the window may end between the last reading and it. */
const TRIES = 4

/**
 * rate.every-operation: each that lists rate-limited answers it. The limit is spent by reading first, so that a write
 * is seldom carried out; what is then still served is called on its own. Deletions come last, as others need the records.
 */
export const everyOperation = check(['rate.every-operation', 'rate.limited-body', 'rate.reset-header'], {
  name: 'every operation beyond the rate limit',
  async run(law) {
    const served_by = (await waitUntilServed(law)) ?? law.notExercised('the rate-limited store is not served')
    const store = new LimitedStore(law)
    store.saw(served_by)
    const served: Exchange[] = []
    try {
      const calls = await callsBeyondLimit(law, store)
      const operations = law.permitted(LISTED)
      let areApart = false
      for (const operation of operations.filter((one) => !DELETIONS[one]))
        areApart = (await judgeOperation(law, operation, calls[operation], served)) || areApart
      for (const operation of operations) {
        const kind = DELETIONS[operation]
        if (kind) await judgeDeletion({ law, store, areApart }, operation, kind)
      }
    } finally {
      if (served.length > 0) store.forgetSights()
      for (const kind of [TEMPLATES, CUSTOMERS])
        if (served.some(({ operation }) => operation === kind.operations.create))
          await store.clearOffered(kind)
    }
  },
})

const DELETIONS: Partial<Record<OperationId, RecordKind>> = {
  deleteTemplate: TEMPLATES,
  deleteCustomer: CUSTOMERS,
}

function leaveOut(law: Law, operation: OperationId): false {
  law.leaveOut(`${operation} (the rate-limited store has nothing to call it on)`)
  return false
}

/** Notes what was carried out on the way; answers whether the operation has a limit apart from that of reading. */
async function judgeOperation(
  law: Law,
  operation: OperationId,
  call: Call | null = {},
  served: Exchange[],
): Promise<boolean> {
  if (call === null) return leaveOut(law, operation)
  const answers: Exchange[] = []
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const spent = await limited(law)
    const exchange = await spend(law, operation, call)
    if (isLimited(law, exchange)) return judgeBeyond(law, exchange)
    answers.push(spent, exchange)
    if (isSuccess(exchange)) served.push(exchange)
  }
  // Refused for another reason, if only since it was done once: that reason may come before the limit.
  if (!answers.slice(-1).every(isSuccess)) return leaveOut(law, operation)
  judgeServed(law, operation, (await spendUntilLimited(law, operation, call)) !== null, answers)
  return true
}

interface Limits {
  law: Law
  store: LimitedStore
  /** Whether operations were seen to have limits of their own. */
  areApart: boolean
}

/**
 * Each deletion takes a record of the run's own: an unknown one may be not-found before the limit. Where operations have
 * limits of their own, no store has so many records that this one's would surely show.
 */
async function judgeDeletion(
  { law, store, areApart }: Limits,
  operation: OperationId,
  kind: RecordKind,
): Promise<unknown> {
  const answers: Exchange[] = []
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const record = await store.own(kind)
    if (!record) return leaveOut(law, operation)
    const spent = await limited(law)
    const exchange = await spend(law, operation, { params: { id: record.id } })
    if (isLimited(law, exchange)) {
      // Whoever is refused asks again, and by then the window may have ended. What neither did is looked for later.
      const again = await spend(law, operation, { params: { id: record.id } })
      if (isSuccess(again)) await store.undo([again])
      else store.keptFrom(kind, exchange)
      return judgeBeyond(law, exchange)
    }
    if (!isSuccess(exchange)) return leaveOut(law, operation)
    await store.undo([exchange])
    answers.push(spent, exchange)
  }
  const { params = {} } = answers.at(-1) ?? {}
  const beyond = await spendUntilLimited(law, operation, { params })
  if (!beyond && areApart) return law.leaveOut(`${operation} (its limit is apart from that of the others)`)
  judgeServed(law, operation, beyond !== null, answers)
}

function judgeBeyond(law: Law, exchange: Exchange): false {
  judgeLimited(law, exchange)
  law.pass()
  return false
}

function judgeServed(law: Law, operation: OperationId, ok: boolean, answers: readonly Exchange[]): void {
  law.judge(ok, {
    message: `${operation} is served beyond the limit`,
    expected: 'the rate-limited error within 200 requests',
    exchanges: answers.slice(0, 4),
  })
}
