import { type Answer, type Exchange, type HttpAnswer, Refusal } from '../../../mock-server/seams.ts'
import { OPERATION_IDS, type ErrorKind, type OperationId } from '../../../schemas/operations.ts'
import { isObject } from '../../server/client/exchange.ts'
import type { Change } from './mutant.ts'
import { isFor, type OneOrMore } from './operations.ts'

// Changes to what goes out: statuses, headers, bodies, of refusals too.

/** Changes what goes out, success or not. */
export function onReply(
  change: (answer: HttpAnswer, exchange: Exchange, result: Answer | Refusal) => HttpAnswer,
): Change {
  return (parts) => ({
    ...parts,
    reply: (result, exchange) => change(parts.reply(result, exchange), exchange, result),
  })
}

/** Changes the answers to refusals of one kind. */
export function onRefusal(
  kind: ErrorKind,
  change: (answer: HttpAnswer, exchange: Exchange) => HttpAnswer,
  operations: OneOrMore<OperationId> = OPERATION_IDS,
): Change {
  return onReply((answer, exchange, result) =>
    result instanceof Refusal && result.kind === kind && isFor(exchange, operations)
      ? change(answer, exchange)
      : answer,
  )
}

/** Refuses with an error of another kind than it should. */
export const mistaking =
  (kind: ErrorKind, other: ErrorKind, operations: OneOrMore<OperationId>): Change =>
  (parts) => ({
    ...parts,
    reply(result, exchange) {
      const isMistaken = result instanceof Refusal && result.kind === kind && isFor(exchange, operations)
      return parts.reply(isMistaken ? new Refusal(other, { base: ['is refused'] }) : result, exchange)
    },
  })

/** An ETag made of the address alone. */
export const taggedByPath = (read: OperationId): Change =>
  onReply((answer, exchange, result) => {
    if (!isFor(exchange, read) || result instanceof Refusal) return answer
    const tag = JSON.stringify(exchange.http.url)
    const isSame = exchange.http.headers['if-none-match'] === tag
    return {
      ...answer,
      headers: { ...answer.headers, ETag: tag },
      ...(isSame && { status: 304, body: null }),
    }
  })

/** An answer with another JSON body. */
export function rewritten(
  answer: HttpAnswer,
  change: (body: Record<string, unknown>) => unknown,
): HttpAnswer {
  if (answer.body === null) return answer
  const body: unknown = JSON.parse(String(answer.body))
  return isObject(body) ? { ...answer, body: JSON.stringify(change(body)) } : answer
}
