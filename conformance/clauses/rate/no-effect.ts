import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { unchanged } from '../../judge/relations.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { CUSTOMERS, TEMPLATES } from '../records/record-kind.ts'
import { invoiceView, settingsIn } from '../views.ts'
import { everyWrite, type Write } from '../writes.ts'
import { LimitedStore } from './own-records.ts'
import { isLimited, limited, spend } from './spend.ts'

const key = 'rate_limited'

/** Each kind of write beyond the limit, all at once, on records of the run's own. */
export const noEffect = check('rate.limited-no-effect', {
  name: 'writes beyond the rate limit',
  async run(law) {
    const store = new LimitedStore(law)
    try {
      judgeKept(law, await store.goneAllTheSame())
      const own = [await store.own(TEMPLATES), await store.own(CUSTOMERS)].filter((one) => one !== null)
      const writes = [...(await everyWrite(law, key, own)), ...(await regenerations(law))]
      await unchanged(law, {
        views: [...new Set(writes.map(({ view }) => view))],
        after: () => beyondLimit(law, store, writes),
        unless: (answer) => !isLimited(law, answer),
      })
    } finally {
      await store.clear()
    }
  },
})

/** Where a record that is gone is not-found before the limit counts, a further deletion would tell nothing. */
function judgeKept(law: Law, gone: readonly Exchange[] | null): void {
  if (gone)
    throw law.violation({
      message: 'a deletion was answered rate-limited before',
      expected: 'the record as it was',
      exchanges: gone,
    })
}

/** One of an invoice of the store, which moves its updated_at at least. */
async function regenerations(law: Law): Promise<Write[]> {
  const [invoice] = law.permits('regenerateInvoice') ? (await law.storeOf(key).invoices()).items : []
  if (!invoice) return []
  const { slug } = invoice
  return [{ operation: 'regenerateInvoice', call: { params: { slug } }, view: invoiceView(law, key, slug) }]
}

/** Sends the writes while the limit is spent. */
async function beyondLimit(law: Law, store: LimitedStore, writes: readonly Write[]): Promise<Exchange[]> {
  const { footer_message = '' } = settingsIn(await law.call('readSettings', { key }))
  await limited(law)
  const answers = await Promise.all(writes.map(({ operation, call }) => spend(law, operation, call)))
  // The window may just have ended: what came through is taken back.
  await store.undo(answers)
  if (answers.some((answer) => isSuccess(answer) && answer.operation === 'updateSettings'))
    await law.call('updateSettings', { body: { settings: { footer_message } }, key })
  if (!answers.some((answer) => isLimited(law, answer)))
    law.notExercised('the window ended before the writes came')
  return answers
}
