import { OPERATIONS, type Operation, type OperationId } from '../../schemas/operations.ts'
import { Refusal } from '../refusal.ts'
import { contextOf, type Exchange, type RateState } from '../exchange.ts'
import type { Store } from '../store/store.ts'
import type { Gate } from './gate.ts'

interface Window {
  /** When it began, in milliseconds since 1970 on the mock's clock. */
  start: number
  used: number
}

const windows = new WeakMap<Store, Window>()

/** A fixed window per store on the mock's clock (questions rate.scope, rate.quota, rate.bulk_pdf). */
export const rateLimit: Gate = {
  name: 'rate-limit',
  pass(exchange) {
    const { store, dialect, world } = contextOf(exchange)
    const { requests, window_seconds } = store.record.quota ?? dialect['rate.quota']
    const window = currentWindow(store, world.now(), window_seconds * 1000)
    const counts = isCounted(exchange)
    const refused = counts && window.used >= requests
    if (counts && !refused) window.used++
    exchange.rate = stateOf(window, requests, window_seconds)
    if (refused) throw new Refusal('rate-limited')
  },
}

/** A clock that was put back begins a new window too. */
function currentWindow(store: Store, now: number, length: number): Window {
  const known = windows.get(store)
  if (known && now >= known.start && now < known.start + length) return known
  const next = { start: now, used: 0 }
  windows.set(store, next)
  return next
}

/** Whether an operation counts that does not list the error is open (question rate.bulk_pdf). */
const isCounted = ({ operation, dialect }: Exchange): boolean =>
  operation === null || listsRateLimit(operation) || dialect['rate.bulk_pdf']

function listsRateLimit(operation: OperationId): boolean {
  const { errors }: Operation = OPERATIONS[operation]
  return errors.includes('rate-limited')
}

const stateOf = ({ start, used }: Window, limit: number, seconds: number): RateState => ({
  limit,
  // The quota may have been lowered within the window.
  remaining: Math.max(0, limit - used),
  reset_at: start + seconds * 1000,
})
