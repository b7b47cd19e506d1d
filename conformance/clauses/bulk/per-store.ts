import { setTimeout as sleep } from 'node:timers/promises'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { isTooSoon, lasting } from './in-progress.ts'
import { invoiceIds, started } from './invoices.ts'

/**
 * The other store may have an action of its own in progress when it refuses; then its end is awaited and its length
 * learned, before the second try decides.
 */
export const perStore = check('bulk.conflict-per-store', {
  name: "another store's bulk action",
  async run(law: Law) {
    const [invoice] = (await law.storeOf('other_store').invoices()).items
    if (!invoice) law.notExercised('the other store has no invoice')
    const theirs = [invoice.id]
    await lasting(law)
    let answer = await whileInProgress(law, theirs)
    if (!isSuccess(answer.other)) {
      await theirOwnEnd(law, theirs)
      answer = await whileInProgress(law, theirs)
    }
    if (!isSuccess(answer.other))
      throw law.violation({
        message: "one store's bulk action is in progress",
        expected: 'a bulk action for the other store',
        exchanges: [answer.first, answer.other],
      })
    await law.turns.end()
    await judgeFurther(law, answer, theirs)
  },
})

interface Answer {
  first: Exchange
  other: Exchange
  /** The first store's next request, and how long after its first one it was answered. */
  further: Exchange
  ms: number
}

async function whileInProgress(law: Law, theirs: readonly number[]): Promise<Answer> {
  const invoice_ids = await invoiceIds(law)
  const first = await started(law, invoice_ids)
  const begun = performance.now() - first.ms
  const other = await law.turnsOf('other_store').ask({ invoice_ids: theirs })
  const further = await law.turns.ask({ invoice_ids })
  return { first, other, further, ms: performance.now() - begun }
}

/** The first store's action goes on meanwhile, and still blocks a further one. */
async function judgeFurther(
  law: Law,
  { first, other, further, ms }: Answer,
  theirs: readonly number[],
): Promise<void> {
  if (!isSuccess(further)) return law.pass()
  const again = async () => {
    const answer = await whileInProgress(law, theirs)
    await law.turns.end()
    return isSuccess(answer.further)
  }
  if (ms >= (await lasting(law)) || !(await isTooSoon(law, ms, again)))
    return law.missing('the first action ended before the other request was answered')
  throw law.violation({
    message: "another store's bulk action came between two of one store",
    expected: 'the conflict error for the second one',
    exchanges: [first, other, further],
  })
}

/** Waits until neither store has an action in progress, as far as that can be learned. */
async function theirOwnEnd(law: Law, invoice_ids: number[]): Promise<void> {
  const other = law.turnsOf('other_store')
  await law.turns.end()
  for (const start of [await other.start({ invoice_ids }), await other.start({ invoice_ids })])
    if (start.outcome !== 'accepted') law.notExercised('the other store takes no bulk action')
  if (!(await other.idle())) await sleep(50)
}
