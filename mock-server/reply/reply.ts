import type { Dialect } from '../../schemas/dialect.ts'
import type { ErrorKind, Outcome } from '../../schemas/operations.ts'
import type { Answer } from '../handler.ts'
import type { Exchange, HttpAnswer } from '../exchange.ts'
import { Refusal } from '../refusal.ts'
import { errorBody, isBadRequest } from './error-body.ts'
import { rateHeaders, retryHeaders, waitOf } from './rate-headers.ts'
import { renderingOf } from './rendering.ts'
import { toJson } from './to-json.ts'

const SUCCESS: Record<Outcome, (dialect: Dialect) => number> = {
  ok: () => 200,
  created: (dialect) => dialect['status.created'],
  existing: (dialect) => dialect['status.existing'],
  queued: (dialect) => dialect['status.queued'],
  deleted: (dialect) => dialect['status.deleted'],
}

const FAILURE: Record<ErrorKind, (dialect: Dialect) => number> = {
  unauthorized: (dialect) => dialect['status.unauthorized'],
  // The one status that the specification states.
  forbidden: () => 403,
  'rate-limited': (dialect) => dialect['status.rate_limited'],
  'not-found': (dialect) => dialect['status.not_found'],
  unprocessable: (dialect) => dialect['status.unprocessable'],
  conflict: (dialect) => dialect['status.conflict'],
}

const DELETED: Record<Dialect['body.deleted'], object | null> = {
  none: null,
  object: {},
  message: { message: 'Deleted.' },
}

/** The one place where an answer or a refusal gets status, headers and body, by the dialect. */
export function reply(result: Answer | Refusal, exchange: Exchange): HttpAnswer {
  const { status, body } = result instanceof Refusal ? no(result, exchange) : yes(result, exchange)
  const answer = json(status, body)
  if (result instanceof Refusal && result.kind === 'rate-limited')
    Object.assign(answer.headers, retryHeaders(exchange))
  else if (exchange.dialect['rate.headers_always']) Object.assign(answer.headers, rateHeaders(exchange))
  return answer
}

interface Plain {
  status: number
  body: object | null
}

function yes({ outcome, body }: Answer, { dialect }: Exchange): Plain {
  const shown = outcome === 'deleted' ? DELETED[dialect['body.deleted']] : body
  return { status: SUCCESS[outcome](dialect), body: shown && renderingOf(dialect)(shown) }
}

function no(refusal: Refusal, exchange: Exchange): Plain {
  const { dialect } = exchange
  if (isBadRequest(refusal, dialect)) return { status: 400, body: { status: 400, error: 'Bad Request' } }
  return { status: FAILURE[refusal.kind](dialect), body: errorBody(refusal, dialect, waitOf(exchange)) }
}

/** An answer with a JSON body, or with none. */
export function json(status: number, body: object | null): HttpAnswer {
  // HTTP has no body at these.
  if (body === null || status === 204 || status === 205) return { status, headers: {}, body: null }
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: toJson(body),
  }
}
