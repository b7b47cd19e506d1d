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

/** What Node says of a certificate that no authority it knows has signed. */
const UNKNOWN_AUTHORITY = [
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
]

/** What can be done about an error that opening a database ended with, as a sentence of its own; empty where that is not known. */
export function adviceOn(error: unknown): string {
  const isOfAuthority =
    error instanceof Error && 'code' in error && UNKNOWN_AUTHORITY.includes(String(error.code))
  return isOfAuthority
    ? ' Name the authority that signed the certificate of the server: sslrootcert=FILE in the URL.'
    : ''
}
