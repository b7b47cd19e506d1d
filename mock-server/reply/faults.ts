import type { HttpAnswer } from '../exchange.ts'
import { json } from './reply.ts'

/** The answer while changes cannot be saved: says why, as whoever runs the mock must mend it. */
export const unavailable = (failure: Error): HttpAnswer =>
  json(503, { error: 'Service unavailable', message: failure.message })

/** The answer to a fault of ours, which is told on stderr and to nobody else. */
export function broken(fault: unknown): HttpAnswer {
  console.error(fault)
  return json(500, { error: 'Internal server error' })
}

/** The answer outside the API to what is not there. */
export const nothingHere = (): HttpAnswer => json(404, { error: 'Not found' })
