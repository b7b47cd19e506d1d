import type { ErrorKind } from '../../schemas/operations.ts'
import { ContentGone, DatabaseFailure } from '../db/errors.ts'
import { MockRefused } from '../mock-refused.ts'
import { Refusal } from '../refusal.ts'

/** How the desk says no: a sentence for people, with what is wrong by field where it is known, and the status that the admin API gives it. */
export class AdminError extends Error {
  readonly status: number
  readonly errors: Record<string, string[]> | undefined

  constructor(status: number, message: string, errors?: Record<string, string[]>) {
    super(message)
    this.status = status
    this.errors = errors
  }
}

/** What the body parser and the router throw: an HTTP status and a message that may be shown. */
const isHttpError = (error: unknown): error is Error & { status: number } =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500

const STATUSES: Partial<Record<ErrorKind, number>> = { 'not-found': 404, conflict: 409 }

const SENTENCES: Partial<Record<ErrorKind, string>> = {
  'not-found': 'There is none with this id.',
  conflict: 'Something else is in progress.',
}

/** What a rule refused, in words: `quantity must be an integer; note is required`. */
export function fromRefusal({ kind, errors }: Refusal): AdminError {
  const said = Object.entries(errors).flatMap(([field, messages]) =>
    messages.map((message) => `${field} ${message}`),
  )
  return new AdminError(STATUSES[kind] ?? 422, SENTENCES[kind] ?? said.join('; '), errors)
}

/** Whatever was thrown, in words; a fault of ours is told on stderr alone. */
export function toAdminError(error: unknown): AdminError {
  if (error instanceof AdminError) return error
  if (error instanceof Refusal) return fromRefusal(error)
  if (error instanceof MockRefused) return new AdminError(422, error.message)
  if (error instanceof DatabaseFailure || error instanceof ContentGone)
    return new AdminError(503, error.message)
  if (isHttpError(error)) return new AdminError(error.status, error.message)
  // Where it lies is told to whoever runs the mock, and to nobody else.
  console.error(error)
  return new AdminError(500, 'A fault of the mock: what it writes to stderr tells more.')
}
