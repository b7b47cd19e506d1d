import type { BulkPdfRequest } from '../../../schemas/types.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import { bulkTurns } from '../../server/activity/bulk-turns.ts'
import { judgeConflict, lasting, race, TRIES } from './in-progress.ts'
import { invoiceIds, started } from './invoices.ts'

const ROUNDS = 3
/** An action for one invoice less may be that much shorter. */
const SHORTER = 0.9

/**
 * An accepted second request proves nothing by itself. What proves a fault: the action is known to last longer, or no
 * second request is ever refused, not even a simultaneous one, in several tries with all invoices: an action that had
 * ended by then would have made the documents of all of them in no time.
 */
const conflict = check('bulk.conflict', {
  name: 'a further bulk action while one is in progress',
  async run(law) {
    const { ms, accepted } = await lasting(law)
    if (ms === 0) return judgeSimultaneous(law, accepted)
    const bodies = await furtherRequests(law)
    // Each by itself, at once after a start, where the hook makes starts cheap.
    const bursts = bulkTurns(law.session).hasHook ? bodies.map((body) => [body, body]) : [bodies]
    for (const burst of bursts) await judgeBurst(law, burst, ms)
  },
})

/** Not even of simultaneous requests one is refused. */
async function judgeSimultaneous(law: Law, accepted: readonly Exchange[]): Promise<void> {
  if (accepted.some(saysEnded)) law.notExercised('actions have ended when they are answered')
  for (let round = 0; round < TRIES; round++) {
    const refused = (await race(law)).exchanges.find((exchange) => !isSuccess(exchange))
    if (refused) return judgeConflict(law, refused)
  }
  throw law.violation({
    message: `in ${TRIES} tries each a second request right after the first was accepted, and all of several at once`,
    expected: 'the conflict error while a bulk action is in progress',
    exchanges: accepted,
  })
}

const ENDED = /complet|done|finish|ended|success/i

function saysEnded(exchange: Exchange): boolean {
  const action = member(exchange, 'bulk_action')
  return isObject(action) && ENDED.test(String(action['status']))
}

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

/** Requests one after the other, faster than actions are known to last. */
async function judgeBurst(law: Law, bodies: readonly BulkPdfRequest[], lasts_ms: number): Promise<void> {
  const turns = bulkTurns(law.session)
  const [id, second, ...rest] = await invoiceIds(law)
  // All but one: a request for that one names none of the action's invoices.
  const first = await started(law, second === undefined ? [id] : [second, ...rest])
  const begun = performance.now() - first.ms
  for (const body of bodies) {
    const exchange = await turns.ask(body)
    if (!isSuccess(exchange)) judgeConflict(law, exchange)
    else if (performance.now() - begun > lasts_ms * SHORTER) break
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
    const lasts = await lasting(law)
    if (lasts.ms === 0) law.notExercised('no bulk action was seen in progress')
    const { hasHook } = bulkTurns(law.session)
    let refused: readonly Exchange[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const { exchanges, ms } = await race(law)
      const accepted = exchanges.filter(isSuccess).length
      if (accepted === 1) law.pass()
      else if (accepted === 0) refused = exchanges
      else if (ms < lasts.ms) failRace(law, exchanges)
      if (!hasHook && accepted === 1) return
    }
    if (law.hasPassed) return
    if (refused.length > 0 && hasHook) failRace(law, refused)
    law.missing('actions ended before the simultaneous requests were answered, or one was in progress')
  },
})

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
