import type { Dialect } from './dialect.ts'
import type { ErrorKind } from './operations.ts'

/** The status of each error kind in a dialect. */
export const ERROR_STATUS: Readonly<Record<ErrorKind, (dialect: Dialect) => number>> = {
  unauthorized: (dialect) => dialect['status.unauthorized'],
  // The one status that the specification states.
  forbidden: () => 403,
  'rate-limited': (dialect) => dialect['status.rate_limited'],
  'not-found': (dialect) => dialect['status.not_found'],
  unprocessable: (dialect) => dialect['status.unprocessable'],
  conflict: (dialect) => dialect['status.conflict'],
}
