import type { BulkPdfRequest } from '../../../schemas/types.ts'
import type { Law } from '../../judge/law.ts'
import type { Observer } from '../../judge/observer.ts'
import { isObject, member, type Exchange } from '../../server/client/exchange.ts'
import { UNLIKELY_ID } from '../../server/unlikely-id.ts'
import { ownInvoice } from '../create/first-invoices.ts'
import { hasDocument } from '../documented.ts'
import { earlierInvoice } from '../pdf/invoices.ts'

/** As many invoices as one action of ours gets, limits aside: enough for it to last, few enough to be harmless. */
const MOST = 250

/** So many ids a request may have. */
export const MAX = 5000

/** Ids that no store has. */
export const strangers = (count: number): number[] =>
  Array.from({ length: Math.max(0, count) }, (_, index) => UNLIKELY_ID + index)

export type Ids = readonly [number, ...number[]]

/** Ids of invoices of the store that have documents. */
export async function invoiceIds(observer: Observer): Promise<Ids> {
  const { items } = await observer.store.invoices()
  const known = items.filter(hasDocument)
  const own = known.length > 0 ? [] : [await ownInvoice(observer)]
  const ids = [...known.map(({ id }) => id), ...own.flatMap((one) => one?.invoice.id ?? [])]
  const [first, ...rest] = [...new Set(ids)].slice(0, MOST)
  return first === undefined ? observer.noInvoice() : [first, ...rest]
}

/** Of an invoice that others leave alone: one of an order, from before the run, where there is any. */
export async function quietId(observer: Observer): Promise<number> {
  const earlier = await earlierInvoice(observer)
  return earlier?.id ?? (await invoiceIds(observer))[0]
}

/** Starts an action in its turn; the clause demands that a valid request is accepted then, once others ended. */
export async function started(law: Law, invoice_ids: Ids, template_name?: string): Promise<Exchange> {
  const body = { invoice_ids: [...invoice_ids], ...(template_name !== undefined && { template_name }) }
  const { exchange, outcome, waited } = await law.turns.start(body satisfies BulkPdfRequest)
  if (outcome === 'blocked') stayed(law, exchange)
  law.success(exchange, 'a bulk action, for a valid request while none is in progress')
  actionOf(law.of('bulk.queued'), exchange)
  judgeCount(law.of('bulk.total-count'), exchange, invoice_ids.length)
  if (waited) law.of('bulk.ends').pass()
  return exchange
}

/** The same, and ends it. */
export async function startedAndEnded(law: Law, invoice_ids: Ids, template_name?: string): Promise<Exchange> {
  const exchange = await started(law, invoice_ids, template_name)
  await law.turns.end()
  return exchange
}

/** The hook says when an action has ended; without one it may last as long as it likes. */
function stayed(law: Law, exchange: Exchange): never {
  if (law.turns.hasHook)
    throw law.of('bulk.ends').violation({
      message: 'the hook finish_bulk ended the bulk action in progress, again and again',
      expected: 'a bulk action, for a valid request',
      exchanges: exchange,
    })
  return law.notExercised(`a bulk action stayed in progress for ${law.target.patience_ms / 1000} s`)
}

/** The action of an answer; the clause demands that there is one. */
export function actionOf(law: Law, exchange: Exchange): Record<string, unknown> {
  const action = member(exchange, 'bulk_action')
  if (!isObject(action)) throw law.violation({ expected: 'an object with bulk_action', exchanges: exchange })
  law.pass()
  return action
}

/** bulk.total-count, of distinct ids of the store. */
export function judgeCount(law: Law, exchange: Exchange, count: number): void {
  law.judge(countIn(exchange) === count, {
    expected: `total_count ${count}`,
    got: JSON.stringify(countIn(exchange)) ?? 'nothing',
    exchanges: exchange,
  })
}

/** The count that an answer tells, where it tells of an action. */
export function countIn(exchange: Exchange): unknown {
  const action = member(exchange, 'bulk_action')
  return isObject(action) ? action['total_count'] : undefined
}

/** Returns while no action is in progress: whether the conflict or the input is judged first is open otherwise. */
export async function idle(observer: Observer): Promise<void> {
  if (!(await observer.turns.idle()))
    observer.notExercised('whether a bulk action is in progress cannot be told')
}
