import { resultOf } from '../../../schemas/envelopes.ts'
import { OPERATIONS, type ErrorKind, type Operation, type OperationId } from '../../../schemas/operations.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { Session } from '../../server/session.ts'
import { type Sight, watcher } from '../check.ts'
import { ERROR_BODIES, hasError, isWellFormedId, mayBeConflict } from './error-bodies.ts'

/** auth.error-body, errors.not-found-body, errors.unprocessable-body: error answers carry what §7 says. */
export const errorBodies = watcher(
  ERROR_BODIES.map(({ clause }) => clause),
  {
    name: 'error answers carry what their kind demands',
    *watch(exchange, session) {
      if (exchange.odd || exchange.operation === null || isSuccess(exchange)) return
      for (const { kind, clause, expected, fits } of ERROR_BODIES) {
        if (!isSurely(kind, exchange, session)) continue
        const got = exchange.response.text.slice(0, 300) || 'no body'
        yield { clause, finding: fits(exchange) ? null : { expected, got, exchanges: [exchange] } }
      }
    },
  },
)

/** Only an answer that can be of no other kind is judged by its body; those of another status, where a check knows the kind. */
function isSurely(kind: ErrorKind, exchange: Exchange, { kinds }: Session): boolean {
  if (kinds.learned(kind)?.status !== exchange.response.status || !kinds.is(kind, exchange)) return false
  const badKey = exchange.key === 'none' || exchange.key === 'bad'
  if (kind === 'unauthorized') return badKey
  if (badKey || exchange.key === 'free_plan') return false
  if (kind === 'not-found') return listed(kind, exchange) && isWellFormedId(exchange)
  return !mayBeConflict(exchange, kinds) || isObject(member(exchange, 'errors'))
}

function listed(kind: ErrorKind, { operation }: Exchange): boolean {
  const { errors }: Pick<Operation, 'errors'> = operation ? OPERATIONS[operation] : { errors: [] }
  return errors.includes(kind)
}

/** errors.status-class: an error has no 2xx status, and a result comes with one. */
export const statusClass = watcher(['errors.status-class'], {
  name: 'errors and successes keep to their class of status',
  *watch(exchange) {
    const { operation } = exchange
    if (operation) yield { clause: 'errors.status-class', finding: statusFinding(exchange, operation) }
  },
})

function statusFinding(exchange: Exchange, operation: OperationId): Sight['finding'] {
  const key = resultOf(operation)?.key
  const result = key === undefined ? null : (member(exchange, key) ?? null)
  if (isSuccess(exchange) && result === null && hasError(exchange) && member(exchange, 'error') !== '')
    return wrongStatus(exchange, 'no 2xx status for an error')
  const isShown = isTelling(result) || (result !== null && isObject(member(exchange, 'meta')))
  const tells = key !== undefined && isShown && !mayStandInErrors(key)
  if (!isSuccess(exchange) && tells && !hasError(exchange))
    return wrongStatus(exchange, 'a 2xx status for a result')
  return null
}

/** Where one envelope holds everything, what was refused may have an empty place for its result. */
const isTelling = (result: unknown): boolean =>
  typeof result === 'object' && result !== null ? Object.keys(result).length > 0 : result !== null

function wrongStatus(exchange: Exchange, expected: string): Sight['finding'] {
  const { status, text } = exchange.response
  return { expected, got: `${status} ${text.slice(0, 200)}`, exchanges: [exchange] }
}

/**
 * Beside its `error` a refusal may show the record that it is about. A message explains an error, and a conflict may show
 * the action in progress (question body.conflict), without one.
 */
const mayStandInErrors = (key: string) => key === 'message' || key === 'bulk_action'
