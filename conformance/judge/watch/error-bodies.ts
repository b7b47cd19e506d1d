import type { ClauseId } from '../../../schemas/clauses.ts'
import type { ErrorKind } from '../../../schemas/operations.ts'
import { isObject, member, type Exchange } from '../../server/client/exchange.ts'
import type { Session } from '../../server/session.ts'

/** What the body of an error must have, by a clause of its kind. */
interface ErrorBody {
  readonly kind: ErrorKind
  readonly clause: ClauseId
  readonly expected: string
  fits(exchange: Exchange): boolean
}

/** The body clauses of §7: which kind demands which members. */
export const ERROR_BODIES: readonly ErrorBody[] = [
  {
    kind: 'unauthorized',
    clause: 'auth.error-body',
    expected: 'an object with error (string)',
    fits: hasError,
  },
  {
    kind: 'not-found',
    clause: 'errors.not-found-body',
    expected: 'an object with error (string)',
    fits: hasError,
  },
  {
    kind: 'unprocessable',
    clause: 'errors.unprocessable-body',
    expected: 'an object with error (string) and errors (object)',
    fits: (exchange) => hasError(exchange) && isObject(member(exchange, 'errors')),
  },
]

export function hasError(exchange: Exchange): boolean {
  return typeof member(exchange, 'error') === 'string'
}

/** A conflict may have the status of unprocessable, and any body (question body.conflict). */
export const mayBeConflict = (exchange: Exchange, kinds: Session['kinds']): boolean =>
  exchange.operation === 'bulkPdf' &&
  [undefined, exchange.response.status].includes(kinds.learned('conflict')?.status)

/** What is no integer may be a path that the service does not have, which is answered anyhow (question http.unknown_path). */
export const isWellFormedId = ({ params }: Exchange): boolean =>
  params['id'] === undefined || /^\d{1,16}$/.test(String(params['id']))

/**
 * Of an error that has to be of one of these kinds: the body that it should have and has not. null where it is as one
 * of them may be, and where it may be of a kind of any body.
 */
export function lackingBody(
  { kinds, exchange }: Session['refusals'][number],
  learned: Session['kinds'],
): ErrorBody | null {
  const bodies = kinds.map((kind) => ERROR_BODIES.find((body) => body.kind === kind))
  if (bodies.some((body) => body === undefined || body.fits(exchange))) return null
  if (!isWellFormedId(exchange) || mayBeConflict(exchange, learned)) return null
  return bodies.find((body) => body && learned.is(body.kind, exchange)) ?? null
}
