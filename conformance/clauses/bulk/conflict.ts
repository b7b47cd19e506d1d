import type { BulkPdfRequest } from '../../../schemas/types.ts'
import type { Check } from '../../judge/check.ts'
import { isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { bulkTurns } from '../../server/store/bulk-turns.ts'
import { judgeConflict, lasting, race, TRIES } from './in-progress.ts'
import { invoiceIds, started } from './invoices.ts'

const CONFLICT = 'bulk.conflict'
const CONCURRENT = 'bulk.conflict-concurrent'
const ROUNDS = 3
/** An action for one invoice less may be that much shorter. */
const SHORTER = 0.9

/**
 * bulk.conflict. An accepted second request proves nothing by itself. What proves a fault: the action is known to last
 * longer, or no second request is ever refused, not even a simultaneous one, in several tries with all invoices: an
 * action that had ended by then would have made the documents of all of them in no time.
 */
const conflict: Check = {
  name: 'a further bulk action while one is in progress',
  clauses: [CONFLICT],
  async run(trial) {
    const { ms, accepted } = await lasting(trial)
    if (ms === 0) return judgeSimultaneous(trial, accepted)
    const bodies = await furtherRequests(trial)
    // Each by itself, at once after a start, where the hook makes starts cheap.
    const bursts = bulkTurns(trial.session).hasHook ? bodies.map((body) => [body, body]) : [bodies]
    for (const burst of bursts) await judgeBurst(trial, burst, ms)
  },
}

/** Not even of simultaneous requests one is refused. */
async function judgeSimultaneous(trial: Trial, accepted: readonly Exchange[]): Promise<void> {
  if (accepted.some(saysEnded)) trial.notExercised('actions have ended when they are answered')
  for (let round = 0; round < TRIES; round++) {
    const refused = (await race(trial)).exchanges.find((exchange) => !isSuccess(exchange))
    if (refused) return judgeConflict(trial, refused)
  }
  trial.fail(CONFLICT, {
    message: `in ${TRIES} tries each a second request right after the first was accepted, and all of several at once`,
    expected: 'the conflict error while a bulk action is in progress',
    exchanges: accepted,
  })
}

const ENDED = /complet|done|finish|ended|success/i
const saysEnded = (exchange: Exchange) => {
  const action = member(exchange, 'bulk_action') as { status?: unknown } | undefined
  return ENDED.test(String(action?.status))
}

/** Valid requests of every kind, those that differ from the first one before. */
async function furtherRequests(trial: Trial): Promise<BulkPdfRequest[]> {
  const ids = await invoiceIds(trial)
  const items = await trial.session.inventory.lastingTemplates()
  const template = items.find(({ template_type, name }) => template_type === 'invoice' && name)
  return [
    { invoice_ids: [ids[0]] },
    { invoice_ids: [ids.at(-1)!] },
    ...(template ? [{ invoice_ids: [ids[0]], template_name: template.name }] : []),
    { invoice_ids: ids.toReversed() },
    { invoice_ids: ids },
  ]
}

/** Requests one after the other, faster than actions are known to last. */
async function judgeBurst(trial: Trial, bodies: readonly BulkPdfRequest[], lasts_ms: number): Promise<void> {
  const turns = bulkTurns(trial.session)
  const ids = await invoiceIds(trial)
  // All but one: a request for that one names none of the action's invoices.
  const [id, ...rest] = ids
  const first = await started(trial, CONFLICT, { invoice_ids: rest.length > 0 ? rest : [id] })
  const begun = performance.now() - first.exchange.ms
  for (const body of bodies) {
    const exchange = await turns.ask(body)
    if (!isSuccess(exchange)) judgeConflict(trial, exchange)
    else if (performance.now() - begun > lasts_ms * SHORTER) break
    else
      trial.fail(CONFLICT, {
        message: 'a further request was accepted, though actions for these invoices last longer',
        expected: 'the conflict error while a bulk action is in progress',
        exchanges: [first.exchange, exchange],
      })
  }
  await turns.end()
}

/** bulk.conflict-concurrent: at most one of those that arrive while it lasts. */
const concurrent: Check = {
  name: 'simultaneous bulk actions',
  clauses: [CONCURRENT],
  async run(trial: Trial) {
    const lasts = await lasting(trial)
    if (lasts.ms === 0) trial.notExercised('no bulk action was seen in progress')
    let refused: readonly Exchange[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const { exchanges, ms } = await race(trial)
      const accepted = exchanges.filter(isSuccess)
      if (accepted.length === 1) trial.pass(CONCURRENT)
      else if (accepted.length === 0) refused = exchanges
      else if (ms < lasts.ms) failRace(trial, exchanges, accepted)
      if (!bulkTurns(trial.session).hasHook && accepted.length === 1) return
    }
    if (trial.session.record.of(CONCURRENT).passes > 0) return
    if (refused.length > 0 && bulkTurns(trial.session).hasHook) failRace(trial, refused, [])
    trial.missing(
      CONCURRENT,
      'actions ended before the simultaneous requests were answered, or one was in progress',
    )
  },
}

function failRace(trial: Trial, exchanges: readonly Exchange[], accepted: readonly Exchange[]): never {
  return trial.fail(CONCURRENT, {
    message: `${exchanges.length} simultaneous requests, while no bulk action was in progress`,
    expected: 'one bulk action, and conflicts',
    got: `${accepted.length} bulk actions`,
    exchanges,
  })
}

/** bulk.conflict and bulk.conflict-concurrent. */
export const bulkConflicts: readonly Check[] = [conflict, concurrent]
