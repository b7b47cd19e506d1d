import type { ErrorKind } from '../schemas/operations.ts'

/** What was wrong with which field: dotted path of the field to messages. */
export type FieldErrors = Record<string, string[]>

/** Error that refuses a request. The dialect determines the status and the body of the answer. */
export class Refusal extends Error {
  readonly kind: ErrorKind
  readonly errors: FieldErrors

  constructor(kind: ErrorKind, errors: FieldErrors = {}) {
    super(kind)
    this.kind = kind
    this.errors = errors
  }
}
