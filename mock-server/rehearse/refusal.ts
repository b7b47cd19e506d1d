import { UsageError } from '../../schemas/command-line/usage-error.ts'
import { DialectError } from '../../schemas/dialect.ts'
import { oneLine } from '../../schemas/printing/plain-text.ts'
import { AdminError } from '../desk/admin-error.ts'
import { MockRefused } from '../mock-refused.ts'

/** What the user can mend, a line for each thing; a fault of ours is thrown on, and shows where it is. */
export function told(error: unknown): string {
  if (error instanceof UsageError) return error.lines.map(oneLine).join('\n  ')
  if (error instanceof MockRefused) return error.forCommand
  if (error instanceof AdminError || error instanceof DialectError) return error.message
  throw error
}
