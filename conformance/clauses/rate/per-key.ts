import type { OperationId } from '../../../schemas/operations.ts'
import { atOnce } from '../../judge/at-once.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import type { Call } from '../../server/client/call.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { harmlessCalls } from '../auth/every-operation.ts'
import { CUSTOMERS, TEMPLATES } from '../records/record-kind.ts'
import { Records } from '../records/records.ts'
import { LISTED } from './every-operation.ts'
import { isLimited, isRateLimited, limited, spend } from './spend.ts'

const READERS: readonly (OperationId | null)[] = [
  'readSettings',
  'listInvoices',
  'listTemplates',
  'listCustomers',
]

/** So often the judged store must be refused: once it may be by a limit of its own. */
const REFUSALS = 3
const MOST_TRIES = 6
const PAUSE_MS = 400

/**
 * The judged store is served at every operation while the other is limited. It comes last, when nobody else spends a
 * limit that the judged store may have too. What it creates is deleted at once.
 */
export const perKey = check('rate.per-key', {
  name: "another store's exhausted limit",
  when: 'last',
  async run(law) {
    const calls: Partial<Record<OperationId, Call>> = await harmlessCalls(law)
    const creating = [new Records(law, TEMPLATES), new Records(law, CUSTOMERS)]
    const creatorOf = (operation: OperationId) =>
      creating.find(({ kind }) => kind.operations.create === operation)
    // Creations come last: a server that refuses what takes them back must have been asked for that before.
    const operations = law
      .permitted(LISTED)
      .toSorted((a, b) => Number(!!creatorOf(a)) - Number(!!creatorOf(b)))
    const asking = (operation: OperationId) => async () => {
      const records = creatorOf(operation)
      const call = { keep_rate_limited: true, ...calls[operation] }
      if (!records) {
        // The refusal of the same operation must not come to this store either.
        await spend(law, operation, calls[operation])
        return law.call(operation, call)
      }
      return records.post({ ...call, body: { [records.kind.one]: await records.input() } })
    }
    const others = operations.filter((operation) => !creatorOf(operation))
    const unserved = await unservedTogether(law, others, asking)
    let spent: Exchange | null = null
    for (const operation of operations.filter((one) => unserved.includes(one) || creatorOf(one))) {
      const records = creatorOf(operation)
      const judge = async () => void (spent = await judgeServed(law, operation, asking(operation), spent))
      await (records ? records.tidying(judge) : judge())
    }
  },
})

/** So few operations are asked each by itself. */
const FEW = 3

/**
 * Asks several operations of the judged store at once, between two refusals of the other one: half as many at a time where
 * its limit ended meanwhile, as it does at a distance.
 * @returns those that are to be asked each by itself, as they were refused too, or the limit ended each time
 */
async function unservedTogether(
  law: Law,
  operations: readonly OperationId[],
  asking: (operation: OperationId) => () => Promise<Exchange>,
): Promise<readonly OperationId[]> {
  if (operations.length <= FEW) return operations
  const spent = await limited(law)
  const answers = await atOnce(operations, (operation) => asking(operation)())
  const still = await spend(law, spent.operation ?? 'readSettings')
  if (answers.some((one) => isRateLimited(law, one))) return operations
  if (isLimited(law, still)) {
    for (const ours of answers) judgeAnswer(law, ours, [spent, ours, still])
    return []
  }
  const half = Math.ceil(operations.length / 2)
  const first = await unservedTogether(law, operations.slice(0, half), asking)
  return [...first, ...(await unservedTogether(law, operations.slice(half), asking))]
}

/**
 * Asks an operation of the judged store while the other is limited, as often as it takes to tell whose limit refuses it.
 * @param known the last that was seen of the other store's limit, where it was exhausted
 * @returns the same, for the next operation
 */
export async function judgeServed(
  law: Law,
  operation: OperationId,
  ask: () => Promise<Exchange>,
  known: Exchange | null = null,
): Promise<Exchange | null> {
  const refused: Exchange[] = []
  for (let attempt = 0; attempt < MOST_TRIES && refused.length < 2 * REFUSALS; attempt++) {
    const spent = (attempt === 0 && known) || (await limited(law))
    const ours = await ask()
    const still = await spend(law, spent.operation ?? 'readSettings')
    if (!isLimited(law, still)) continue
    if (!isRateLimited(law, ours)) {
      judgeAnswer(law, ours, [spent, ours, still])
      return still
    }
    refused.push(spent, ours)
    await ownLimitPast(law)
  }
  if (refused.length < 2 * REFUSALS) return null
  throw law.violation({
    message: `${operation} was answered rate-limited ${REFUSALS} times, each time that another store's limit was exhausted`,
    expected: 'the other store served',
    exchanges: refused,
  })
}

/**
 * The limit of its own that the judged store may have is waited out: nobody spends it now. What retry_after tells is
 * not trusted, as the refusal may be another store's.
 */
async function ownLimitPast(law: Law): Promise<void> {
  if (!(await servedAgain(law, 'readSettings'))) law.notExercised('the judged store is rate-limited itself')
  await law.pause(PAUSE_MS)
}

/** Waits until an operation of the judged store is refused no more; false when patience ends before. */
export async function servedAgain(law: Law, operation: OperationId): Promise<boolean> {
  const end = Date.now() + law.target.patience_ms
  while (isRateLimited(law, await law.call(operation, { keep_rate_limited: true }))) {
    if (Date.now() > end) return false
    await law.pause(PAUSE_MS)
  }
  return true
}

/** A call that is harmless where it is carried out may be refused, but the readers are served. */
function judgeAnswer(law: Law, ours: Exchange, exchanges: readonly Exchange[]): void {
  const ok = isSuccess(ours) || !READERS.includes(ours.operation)
  law.judge(ok, { expected: 'the other store served', exchanges })
}
