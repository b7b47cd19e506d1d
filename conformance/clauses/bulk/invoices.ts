import type { BulkAction, BulkPdfRequest } from '../../../schemas/types.ts'
import { isObject, member, type Exchange } from '../../server/client/exchange.ts'
import type { ClauseId } from '../../../schemas/clauses.ts'
import type { Trial } from '../../judge/trial.ts'
import { bulkTurns, type Turn } from '../../server/store/bulk-turns.ts'
import { ownInvoice } from '../create/first-invoices.ts'

/** As many invoices as one action of ours gets, limits aside: enough for it to last, few enough to be harmless. */
const MOST = 250

/** Ids of invoices of the store. */
export async function invoiceIds(trial: Trial): Promise<[number, ...number[]]> {
  const known = (await trial.session.inventory.invoices()).items
  const own = known.length > 0 ? [] : [await ownInvoice(trial.session)]
  const ids = [...known.map(({ id }) => id), ...own.flatMap((one) => one?.invoice.id ?? [])]
  const [first, ...rest] = [...new Set(ids)].slice(0, MOST)
  if (first === undefined) trial.notExercised('the store has no invoice')
  return [first, ...rest]
}

/** Starts an action in its turn; the clause demands that a valid request is accepted then, once others ended. */
export async function started(trial: Trial, clause: ClauseId, body: BulkPdfRequest): Promise<Turn> {
  const turns = bulkTurns(trial.session)
  const turn = await turns.start(body)
  if (turn.outcome === 'blocked') stayed(trial, turn)
  trial.success(clause, turn.exchange, 'a bulk action, for a valid request while none is in progress')
  actionOf(trial, 'bulk.queued', turn.exchange)
  if (turn.conflicts.length > 0) trial.pass('bulk.ends')
  return turn
}

/** The hook says when an action has ended; without one it may last as long as it likes. */
function stayed(trial: Trial, { exchange }: Turn): never {
  if (bulkTurns(trial.session).hasHook)
    trial.fail('bulk.ends', {
      message: 'the hook finish_bulk ended the bulk action in progress, again and again',
      expected: 'a bulk action, for a valid request',
      exchanges: exchange,
    })
  return trial.notExercised(
    `a bulk action stayed in progress for ${trial.session.target.patience_ms / 1000} s`,
  )
}

/** The action of an answer; the clause demands that there is one. */
export function actionOf(trial: Trial, clause: ClauseId, exchange: Exchange): BulkAction {
  const action = member(exchange, 'bulk_action')
  trial.judge(clause, isObject(action), { expected: 'an object with bulk_action', exchanges: exchange })
  return action as BulkAction
}
