/** Tells a fault of the suite: what, and the place where it is. A whole stack would tell the reader of a report nothing. */
export function ownFault(check: string, error: unknown): string {
  const { message, stack = '' } = error instanceof Error ? error : { message: String(error) }
  const place = PLACE.exec(stack)?.[0]
  return `the suite itself is at fault in "${check}"${place ? ` (${place})` : ''}: ${message}`
}

/** File and line of the first frame of a stack. */
const PLACE = /[^\\/\s(]+:\d+(?=:\d+\)?$)/m
