import type { FieldError } from '../../schemas/validate.ts'
import { type FieldErrors, Refusal } from '../refusal.ts'

/** Errors by the dotted path of their field; what is wrong with the whole value stands under `base`. */
export function toFieldErrors(errors: readonly FieldError[]): FieldErrors {
  const found = new Map<string, string[]>()
  for (const { path, message } of errors) {
    const field = path.join('.') || 'base'
    found.set(field, [...(found.get(field) ?? []), message])
  }
  return Object.fromEntries(found)
}

/** Refuses a request as unprocessable when anything was found wrong with it. */
export function refuseIfAny(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw new Refusal('unprocessable', errors)
}
