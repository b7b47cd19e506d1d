import { setTimeout as sleep } from 'node:timers/promises'
import type { Check } from '../../check.ts'
import { isSuccess, type Exchange } from '../../client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { bulkTurns } from '../../store/bulk-turns.ts'
import { Inventory } from '../../store/inventory.ts'
import { invoiceIds, started } from './invoices.ts'

const CLAUSE = 'bulk.conflict-per-store'

/**
 * bulk.conflict-per-store. The other store may have an action of its own in progress when it refuses; then its end is
 * awaited and its length learned, before the second try decides.
 */
export const perStore: Check = {
  name: "another store's bulk action",
  clauses: [CLAUSE],
  async run(trial) {
    const ids = await invoiceIds(trial)
    const theirs = (await new Inventory(trial.session.client, 'other_store').invoices()).items.map(
      ({ id }) => id,
    )
    if (theirs.length === 0) trial.notExercised('the other store has no invoice')
    let answer = await whileInProgress(trial, ids, theirs.slice(0, 1))
    if (!isSuccess(answer.other)) {
      await theirOwnEnd(trial, theirs.slice(0, 1))
      answer = await whileInProgress(trial, ids, theirs.slice(0, 1))
    }
    if (!isSuccess(answer.other))
      trial.fail(CLAUSE, {
        message: "one store's bulk action is in progress",
        expected: 'a bulk action for the other store',
        exchanges: [answer.first, answer.other],
      })
    await bulkTurns(trial.session).end()
    if (!answer.lasted) trial.missing(CLAUSE, 'the first action ended before the other request was answered')
    else trial.pass(CLAUSE)
  },
}

async function whileInProgress(
  trial: Trial,
  invoice_ids: number[],
  theirs: number[],
): Promise<{ first: Exchange; other: Exchange; lasted: boolean }> {
  const { exchange } = await started(trial, CLAUSE, { invoice_ids })
  const other = await bulkTurns(trial.session, 'other_store').ask({ invoice_ids: theirs })
  const further = await bulkTurns(trial.session).ask({ invoice_ids })
  return { first: exchange, other, lasted: !isSuccess(further) }
}

/** Waits until neither store has an action in progress, as far as that can be learned. */
async function theirOwnEnd(trial: Trial, invoice_ids: number[]): Promise<void> {
  const own = bulkTurns(trial.session)
  const other = bulkTurns(trial.session, 'other_store')
  await own.end()
  for (const start of [await other.start({ invoice_ids }), await other.start({ invoice_ids })])
    if (start.outcome !== 'accepted') trial.notExercised('the other store takes no bulk action')
  if (!(await other.idle())) await sleep(50)
}
