import type { Check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { bulkTurns } from '../../server/store/bulk-turns.ts'
import { invoiceIds, started } from './invoices.ts'

const CLAUSE = 'bulk.ends'
const ROUNDS = 3

/** bulk.ends: again and again, with refused requests in between. Where no hook ends them, other checks saw it. */
export const ends: Check = {
  name: 'bulk actions one after the other',
  clauses: [CLAUSE],
  async run(trial) {
    const [id] = await invoiceIds(trial)
    const turns = bulkTurns(trial.session)
    if (turns.hasHook) return judgeEnded(trial, id)
    if (trial.session.record.of(CLAUSE).passes > 0) return
    await started(trial, CLAUSE, { invoice_ids: [id] })
    await started(trial, CLAUSE, { invoice_ids: [id] })
    trial.pass(CLAUSE)
  },
}

/** The hook answers when the action has ended; someone else may start one then, but not each time. */
async function judgeEnded(trial: Trial, id: number): Promise<void> {
  let refused: Exchange | null = null
  for (let round = 0; round < ROUNDS; round++) {
    const { first, next } = await endedAndNext(trial, id)
    if (isSuccess(next)) {
      trial.pass(CLAUSE)
      continue
    }
    if (refused)
      trial.fail(CLAUSE, {
        message: 'a bulk action had ended, with a further request refused meanwhile',
        expected: 'a bulk action',
        exchanges: [first, refused, next],
      })
    refused = next
  }
}

async function endedAndNext(trial: Trial, id: number): Promise<{ first: Exchange; next: Exchange }> {
  const turns = bulkTurns(trial.session)
  const first = await started(trial, CLAUSE, { invoice_ids: [id] })
  await turns.ask({ invoice_ids: [id] })
  await turns.end()
  const next = await turns.ask({ invoice_ids: [id] })
  await turns.end()
  return { first: first.exchange, next }
}
