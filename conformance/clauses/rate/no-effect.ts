import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { unchanged } from '../../judge/relations.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { CUSTOMERS, TEMPLATES } from '../records/record-kind.ts'
import { listedView, settingsIn } from '../views.ts'
import { everyWrite, type Write } from '../writes.ts'
import { LimitedStore } from './own-records.ts'
import { isLimited, limited, spend } from './spend.ts'

const key = 'rate_limited'

/** What was seen long before may have been moved by others. */
const LOOKS = 2

/** Each kind of write beyond the limit, all at once, on records of the run's own. */
export const noEffect = check('rate.limited-no-effect', {
  name: 'writes beyond the rate limit',
  async run(law) {
    const store = new LimitedStore(law)
    try {
      const own = [await store.own(TEMPLATES), await store.own(CUSTOMERS)].filter((one) => one !== null)
      const writes = [...(await everyWrite(law, key, own)), ...(await regenerations(law, store))]
      await unchanged(law, {
        views: [...new Set(writes.map(({ view }) => view))],
        after: () => beyondLimit(law, store, writes),
        // A record that a deletion took may be not-found before the limit counts.
        unless: (answer) => !isLimited(law, answer) && !law.is('not-found', answer),
        looks: LOOKS,
      })
    } finally {
      await store.clear()
    }
  },
})

/** One of an invoice of the store, which moves its updated_at at least. */
async function regenerations(law: Law, store: LimitedStore): Promise<Write[]> {
  const invoice = law.permits('regenerateInvoice') ? await store.firstInvoice() : undefined
  if (!invoice) return []
  const { slug } = invoice
  const view = { ...listedView(law, key, slug), before: await store.before('listInvoices') }
  return [{ operation: 'regenerateInvoice', call: { params: { slug } }, view }]
}

/** Sends the writes while the limit is spent; a deletion that was refused before is not sent again. */
async function beyondLimit(law: Law, store: LimitedStore, writes: readonly Write[]): Promise<Exchange[]> {
  const { footer_message = '' } = settingsIn(await store.before('readSettings'))
  const kept = store.keptFromDeletion
  await limited(law)
  const sent = writes.filter(({ operation }) => !kept.some((refusal) => refusal.operation === operation))
  const answers = await Promise.all(sent.map(({ operation, call }) => spend(law, operation, call)))
  // The window may just have ended: what came through is taken back.
  await store.undo(answers)
  if (answers.some((answer) => isSuccess(answer) && answer.operation === 'updateSettings'))
    await law.call('updateSettings', { body: { settings: { footer_message } }, key })
  if (!answers.some((answer) => isLimited(law, answer)))
    law.notExercised('the window ended before the writes came')
  return [...kept, ...answers]
}
