import { OPERATIONS, type Operation, type OperationId } from '../../schemas/operations.ts'
import { Refusal } from '../refusal.ts'
import { contextOf, type Exchange, type RateState } from '../exchange.ts'
import { windowAt } from '../store/rate-window.ts'
import type { RateWindow } from '../../scenarios/state.ts'
import type { Gate } from './gate.ts'

/** A fixed window per store on the mock's clock (questions rate.scope, rate.quota, rate.bulk_pdf). `reply/rate-headers.ts` tells of it. */
export const rateLimit: Gate = {
  name: 'rate-limit',
  pass(exchange) {
    const { store, dialect, world } = contextOf(exchange)
    const { requests, window_seconds } = store.record.quota ?? dialect['rate.quota']
    const [now, length] = [world.now(), window_seconds * 1000]
    const { start, used } = windowAt(store, now, length) ?? { start: now, used: 0 }
    const counts = isCounted(exchange)
    const refused = counts && used >= requests
    const window = { start, used: counts && !refused ? used + 1 : used }
    store.window.enter(window, { now, length, by: window.used - used })
    exchange.rate = stateOf(window, requests, window_seconds)
    if (refused) throw new Refusal('rate-limited')
  },
}

/** Whether an operation counts that does not list the error is open (question rate.bulk_pdf). */
const isCounted = ({ operation, dialect }: Exchange): boolean =>
  operation === null || listsRateLimit(operation) || dialect['rate.bulk_pdf']

function listsRateLimit(operation: OperationId): boolean {
  const { errors }: Operation = OPERATIONS[operation]
  return errors.includes('rate-limited')
}

const stateOf = ({ start, used }: RateWindow, limit: number, seconds: number): RateState => ({
  limit,
  // The quota may have been lowered within the window.
  remaining: Math.max(0, limit - used),
  reset_at: start + seconds * 1000,
})
