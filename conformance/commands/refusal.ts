import { Stopped, Unreachable } from '../client/client.ts'
import { masker } from '../client/mask.ts'
import { INTERRUPTED } from '../reports/conclusion.ts'
import { oneLine } from '../reports/plain-text.ts'
import { UsageError } from '../usage-error.ts'

/** One line for what the user can mend; a fault of ours shows where it is. */
export function told(error: unknown): string {
  if (error instanceof UsageError || error instanceof Unreachable) return masker([])(oneLine(error.message))
  if (error instanceof Stopped) return `nothing was judged: ${INTERRUPTED}`
  return `a fault of the suite: ${(error as Error).stack ?? String(error)}`
}
