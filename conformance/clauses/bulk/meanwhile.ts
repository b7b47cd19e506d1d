import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import type { ClauseId } from '../../../schemas/clauses.ts'
import type { Creation } from '../../server/activity/new-invoices.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { bodyOf } from '../../server/store/order-supply.ts'
import { ownInvoice } from '../create/first-invoices.ts'
import { hasDocument } from '../documented.ts'
import { invoiceIds, started, type Ids } from './invoices.ts'

/** What has documents made of one invoice, or asks for it once more, none of which lists the conflict error. */
const WAYS = [
  ['regenerateInvoice', 'regenerate.same-invoice'],
  ['readInvoicePdf', 'pdf.envelope'],
  ['createInvoice', 'create.returns-existing'],
] as const satisfies readonly (readonly [OperationId, ClauseId])[]

/**
 * An invoice of a bulk action in progress is regenerated and its document read. What is answered just before is refused
 * for no reason of the document's own; and the action ends all the same, as the hook tells.
 */
export const meanwhile = check(
  ['regenerate.same-invoice', 'pdf.envelope', 'create.returns-existing', 'bulk.ends'],
  {
    name: 'documents of an invoice while a bulk action makes them',
    needs: ['orders', 'bulk'],
    async run(law) {
      const own = await ownInvoice(law)
      if (!own || !hasDocument(own.invoice)) return law.notExercised('no order could be invoiced')
      const { id } = own.invoice
      const others = (await invoiceIds(law)).filter((one) => one !== id)
      await law.turns.idle()
      const before = await askAll(law, own)
      const action = await started(law.of('bulk.ends'), [id, ...others])
      const during = await askAll(law, own)
      for (const [at, [, clause]] of WAYS.entries())
        judgeNoConflict(law.of(clause), before[at], action, during[at])
      if (law.turns.hasHook) await judgeEnds(law.of('bulk.ends'), [id])
    },
  },
)

async function askAll(law: Law, own: Creation): Promise<Exchange[]> {
  const call = { params: { slug: own.invoice.slug } }
  const calls = { regenerateInvoice: call, readInvoicePdf: call, createInvoice: { body: bodyOf(own) } }
  const exchanges: Exchange[] = []
  for (const [operation] of WAYS) exchanges.push(await law.call(operation, calls[operation]))
  return exchanges
}

function judgeNoConflict(
  law: Law,
  before: Exchange | undefined,
  action: Exchange,
  during: Exchange | undefined,
): void {
  if (!before || !during || !isSuccess(before)) return
  law.judge(isSuccess(during) || law.is('unprocessable', during), {
    message: 'a bulk action is in progress, which is no reason to refuse anything but another one',
    expected: 'a success, as just before',
    exchanges: [before, action, during],
  })
}

/** The hook ends it, and the next one is accepted. */
async function judgeEnds(law: Law, ids: Ids): Promise<void> {
  await law.turns.end()
  await started(law, ids)
  law.pass()
  await law.turns.end()
}
