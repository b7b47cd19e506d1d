import type { OperationId } from '../../../schemas/operations.ts'
import type { Observer } from '../../judge/observer.ts'
import type { Call } from '../../server/client/call.ts'
import { isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import { perRun } from '../../server/per-run.ts'

/** Requests without pause within which a limit has to show (clause rate.every-operation). */
export const MOST = 200

/** A call with the key whose limit may be spent, its refusal passed on. */
export function spend(observer: Observer, operation: OperationId, call: Call = {}): Promise<Exchange> {
  return observer.call(operation, { ...call, key: 'rate_limited', keep_rate_limited: true })
}

/** Whether an answer is the rate-limited error, by what it carries. */
export const isRateLimited = ({ session }: Observer, exchange: Exchange): boolean =>
  session.client.isRateLimited(exchange)

/**
 * Whether an answer to the rate-limited key is the rate-limited error, whatever its body lacks: by what it carries, or
 * by a status that nothing but this error has.
 */
export function isLimited(observer: Observer, exchange: Exchange): boolean {
  if (isRateLimited(observer, exchange)) return true
  const { status, headers } = exchange.response
  const isOther = OTHERS.some((kind) => observer.statusOf(kind) === status)
  if (isOther) return false
  return observer.statusOf('rate-limited') === status || (status === 503 && 'x-ratelimit-reset' in headers)
}

const OTHERS = ['unauthorized', 'not-found', 'unprocessable'] as const

/** Calls without pause until the limit shows; null when it does not. */
export async function spendUntilLimited(
  observer: Observer,
  operation: OperationId,
  call: Call = {},
  most = MOST,
): Promise<Exchange | null> {
  for (let request = 0; request < most; request++) {
    const exchange = await spend(observer, operation, call)
    if (isLimited(observer, exchange)) return exchange
  }
  return null
}

const SPENDERS = ['readSettings', 'listTemplates', 'listInvoices'] as const
/** The reader that was limited first. */
const spender = perRun<'spender', { operation: OperationId | null }>()
const spenderOf = ({ session }: Observer) => spender(session, 'spender', () => ({ operation: null }))

/** Spends the limit by reading; a faulty server may leave one of the readers unlimited. Null when none is limited. */
export async function spendLimit(observer: Observer): Promise<Exchange | null> {
  const known = spenderOf(observer)
  for (const operation of known.operation ? [known.operation] : SPENDERS) {
    const refusal = await spendUntilLimited(observer, operation)
    if (!refusal) continue
    known.operation = operation
    observer.learn('rate-limited', [refusal])
    observer.observe('status.rate_limited', refusal.response.status, refusal)
    return refusal
  }
  return null
}

/** Spends the limit, which the check needs; returns a limited answer. */
export async function limited(observer: Observer): Promise<Exchange> {
  return (
    (await spendLimit(observer)) ??
    observer.notExercised('the rate-limited key was not limited within 200 requests')
  )
}

/** Waits until the store is served again; the answer by which it is, or null when patience ends before. */
export async function waitUntilServed(observer: Observer): Promise<Exchange | null> {
  const end = Date.now() + observer.target.patience_ms
  while (Date.now() < end) {
    const answer = await spend(observer, spenderOf(observer).operation ?? 'readSettings')
    if (isSuccess(answer)) return answer
    await observer.pause(250)
  }
  return null
}

/** retry_after as the two units it may have (question rate.retry_after_unit), the shorter wait first. */
export function waits(refusal: Exchange): number[] {
  const told = member(refusal, 'retry_after')
  return typeof told === 'number' && told >= 0 ? [told, told * 1000] : []
}
