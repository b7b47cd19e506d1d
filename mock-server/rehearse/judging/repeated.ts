import type { Outcome } from '../../../schemas/operations.ts'
import { isOneOf } from '../../../schemas/tables.ts'
import type { Seen } from '../../../schemas/types.ts'
import { doesAnew } from '../variations/fault-kinds.ts'
import type { Called, Part } from '../variations/variation.ts'

/** Work that was done more often than in the first run. */
export interface Repeated {
  readonly operation: Called
  readonly times: number
  /** How often it was done in the first run. */
  readonly before: number
}

/**
 * What the command did twice after a fault on an operation that does its work anew each time; null for nothing. The mock
 * knows what was done, whatever became of its answer.
 */
export function repeatedIn(
  parts: readonly Part[],
  first: readonly Seen[],
  now: readonly Seen[],
): Repeated | null {
  const operations = parts.flatMap(({ what }) => (what.kind === 'fault' ? [what.operation] : []))
  for (const operation of operations.filter(doesAnew)) {
    const [before, times] = [doneIn(first, operation), doneIn(now, operation)]
    if (times > before) return { operation, times, before }
  }
  return null
}

const DONE: readonly Outcome[] = ['ok', 'created', 'existing', 'queued', 'deleted']

const doneIn = (requests: readonly Seen[], wanted: Called): number =>
  requests.filter(({ operation, answer }) => operation === wanted && isOneOf(DONE, answer.outcome)).length
