import type { StatusFault } from '../../schemas/types.ts'
import type { HttpAnswer } from '../exchange.ts'
import { json } from '../reply/reply.ts'
import { sizeOf } from '../shared-bytes.ts'
import { garbage } from './seeded.ts'
import type { OtherEffect } from './standing-fault.ts'

/**
 * What becomes of the work that a request asks for: it is `done`; or `refused` with an error of the service; or it is
 * `left`, as if the request had never come.
 */
export const WORK: Readonly<Record<OtherEffect['kind'], 'done' | 'refused' | 'left'>> = {
  answer: 'refused',
  expired: 'refused',
  status: 'left',
  reset: 'left',
  hang: 'left',
  'lost-answer': 'done',
  drip: 'done',
  cut: 'done',
  garbage: 'done',
}

/** The answer that the fault states. */
export function statusAnswer({ status, body, headers = {} }: StatusFault): HttpAnswer {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  const answer =
    typeof body === 'string'
      ? { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
      : json(status, body ?? null)
  return { ...answer, headers: { ...answer.headers, ...Object.fromEntries(named) } }
}

/** The right answer with as many other bytes. */
export const garbled = (right: HttpAnswer, seed: string): HttpAnswer =>
  right.body === null ? right : { ...right, body: garbage(sizeOf(right.body), seed) }
