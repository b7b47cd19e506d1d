import { OPERATIONS } from '../../schemas/operations.ts'
import { firstError } from '../../schemas/validate.ts'
import { isBadRequest } from './error-body.ts'
import type { Answer } from '../handler.ts'
import type { Exchange, HttpAnswer } from '../exchange.ts'
import { Refusal } from '../refusal.ts'

interface Answered {
  exchange: Exchange
  answer: HttpAnswer
  result: Answer | Error
}

/** What about an answer breaks its response schema, in words; null when it keeps it. */
export function checkAnswer({ exchange, answer, result }: Answered): string | null {
  const name = schemaOf(exchange, result)
  if (name === null || answer.body === null) return null
  const error = firstError(name, JSON.parse(String(answer.body)))
  return error ? `${exchange.operation} breaks ${name}: ${error.path.join('.')} ${error.message}` : null
}

function schemaOf({ operation, dialect }: Exchange, result: Answer | Error) {
  if (isBadRequest(result, dialect)) return null
  if (result instanceof Refusal) return `errors/${result.kind}` as const
  return operation && !(result instanceof Error) ? OPERATIONS[operation].response : null
}
