import { OPERATIONS, type OperationId } from '../operations.ts'

/** Characters that are shown of what a client sent: it can be megabytes. */
const MOST_SHOWN = 80

/** A text that is cut where it gets long. */
export const cut = (text: string): string =>
  text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN - 1)}…` : text

/** A name that a client sent, in quotes where it is no plain word. */
export const named = (name: string): string =>
  /^[\w./-]+$/.test(name) ? cut(name) : JSON.stringify(cut(name))

/** A value that a client sent, as messages show it. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(cut(value))
  if (Array.isArray(value)) return `a list of ${value.length}`
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** Where a field or parameter stands, for programs: `body.customer.email`. */
export const placeOf = (path: readonly string[]): string => path.map(cut).join('.')

/** An operation as people call it: `POST /invoices`. */
export const callOf = (operation: OperationId): string =>
  `${OPERATIONS[operation].method} ${OPERATIONS[operation].path}`
