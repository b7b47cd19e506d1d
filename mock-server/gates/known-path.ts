import { OPERATIONS } from '../../schemas/operations.ts'
import { Refusal } from '../refusal.ts'
import type { Exchange } from '../exchange.ts'
import type { Gate } from './gate.ts'

/** A path or method that the service does not have is not-found; a slug is any text, an id an integer. */
export const knownPath: Gate = {
  name: 'known-path',
  pass(exchange) {
    if (!exchange.operation) throw new Refusal('not-found')
    const { path } = OPERATIONS[exchange.operation]
    if (path.includes('{slug}')) exchange.params.slug = decoded(exchange.segment)
    if (path.includes('{id}')) exchange.params.id = integerId(exchange)
  },
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch (error) {
    // Whatever a bad percent escape stands for, it names nothing.
    if (error instanceof URIError) throw new Refusal('not-found')
    throw error
  }
}

/** Only the one way in which JSON writes an id names it: neither `007`, `+1`, `1.0` nor `1e3` does. */
function integerId({ segment, dialect }: Exchange): number {
  const text = decoded(segment)
  if (!/^[+-]?\d+$/.test(text))
    throw new Refusal(dialect['errors.non_integer_id'], { id: ['must be an integer'] })
  const id = Number(text)
  if (!Number.isSafeInteger(id) || String(id) !== text) throw new Refusal('not-found')
  return id
}
