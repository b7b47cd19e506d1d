import { setTimeout as sleep } from 'node:timers/promises'
import type { OperationId } from '../../../schemas/operations.ts'
import type { Call } from '../../client/client.ts'
import { isSuccess, member, type Exchange } from '../../client/exchange.ts'
import { isRateLimited } from '../../client/rate-limit.ts'
import type { Trial } from '../../judge/trial.ts'
import type { Session } from '../../session.ts'

/** Requests without pause within which a limit has to show (clause rate.every-operation). */
export const MOST = 200

const settingsSeen = new WeakMap<Session, Exchange>()

/** A call with the key whose limit may be spent, its refusal passed on. */
export async function spend(trial: Trial, operation: OperationId, call: Call = {}): Promise<Exchange> {
  const exchange = await trial.call(operation, { ...call, key: 'rate_limited', keep_rate_limited: true })
  if (operation === 'readSettings' && isSuccess(exchange)) settingsSeen.set(trial.session, exchange)
  return exchange
}

/** The settings of the rate-limited store as they were last read: reading them again would cost a window. */
export const lastSettings = (trial: Trial): Exchange | undefined => settingsSeen.get(trial.session)

/** Calls without pause until the limit shows; null when it does not. */
export async function spendUntilLimited(
  trial: Trial,
  operation: OperationId,
  call: Call = {},
  most = MOST,
): Promise<Exchange | null> {
  for (let request = 0; request < most; request++) {
    const exchange = await spend(trial, operation, call)
    if (isRateLimited(exchange)) return exchange
  }
  return null
}

const SPENDERS = ['readSettings', 'listTemplates', 'listInvoices'] as const
const spenders = new WeakMap<Session, OperationId>()

/** Spends the limit by reading; a faulty server may leave one of the readers unlimited. Null when none is limited. */
export async function spendLimit(trial: Trial): Promise<Exchange | null> {
  const known = spenders.get(trial.session)
  for (const operation of known ? [known] : SPENDERS) {
    const limited = await spendUntilLimited(trial, operation)
    if (limited) spenders.set(trial.session, operation)
    if (limited) return limited
  }
  return null
}

/** Waits until the store is served again; true when it is before patience ends. */
export async function waitUntilServed(trial: Trial): Promise<boolean> {
  const end = Date.now() + trial.session.target.patience_ms
  while (Date.now() < end) {
    if (isSuccess(await spend(trial, spenders.get(trial.session) ?? 'readSettings'))) return true
    await sleep(250)
  }
  return false
}

/** retry_after as the two units it may have (question rate.retry_after_unit), the shorter wait first. */
export function waits(limited: Exchange): number[] {
  const told = member(limited, 'retry_after')
  return typeof told === 'number' && told >= 0 ? [told, told * 1000] : []
}
