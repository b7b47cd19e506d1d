import { hasFields } from '../../../schemas/tables.ts'
import type { Seen } from '../../../schemas/types.ts'

/**
 * How long these answers told the client to wait, in milliseconds: what several told of the same time counts once. A
 * client that waits as it is told does not hang.
 */
export function toldWaits(requests: readonly Seen[]): number {
  let sum = 0
  let until = 0
  for (const { begins, ends } of requests
    .flatMap(waitOf)
    .toSorted((one, other) => one.begins - other.begins)) {
    sum += Math.max(0, ends - Math.max(begins, until))
    until = Math.max(until, ends)
  }
  return sum
}

function waitOf({ at, ms, answer }: Seen): { begins: number; ends: number }[] {
  if (answer.status !== 429 && answer.outcome !== 'rate-limited') return []
  const seconds = Number(answer.headers['retry-after'] ?? saidIn(answer.body))
  const begins = Date.parse(at) + ms
  return seconds > 0 ? [{ begins, ends: begins + seconds * 1000 }] : []
}

/** Where no header says it. */
const saidIn = (body: unknown): unknown => (hasFields(body) ? body['retry_after'] : undefined)
