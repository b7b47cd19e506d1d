import { ERROR_KINDS, type ErrorKind } from '../../schemas/operations.ts'
import { Refusal } from '../rules/refusal.ts'
import type { Gate } from './gate.ts'

/** `X-Mock-Answer: rate-limited` forces that error for the one request that carries it. */
export const forcedAnswer: Gate = {
  name: 'forced-answer',
  pass({ http }) {
    const wanted = http.headers['x-mock-answer']
    if (wanted === undefined) return
    if (isErrorKind(wanted)) throw new Refusal(wanted)
    throw new Refusal('unprocessable', { 'X-Mock-Answer': [`must be one of ${ERROR_KINDS.join(', ')}`] })
  },
}

const isErrorKind = (text: unknown): text is ErrorKind => (ERROR_KINDS as readonly unknown[]).includes(text)
