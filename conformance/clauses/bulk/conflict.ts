import type { BulkPdfRequest } from '../../../schemas/types.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Creation } from '../../server/activity/new-invoices.ts'
import { bodyOf } from '../../server/store/order-supply.ts'
import { ownInvoice } from '../create/first-invoices.ts'
import { hasDocument } from '../documented.ts'
import { begunFor, isTooSoon, judgeConflict, lasting, race } from './in-progress.ts'
import { invoiceIds, started, type Ids } from './invoices.ts'

const ROUNDS = 3
/** An action for one invoice less may be that much shorter. */
const SHORTER = 0.9

/** An accepted second request proves nothing by itself: what proves a fault is that actions are known to last longer. */
const conflict = check('bulk.conflict', {
  name: 'a further bulk action while one is in progress',
  shows: ['status.conflict', 'body.conflict'],
  async run(law) {
    const ms = await lasting(law)
    if (ms === 0) law.notExercised(MAY_HAVE_ENDED)
    const bodies = await furtherRequests(law)
    // Each by itself, at once after a start, where the hook makes starts cheap.
    const bursts = law.turns.hasHook ? bodies.map((body) => [body, body]) : []
    for (const burst of bursts) await judgeBurst(law, burst, ms)
    await judgeBurst(law, law.turns.hasHook ? bodies.slice(0, 1) : bodies, ms, refuse)
  },
})

/** Where the hook makes starts cheap. */
export const bulkConflictBesideWork = check('bulk.conflict', {
  name: 'a further bulk action while one is in progress, after other work on documents',
  needs: ['orders', 'bulk'],
  async run(law) {
    const ms = law.turns.hasHook ? await lasting(law) : 0
    const own = ms > 0 ? await ownInvoice(law) : null
    if (!own || !hasDocument(own.invoice)) return law.notExercised(MAY_HAVE_ENDED)
    const [id] = await invoiceIds(law)
    await judgeBurst(law, [{ invoice_ids: [id] }], ms, () => work(law, own))
  },
})

/** What is refused, for whatever reason, does not end the action in progress. */
async function refuse({ turns }: Law): Promise<void> {
  for (const body of [{}, { invoice_ids: 'none' }]) await turns.ask(body)
}

/** Nor do documents that are made of one invoice. */
async function work(law: Law, own: Creation): Promise<void> {
  const params = { slug: own.invoice.slug }
  await law.call('createInvoice', { body: bodyOf(own, { generate_pdf: true }) })
  await law.call('regenerateInvoice', { params })
  await law.call('readInvoicePdf', { params })
}

const MAY_HAVE_ENDED =
  'no bulk action was seen in progress: each may have ended within its request; one that lasts, or a hook finish_bulk that tells whether there was something to end, would show it'

/** Valid requests of every kind, those that differ from the first one before. */
async function furtherRequests(law: Law): Promise<BulkPdfRequest[]> {
  const ids = await invoiceIds(law)
  const items = await law.store.lastingTemplates()
  const template = items.find(({ template_type, name }) => template_type === 'invoice' && name)
  return [
    { invoice_ids: [ids[0]] },
    { invoice_ids: ids.slice(-1) },
    ...(template ? [{ invoice_ids: [ids[0]], template_name: template.name }] : []),
    { invoice_ids: ids.toReversed() },
    { invoice_ids: [...ids] },
  ]
}

/** Requests one after the other, faster than actions are known to last; before them others that end no action. */
async function judgeBurst(
  law: Law,
  bodies: readonly BulkPdfRequest[],
  lasts_ms: number,
  disturbed: (law: Law) => Promise<void> = async () => {},
): Promise<void> {
  const turns = law.turns
  const [id, second, ...rest] = await invoiceIds(law)
  // All but one: a request for that one names none of the action's invoices.
  const ids: Ids = second === undefined ? [id] : [second, ...rest]
  const first = await started(law, ids)
  const answered = performance.now()
  await disturbed(law)
  for (const body of bodies) {
    const pause = performance.now() - answered
    const exchange = await turns.ask(body)
    const ms = performance.now() - answered + first.ms
    const again = async () => {
      await begunFor(law, pause, ids)
      await disturbed(law)
      const isAccepted = isSuccess(await turns.ask(body))
      await turns.end()
      return isAccepted
    }
    if (!isSuccess(exchange)) judgeConflict(law, exchange)
    else if (ms > lasts_ms * SHORTER || !(await isTooSoon(law, ms, again))) break
    else
      throw law.violation({
        message: 'a further request was accepted, though actions for these invoices last longer',
        expected: 'the conflict error while a bulk action is in progress',
        exchanges: [first, exchange],
      })
  }
  await turns.end()
}

/** At most one of those that arrive while it lasts. */
const concurrent = check('bulk.conflict-concurrent', {
  name: 'simultaneous bulk actions',
  async run(law) {
    const lasts_ms = await lasting(law)
    if (lasts_ms === 0) law.notExercised(MAY_HAVE_ENDED)
    const { hasHook } = law.turns
    let refused: readonly Exchange[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const { exchanges, ms } = await race(law)
      const accepted = exchanges.filter(isSuccess).length
      if (accepted === 1) law.pass()
      else if (accepted === 0) refused = exchanges
      else if (ms < lasts_ms && (await isTooSoon(law, ms, () => hasSeveral(law)))) failRace(law, exchanges)
      if (!hasHook && accepted === 1) return
    }
    if (law.hasPassed) return
    if (refused.length > 0 && hasHook) failRace(law, refused)
    law.missing('actions ended before the simultaneous requests were answered, or one was in progress')
  },
})

const hasSeveral = async (law: Law): Promise<boolean> =>
  (await race(law)).exchanges.filter(isSuccess).length > 1

function failRace(law: Law, exchanges: readonly Exchange[]): never {
  throw law.violation({
    message: `${exchanges.length} simultaneous requests, while no bulk action was in progress`,
    expected: 'one bulk action, and conflicts',
    got: `${exchanges.filter(isSuccess).length} bulk actions`,
    exchanges,
  })
}

/** bulk.conflict and bulk.conflict-concurrent. */
export const bulkConflicts: readonly Check[] = [conflict, concurrent]
