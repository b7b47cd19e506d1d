import { DEFAULT_DIALECT } from '../../../schemas/dialect.ts'
import { observation } from '../../judge/check.ts'
import type { Observer } from '../../judge/observer.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { idle, invoiceIds, type Ids } from './invoices.ts'

/** The next request asks whether an action has ended after such a share of the time that is over: at first, and later. */
const COARSE = 0.08
const FINE = 0.01
const LEAST_PAUSE_MS = 3
/** The first request asks a little before it can have ended, as far as that is known. */
const BEFORE = 0.98
/** A time is known when its bounds are so close, or it was measured so often. */
const CLOSE = 0.05
/** Bounds that are no closer are told. */
const ROUGH = 0.1
const MOST_TIMES = 4

/**
 * How long an action is in progress, for one invoice and for all that are known: a further request is accepted as soon
 * as it has ended. The hook that ends actions stays unused.
 */
export const duration = observation(['bulk.duration'], {
  name: 'how long bulk actions last',
  needs: ['bulk'],
  async run(observer: Observer) {
    const all = await invoiceIds(observer)
    const one: Ids = [all[0]]
    await idle(observer)
    const first = await started(observer, one)
    const short = await measured(observer, { action: first, ids: one, after: all, least_ms: 0 })
    const long = await measured(observer, {
      action: short.next,
      ids: all,
      after: all,
      least_ms: short.least_ms,
    })
    await observer.turns.end()
    const more = all.length - 1
    const per_invoice_ms =
      more > 0 ? rounded(Math.max(0, (middleOf(long) - middleOf(short)) / more)) : OURS.per_invoice_ms
    const base_ms = rounded(Math.max(0, middleOf(short) - per_invoice_ms))
    observer.observe('bulk.duration', { base_ms, per_invoice_ms }, first.exchange, short.next.exchange)
    if (more === 0) observer.assume('bulk.duration', 'per_invoice_ms: the store has one invoice alone')
    else if (!isWithin(short, ROUGH) || !isWithin(long, ROUGH))
      observer.assume(
        'bulk.duration',
        `measured roughly: ${inWords(short)} for one invoice, ${inWords(long)} for ${all.length}`,
      )
  },
})

/** How long an action lasts: longer than the one, and not longer than the other. */
interface Span {
  least_ms: number
  most_ms: number
}

const middleOf = ({ least_ms, most_ms }: Span): number => (least_ms + most_ms) / 2
const isWithin = ({ least_ms, most_ms }: Span, share: number): boolean =>
  most_ms - least_ms <= Math.max(4 * LEAST_PAUSE_MS, most_ms * share)
const inWords = ({ least_ms, most_ms }: Span): string =>
  `${Math.round(least_ms)} to ${Math.round(most_ms)} ms`

const OURS = DEFAULT_DIALECT['bulk.duration']

/** An action in progress: the server began it between two moments, milliseconds of `performance.now()`. */
interface Action {
  exchange: Exchange
  sent: number
  answered: number
}

async function ask(observer: Observer, invoice_ids: Ids): Promise<Action> {
  const sent = performance.now()
  const exchange = await observer.turns.ask({ invoice_ids })
  return { exchange, sent, answered: performance.now() }
}

async function started(observer: Observer, invoice_ids: Ids): Promise<Action> {
  const action = await ask(observer, invoice_ids)
  if (!isSuccess(action.exchange)) observer.notExercised('no bulk action could be started')
  return action
}

interface Measuring {
  /** For these invoices, in progress. */
  action: Action
  ids: Ids
  /** For what the last action is that is begun. */
  after: Ids
  least_ms: number
}

/** Measures an action again and again until its bounds are close. */
async function measured(
  observer: Observer,
  { action, ids, after, least_ms }: Measuring,
): Promise<Span & { next: Action }> {
  let span: Span = { least_ms, most_ms: Infinity }
  let current = action
  for (let time = 1; ; time++) {
    // What begins when this one has ended is of its kind as long as that must be known better.
    const isLast = time > 1 && (isWithin(span, CLOSE) || time === MOST_TIMES)
    const { next, ...seen } = await ended(observer, current, span, isLast ? after : ids)
    span = seen
    if (isLast) return { ...span, next }
    current = next
  }
}

/** Between the last further request that was refused and the one that began the next action. */
async function ended(
  observer: Observer,
  action: Action,
  known: Span,
  next: Ids,
): Promise<Span & { next: Action }> {
  const share = known.most_ms === Infinity ? COARSE : FINE
  let { least_ms } = known
  await observer.pause(Math.max(0, action.sent + least_ms * BEFORE - performance.now()))
  for (;;) {
    const further = await ask(observer, next)
    if (isSuccess(further.exchange)) {
      const most_ms = Math.max(least_ms, Math.min(known.most_ms, further.answered - action.sent))
      return { least_ms, most_ms, next: further }
    }
    least_ms = Math.max(least_ms, further.sent - action.answered)
    if (least_ms > observer.target.patience_ms) return stayed(observer, action.exchange)
    await observer.pause(Math.max(LEAST_PAUSE_MS, least_ms * share))
  }
}

async function stayed(observer: Observer, exchange: Exchange): Promise<never> {
  await observer.turns.end()
  const patience = `${observer.target.patience_ms / 1000} s (patience_seconds of the target)`
  return observer.notExercised(
    `a bulk action stayed in progress for longer than ${patience}: answered ${exchange.response.status}`,
  )
}

/** To two digits: closer than ten percent, and no closer than it was measured. */
const rounded = (ms: number): number => Math.round(Number(ms.toPrecision(2)))
