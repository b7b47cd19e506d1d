import type { Dialect } from '../../schemas/dialect.ts'
import type { ErrorKind } from '../../schemas/operations.ts'
import { MalformedBody } from '../malformed-body.ts'
import type { Refusal } from '../refusal.ts'
import { shapeErrors } from './error-structure.ts'

/** What an error's body needs to know: how long to wait, in the dialect's unit and in words. */
export interface Wait {
  retry_after: number
  message: string
}

/** The words of `error` (question errors.texts). */
const TEXTS: Record<ErrorKind, string> = {
  unauthorized: 'Invalid API key',
  forbidden: 'Forbidden',
  'rate-limited': 'Rate limit exceeded',
  'not-found': 'Not found',
  unprocessable: 'Unprocessable entity',
  conflict: 'Conflict',
}

/** Some servers answer a body that is no JSON in a way of their own (question errors.malformed_json). */
export const isBadRequest = (result: unknown, dialect: Dialect): boolean =>
  result instanceof MalformedBody &&
  { bad_request: true, unprocessable: false }[dialect['errors.malformed_json']]

/** The body of a refusal (specification §7); null for none. */
export function errorBody(refusal: Refusal, dialect: Dialect, wait: () => Wait): object | null {
  const body = { error: TEXTS[refusal.kind] }
  if (refusal.kind === 'rate-limited') return { ...body, ...wait() }
  if (refusal.kind === 'forbidden') return openBody(dialect['body.forbidden'], body, FORBIDDEN)
  if (refusal.kind === 'conflict') return openBody(dialect['body.conflict'], body, CONFLICT)
  if (refusal.kind !== 'unprocessable') return body
  return { ...body, errors: shapeErrors(refusal.errors, dialect['errors.structure']) }
}

const FORBIDDEN = { message: 'API access is available on paid plans only.' }
const CONFLICT = { message: 'A bulk action is already in progress.' }

/** A body that the specification leaves open: the usual one, none, or an object of its own. */
const openBody = (choice: 'error' | 'none' | 'object', usual: object, own: object): object | null =>
  ({ error: usual, none: null, object: own })[choice]
