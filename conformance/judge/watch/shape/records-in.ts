import { resultOf } from '../../../../schemas/envelopes.ts'
import { member, type Exchange } from '../../../server/client/exchange.ts'

/** What stands where an operation's result does: the records of a list, or the one. */
export function recordsIn(exchange: Exchange): readonly unknown[] {
  const { key = '' } = (exchange.operation && resultOf(exchange.operation)) || {}
  const value = member(exchange, key)
  if (Array.isArray(value)) return value
  return value === undefined ? [] : [value]
}
