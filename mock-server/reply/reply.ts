import type { Dialect } from '../../schemas/dialect.ts'
import { ERROR_STATUS } from '../../schemas/error-status.ts'
import type { Outcome } from '../../schemas/operations.ts'
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
  else if (exchange.rate && exchange.dialect['rate.headers_always'])
    Object.assign(answer.headers, rateHeaders(exchange))
  return answer
}

interface Plain {
  status: number
  body: object | null
}

function yes({ outcome, body }: Answer, { operation, dialect }: Exchange): Plain {
  const shown = outcome === 'deleted' ? DELETED[dialect['body.deleted']] : body
  return { status: SUCCESS[outcome](dialect), body: shown && renderingOf(dialect, operation)(shown) }
}

function no(refusal: Refusal, exchange: Exchange): Plain {
  const { dialect } = exchange
  if (isBadRequest(refusal, dialect)) return { status: 400, body: { status: 400, error: 'Bad Request' } }
  return {
    status: ERROR_STATUS[refusal.kind](dialect),
    body: errorBody(refusal, dialect, () => waitOf(exchange)),
  }
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
