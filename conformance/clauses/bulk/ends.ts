import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { invoiceIds, started } from './invoices.ts'

const ROUNDS = 3

/** Again and again, with refused requests in between. Where no hook ends them, other checks saw it. */
export const ends = check('bulk.ends', {
  name: 'bulk actions one after the other',
  async run(law) {
    const [id] = await invoiceIds(law)
    if (law.turns.hasHook) for (let round = 0; round < ROUNDS; round++) await judgeEnded(law, id)
    else if (!law.hasPassed) {
      await started(law, [id])
      await started(law, [id])
      law.pass()
    }
  },
})

/** The hook answers when the action has ended; someone else may start one then, but not each time. */
function judgeEnded(law: Law, id: number): Promise<void> {
  const turns = law.turns
  return law.settled(async () => {
    const first = await started(law, [id])
    await turns.ask({ invoice_ids: [id] })
    await turns.end()
    const next = await turns.ask({ invoice_ids: [id] })
    await turns.end()
    if (isSuccess(next)) return null
    return {
      message: 'a bulk action had ended, with a further request refused meanwhile',
      expected: 'a bulk action',
      exchanges: [first, next],
    }
  })
}
