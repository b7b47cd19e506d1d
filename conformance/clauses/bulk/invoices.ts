import type { BulkAction, BulkPdfRequest } from '../../../schemas/types.ts'
import { isObject, member, type Exchange } from '../../server/client/exchange.ts'
import type { ClauseId } from '../../../schemas/clauses.ts'
import type { Law } from '../../judge/law.ts'
import { bulkTurns, type Turn } from '../../server/store/bulk-turns.ts'
import { ownInvoice } from '../create/first-invoices.ts'

/** As many invoices as one action of ours gets, limits aside: enough for it to last, few enough to be harmless. */
const MOST = 250

/** Ids of invoices of the store. */
export async function invoiceIds(law: Law): Promise<[number, ...number[]]> {
  const known = (await law.store.invoices()).items
  const own = known.length > 0 ? [] : [await ownInvoice(law.session)]
  const ids = [...known.map(({ id }) => id), ...own.flatMap((one) => one?.invoice.id ?? [])]
  const [first, ...rest] = [...new Set(ids)].slice(0, MOST)
  if (first === undefined) law.notExercised('the store has no invoice')
  return [first, ...rest]
}

/** Starts an action in its turn; the clause demands that a valid request is accepted then, once others ended. */
export async function started(law: Law, clause: ClauseId, body: BulkPdfRequest): Promise<Turn> {
  const turns = bulkTurns(law.session)
  const turn = await turns.start(body)
  if (turn.outcome === 'blocked') stayed(law, turn)
  law.of(clause).success(turn.exchange, 'a bulk action, for a valid request while none is in progress')
  actionOf(law, 'bulk.queued', turn.exchange)
  if (turn.conflicts.length > 0) law.of('bulk.ends').pass()
  return turn
}

/** The hook says when an action has ended; without one it may last as long as it likes. */
function stayed(law: Law, { exchange }: Turn): never {
  if (bulkTurns(law.session).hasHook)
    throw law.of('bulk.ends').violation({
      message: 'the hook finish_bulk ended the bulk action in progress, again and again',
      expected: 'a bulk action, for a valid request',
      exchanges: exchange,
    })
  return law.notExercised(`a bulk action stayed in progress for ${law.target.patience_ms / 1000} s`)
}

/** The action of an answer; the clause demands that there is one. */
export function actionOf(law: Law, clause: ClauseId, exchange: Exchange): BulkAction {
  const action = member(exchange, 'bulk_action')
  law.of(clause).judge(isObject(action), { expected: 'an object with bulk_action', exchanges: exchange })
  return action as BulkAction
}
