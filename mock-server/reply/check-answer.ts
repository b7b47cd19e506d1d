import { OPERATIONS } from '../../schemas/operations.ts'
import { firstError } from '../../schemas/validate.ts'
import type { Ended } from '../routes/exchange.ts'
import { Refusal } from '../rules/refusal.ts'

/** What about an answer breaks its response schema, in words; null when it keeps it. */
export function checkAnswer({ exchange, answer, result }: Ended): string | null {
  const name = schemaOf(exchange.operation, result)
  if (name === null || answer.body === null) return null
  const error = firstError(name, JSON.parse(String(answer.body)))
  return error ? `${exchange.operation} breaks ${name}: ${error.path.join('.')} ${error.message}` : null
}

function schemaOf(operation: Ended['exchange']['operation'], result: Ended['result']) {
  if (result instanceof Refusal) return `errors/${result.kind}` as const
  return operation && !(result instanceof Error) ? OPERATIONS[operation].response : null
}
