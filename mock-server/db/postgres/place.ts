import { DatabaseFailure, DatabaseRefused } from '../errors.ts'

/** Where a database is, as messages name it: without the password. */
export function placeOf(url: string): string {
  const read = URL.canParse(url) ? new URL(url) : null
  if (!read || !['postgres:', 'postgresql:'].includes(read.protocol))
    throw new DatabaseRefused(
      'The database must be given as a URL such as postgres://user:password@host:5432/name.',
    )
  const { hostname, port, pathname, searchParams } = read
  return `${searchParams.get('host') ?? hostname}${port && `:${port}`}${pathname}`
}

/** A shared database does not do what it is asked. */
export class ServerFailure extends DatabaseFailure {
  constructor(place: string, cause: unknown) {
    super(
      `The database ${place} does not save anything now: ${saysOf(cause)}. Everything answered before is safe; it goes on by itself when that is over.`,
      cause,
    )
  }
}

/** A shared database was not opened. */
export class ServerRefused extends DatabaseRefused {
  constructor(place: string, reason: string, cause?: unknown) {
    super(`The database ${place} ${reason}`, { cause })
  }
}

/** What an error says, in one line. Of several addresses that were tried, what the first said. */
export function saysOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return saysOf(error.errors[0])
  const { message = String(error), code }: { message?: string; code?: unknown } =
    error instanceof Error ? error : {}
  const [line = ''] = (message || String(code)).split('\n')
  return line
}
