import { ERROR_KINDS } from '../../schemas/operations.ts'
import { isOneOf } from '../../schemas/tables.ts'
import { Refusal } from '../refusal.ts'
import type { Exchange } from '../exchange.ts'
import type { Gate } from './gate.ts'

/** `X-Mock-Answer: rate-limited` forces that error for the one request that carries it. */
export const forcedAnswer: Gate = {
  name: 'forced-answer',
  pass(exchange) {
    const wanted = exchange.http.headers['x-mock-answer']
    if (wanted === undefined) return
    if (wanted === 'rate-limited') spend(exchange)
    if (isOneOf(ERROR_KINDS, wanted)) throw new Refusal(wanted)
    throw new Refusal('unprocessable', { 'X-Mock-Answer': [`must be one of ${ERROR_KINDS.join(', ')}`] })
  },
}

/** Headers and body of a rate-limited answer then agree: nothing is left, and whoever waits as told is served. */
export function spend(exchange: Exchange): void {
  const { rate, world } = exchange
  if (rate) exchange.rate = { ...rate, remaining: 0, reset_at: world.now() + 1000 }
}
