import { check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { bulkTurns } from '../../server/store/bulk-turns.ts'
import { invoiceIds, started } from './invoices.ts'

const CLAUSE = 'bulk.ends'
const ROUNDS = 3

/** bulk.ends: again and again, with refused requests in between. Where no hook ends them, other checks saw it. */
export const ends = check('bulk.ends', {
  name: 'bulk actions one after the other',
  async run(law) {
    const [id] = await invoiceIds(law)
    const turns = bulkTurns(law.session)
    if (turns.hasHook) return judgeEnded(law, id)
    if (law.hasPassed) return
    await started(law, CLAUSE, { invoice_ids: [id] })
    await started(law, CLAUSE, { invoice_ids: [id] })
    law.pass()
  },
})

/** The hook answers when the action has ended; someone else may start one then, but not each time. */
async function judgeEnded(law: Law, id: number): Promise<void> {
  let refused: Exchange | null = null
  for (let round = 0; round < ROUNDS; round++) {
    const { first, next } = await endedAndNext(law, id)
    if (isSuccess(next)) {
      law.pass()
      continue
    }
    if (refused)
      throw law.violation({
        message: 'a bulk action had ended, with a further request refused meanwhile',
        expected: 'a bulk action',
        exchanges: [first, refused, next],
      })
    refused = next
  }
}

async function endedAndNext(law: Law, id: number): Promise<{ first: Exchange; next: Exchange }> {
  const turns = bulkTurns(law.session)
  const first = await started(law, CLAUSE, { invoice_ids: [id] })
  await turns.ask({ invoice_ids: [id] })
  await turns.end()
  const next = await turns.ask({ invoice_ids: [id] })
  await turns.end()
  return { first: first.exchange, next }
}
