import type { Need } from '../../schemas/clauses.ts'
import { needsOf, type Step } from '../judge/check.ts'

/** What meets these needs changes what a store has once: its numbering, its orders, its mailbox, its bulk action, its limit. */
const STOREWIDE: readonly Need[] = [
  'orders',
  'draft_orders',
  'edit_order',
  'email',
  'mailbox',
  'bulk',
  'rate_limited_key',
  'pdf',
]

/** Whether of shards that run at once one alone may perform the check. */
export const isStorewide = (check: Step): boolean =>
  check.storewide ?? needsOf(check).some((need) => STOREWIDE.includes(need))

/**
 * What one of several shards performs: all that is storewide is the first one's, and the rest is parted so that
 * each has as many checks as can be.
 */
export function checksOfShard(checks: readonly Step[], { index, of }: Shard): readonly Step[] {
  const [alone, rest] = [checks.filter(isStorewide), checks.filter((check) => !isStorewide(check))]
  const first = rest.slice(0, Math.max(0, Math.ceil(checks.length / of) - alone.length))
  if (index > 1) return shardOf(rest.slice(first.length), { index: index - 1, of: of - 1 })
  const own = new Set([...alone, ...first])
  return checks.filter((check) => own.has(check))
}

/** The I-th of N contiguous parts, as equal as can be; I counts from 1. */
export function shardOf<T>(items: readonly T[], { index, of }: Shard): T[] {
  const start = (part: number) => Math.floor((part * items.length) / of)
  return items.slice(start(index - 1), start(index))
}

export interface Shard {
  index: number
  of: number
}
