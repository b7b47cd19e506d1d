import type { Exchange } from '../exchange.ts'
import type { Gate, StoreDirectory } from './gate.ts'

/** Leads a request through gates, one after the other; in one go where none of them waits. */
export function passAll(
  gates: readonly Gate[],
  exchange: Exchange,
  stores: StoreDirectory,
  from = 0,
): void | Promise<void> {
  for (let at = from; at < gates.length; at++) {
    const waiting = gates[at]?.pass(exchange, stores)
    if (waiting) return waiting.then(() => passAll(gates, exchange, stores, at + 1))
  }
}
