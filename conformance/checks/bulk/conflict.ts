import { setTimeout as sleep } from 'node:timers/promises'
import type { BulkPdfRequest } from '../../../schemas/types.ts'
import type { Check } from '../../check.ts'
import { isSuccess, member, type Exchange } from '../../client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import type { Session } from '../../session.ts'
import { bulkTurns } from '../../store/bulk-turns.ts'
import { invoiceIds, started } from './invoices.ts'

const CONFLICT = 'bulk.conflict'
const ENDS = 'bulk.ends'
const CONCURRENT = 'bulk.conflict-concurrent'

/** Tries before a server that never refuses is said to know no conflict. */
const TRIES = 5
/** A pause after which an action is still in progress where actions take any time at all. */
const PAUSE_MS = 40
const AT_ONCE = 8

/** How long an action for all known invoices lasts at least, in milliseconds: so late a conflict was seen. */
const lasting = new WeakMap<Session, number>()

/**
 * bulk.conflict. How long an action lasts is open (question bulk.duration), so an accepted second request proves
 * nothing by itself. What proves it: an action that is known to last longer, or that no second request is ever
 * refused, not even a simultaneous one, in several tries with all invoices: an action that had ended by then would
 * have made the documents of all of them in no time.
 */
const conflict: Check = {
  name: 'a further bulk action while one is in progress',
  clauses: [CONFLICT],
  async run(trial) {
    const ids = await invoiceIds(trial)
    const turns = bulkTurns(trial.session)
    const accepted: Exchange[] = []
    for (const pause of [PAUSE_MS, ...Array.from({ length: TRIES - 1 }, () => 0)]) {
      const second = await secondRequest(trial, ids, pause)
      if (!isSuccess(second)) break
      if (saysEnded(second)) trial.notExercised('actions have ended when they are answered')
      accepted.push(second)
      await turns.end()
    }
    if (accepted.length === TRIES) await judgeSimultaneous(trial, ids, accepted)
    await turns.end()
    await judgeBurst(trial, ids)
  },
}

/** Not even of simultaneous requests one is refused. */
async function judgeSimultaneous(trial: Trial, ids: number[], accepted: readonly Exchange[]): Promise<void> {
  for (let round = 0; round < TRIES; round++) {
    const { exchanges } = await race(trial, ids)
    const refused = exchanges.find((exchange) => !isSuccess(exchange))
    if (refused) return judgeConflict(trial, refused)
  }
  trial.fail(CONFLICT, {
    message: `in ${TRIES} tries a second request was accepted right after the first, and so were all of ${AT_ONCE} at once`,
    expected: 'the conflict error while a bulk action is in progress',
    exchanges: accepted,
  })
}

const ENDED = /complet|done|finish|ended|success/i
const saysEnded = (exchange: Exchange) => {
  const action = member(exchange, 'bulk_action') as { status?: unknown } | undefined
  return ENDED.test(String(action?.status))
}

/** Starts an action and asks for another; a conflict after a while tells how long actions last at least. */
async function secondRequest(trial: Trial, invoice_ids: number[], pause: number): Promise<Exchange> {
  await startedOrConflict(trial, invoice_ids)
  const begun = performance.now()
  await sleep(pause)
  const elapsed = performance.now() - begun
  const second = await bulkTurns(trial.session).ask({ invoice_ids })
  if (isSuccess(second)) return second
  judgeConflict(trial, second)
  lasting.set(trial.session, Math.max(elapsed, lasting.get(trial.session) ?? 0))
  return second
}

/** Where an action lasts longer than patience, what refuses this one is the conflict. */
async function startedOrConflict(trial: Trial, invoice_ids: number[]): Promise<void> {
  const turn = await bulkTurns(trial.session).start({ invoice_ids })
  if (turn.outcome === 'accepted') return
  if (turn.outcome === 'blocked') judgeConflict(trial, turn.exchange)
  trial.notExercised('no bulk action could be started')
}

function judgeConflict(trial: Trial, exchange: Exchange): void {
  const turns = bulkTurns(trial.session)
  if (turns.mayBeConflict(exchange)) turns.learn([exchange])
  trial.refused(CONFLICT, exchange, 'conflict')
}

/** Requests of every valid kind, faster than actions are known to last. */
async function judgeBurst(trial: Trial, ids: readonly [number, ...number[]]): Promise<void> {
  const { session } = trial
  const first = await started(trial, CONFLICT, { invoice_ids: [...ids] })
  const begun = performance.now() - first.exchange.ms
  for (const body of await furtherRequests(trial, ids)) {
    const exchange = await bulkTurns(session).ask(body)
    if (!isSuccess(exchange)) judgeConflict(trial, exchange)
    else if (performance.now() - begun > (lasting.get(session) ?? 0)) break
    else
      trial.fail(CONFLICT, {
        message: 'a further request was accepted, though actions for these invoices last longer',
        expected: 'the conflict error while a bulk action is in progress',
        exchanges: [first.exchange, exchange],
      })
  }
  await bulkTurns(session).end()
}

async function furtherRequests(trial: Trial, ids: readonly [number, ...number[]]): Promise<BulkPdfRequest[]> {
  const { items } = await trial.session.inventory.templates()
  const template = items.find(({ template_type, name }) => template_type === 'invoice' && name)
  return [
    { invoice_ids: [...ids] },
    { invoice_ids: [ids[0]] },
    { invoice_ids: [ids.at(-1)!] },
    ...(template ? [{ invoice_ids: [ids[0]], template_name: template.name }] : []),
    { invoice_ids: ids.toReversed() },
  ]
}

/** bulk.conflict-concurrent: at most one of those that arrive while it lasts. */
const concurrent: Check = {
  name: 'simultaneous bulk actions',
  clauses: [CONCURRENT],
  async run(trial: Trial) {
    const invoice_ids = await invoiceIds(trial)
    const lasts = lasting.get(trial.session)
    if (lasts === undefined) trial.notExercised('no bulk action was seen in progress')
    const rounds: Exchange[][] = []
    for (let round = 0; round < 3; round++) {
      const { exchanges, ms } = await race(trial, invoice_ids)
      const accepted = exchanges.filter(isSuccess)
      if (accepted.length === 1) return trial.pass(CONCURRENT)
      if (accepted.length > 1 && ms < lasts) judgeOne(trial, exchanges, accepted)
      if (accepted.length === 0) rounds.push(exchanges)
    }
    if (rounds.length === 3 && bulkTurns(trial.session).hasHook) judgeOne(trial, rounds[0]!, [])
    trial.missing(
      CONCURRENT,
      'actions ended before the simultaneous requests were answered, or one was in progress',
    )
  },
}

async function race(trial: Trial, invoice_ids: number[]): Promise<{ exchanges: Exchange[]; ms: number }> {
  const turns = bulkTurns(trial.session)
  await turns.idle()
  await Promise.all(Array.from({ length: AT_ONCE }, () => trial.call('listTemplates')))
  const begun = performance.now()
  const exchanges = await Promise.all(Array.from({ length: AT_ONCE }, () => turns.ask({ invoice_ids })))
  const ms = performance.now() - begun
  await turns.end()
  return { exchanges, ms }
}

function judgeOne(trial: Trial, exchanges: readonly Exchange[], accepted: readonly Exchange[]): void {
  trial.judge(CONCURRENT, accepted.length === 1, {
    message: `${AT_ONCE} simultaneous requests, while no bulk action was in progress`,
    expected: 'one bulk action, and conflicts',
    got: `${accepted.length} bulk actions`,
    exchanges,
  })
}

/** bulk.ends: again and again, with refused requests in between. Where no hook ends them, other checks saw it. */
const ends: Check = {
  name: 'bulk actions one after the other',
  clauses: [ENDS],
  async run(trial) {
    const [id] = await invoiceIds(trial)
    const turns = bulkTurns(trial.session)
    if (!turns.hasHook && trial.session.record.of(ENDS).passes > 0) return
    const rounds = turns.hasHook ? 3 : 2
    let before: Exchange | null = null
    for (let round = 0; round < rounds; round++) {
      const turn = await started(trial, ENDS, { invoice_ids: [id] })
      if (before) trial.pass(ENDS)
      before = turn.exchange
      await turns.ask({ invoice_ids: [id] })
      await turns.end()
      if (turns.hasHook) await judgeAcceptedNow(trial, id, before)
    }
  },
}

/** The hook answers when the action has ended. */
async function judgeAcceptedNow(trial: Trial, id: number, before: Exchange): Promise<void> {
  const turns = bulkTurns(trial.session)
  let exchange = await turns.ask({ invoice_ids: [id] })
  if (!isSuccess(exchange)) {
    await turns.end()
    exchange = await turns.ask({ invoice_ids: [id] })
  }
  trial.judge(ENDS, isSuccess(exchange), {
    message: 'the bulk action before has ended',
    expected: 'a bulk action',
    exchanges: [before, exchange],
  })
  await turns.end()
}

export const bulkConflicts: readonly Check[] = [conflict, concurrent, ends]
