import type { Answers } from './answers.ts'
import { isObject } from './is-object.ts'

/** The error kinds of the specification, and a body that is no JSON. */
export type Kind =
  | 'unauthorized'
  | 'forbidden'
  | 'rate_limited'
  | 'not_found'
  | 'unprocessable'
  | 'conflict'
  | 'malformed'

/** What goes back over the wire; a Buffer body is sent as it is. */
export interface Reply {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

/** A request that is not fulfilled: why, and for which fields. */
export class Refusal extends Error {
  readonly kind: Kind
  readonly fields: Readonly<Record<string, string>>
  readonly waitMs: number
  /** What is in the way. */
  readonly shown: object | undefined

  constructor(kind: Kind, fields: Readonly<Record<string, string>> = {}, waitMs = 0, shown?: object) {
    super(kind)
    this.kind = kind
    this.fields = fields
    this.waitMs = waitMs
    this.shown = shown
  }
}

export function unprocessable(field: string, message: string): Refusal {
  return new Refusal('unprocessable', { [field]: message })
}

/** Runs every check and answers their results, or throws the refusal that comes first in the precedence. */
export function settle<Results extends readonly unknown[]>(
  answers: Answers,
  ...checks: { [Index in keyof Results]: () => Results[Index] }
): Results {
  const refusals: Refusal[] = []
  const results = checks.map((check) => attempt(check, refusals))
  const [first] = refusals.toSorted((a, b) => rank(answers, a) - rank(answers, b))
  if (first) throw first
  // Each has run to its end, as none was refused.
  return results as unknown as Results
}

function attempt(check: () => unknown, refusals: Refusal[]): unknown {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    refusals.push(error)
    return undefined
  }
}

function rank(answers: Answers, refusal: Refusal): number {
  return answers.precedence.indexOf(refusal.kind === 'malformed' ? 'unprocessable' : refusal.kind)
}

const SHORT: Record<Kind, string> = {
  unauthorized: 'Invalid API key',
  forbidden: 'Forbidden',
  rate_limited: 'Too many requests',
  not_found: 'Not found',
  unprocessable: 'Validation failed',
  conflict: 'Busy',
  malformed: 'Bad request',
}

const TEXTS: Record<Answers['errorTexts'], (kind: Kind) => string> = {
  short: (kind) => SHORT[kind],
  wrapped: (kind) => `The request was not fulfilled.\n  ${SHORT[kind]};\n  see the documentation.\n`,
  german: (kind) => `Fehler – „${kind}“`,
  numbered: (kind) => `E${String(Object.keys(SHORT).indexOf(kind) + 100)}`,
}

const ERRORS: Record<Answers['errorsShape'], (fields: [string, string][]) => object> = {
  text: (fields) => Object.fromEntries(fields),
  base: (fields) => ({ base: fields.map(([field, message]) => `${field} ${message}`) }),
  nested: (fields) => ({
    body: Object.fromEntries(fields.map(([field, text]) => [field, { message: text }])),
  }),
  coded: (fields) => Object.fromEntries(fields.map(([field, text]) => [field, { code: 12, detail: [text] }])),
}

/** The answer that a refusal becomes on this server. */
export function refused(answers: Answers, refusal: Refusal): Reply {
  const error = TEXTS[answers.errorTexts](refusal.kind)
  const errors = () => ERRORS[answers.errorsShape](Object.entries(refusal.fields))
  const replies: Record<Kind, () => Reply> = {
    unauthorized: () => ({ status: answers.unauthorizedStatus, body: { error } }),
    forbidden: () => ({ status: 403, body: answers.forbiddenBody }),
    not_found: () => ({ status: answers.notFoundStatus, body: { error } }),
    unprocessable: () => ({ status: answers.unprocessableStatus, body: { error, errors: errors() } }),
    conflict: () => ({
      status: answers.conflictStatus,
      body: answers.conflictBody === 'action' ? refusal.shown : answers.conflictBody,
    }),
    malformed: () => malformed(answers, { error, errors: errors() }),
    rate_limited: () => ({
      status: answers.rateLimitedStatus,
      body: limited(answers, error, refusal.waitMs),
    }),
  }
  const reply = replies[refusal.kind]()
  if (answers.errorFields === 'own' || !isObject(reply.body)) return reply
  const others =
    answers.errorFields === 'filled' ? FILLED : { errors: null, retry_after: null, message: null }
  return { ...reply, body: { ...others, ...reply.body } }
}

const FILLED = { errors: {}, retry_after: 1, message: 'See the documentation of errors.' }

function malformed(answers: Answers, body: object): Reply {
  const own = answers.malformedJson === 'own'
  return own ? { status: 400, body: { message: 'no JSON' } } : { status: answers.unprocessableStatus, body }
}

function limited(answers: Answers, error: string, waitMs: number): object {
  const unit = answers.retryAfterUnit === 'seconds' ? 1000 : 1
  return { error, retry_after: Math.ceil(waitMs / unit), message: 'Slow down and try again later.' }
}
