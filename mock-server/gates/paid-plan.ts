import { Refusal } from '../refusal.ts'
import { contextOf } from '../exchange.ts'
import type { Gate } from './gate.ts'

/** Stores on the free plan are forbidden everything (specification §5.4). */
export const paidPlan: Gate = {
  name: 'paid-plan',
  pass(exchange) {
    if (contextOf(exchange).store.record.plan === 'free') throw new Refusal('forbidden')
  },
}
