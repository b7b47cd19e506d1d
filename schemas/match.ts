import { OPERATION_IDS, OPERATIONS, type OperationId } from './operations.ts'

interface Route {
  operation: OperationId
  pattern: RegExp
}

/** The routes of each method in the order of the table: `search` and `bulk_pdf` stand above `{slug}`. */
const ROUTES = new Map<string, Route[]>()
for (const operation of OPERATION_IDS) {
  const { method, path } = OPERATIONS[operation]
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/, '([^/]+)')}$`)
  ROUTES.set(method, [...(ROUTES.get(method) ?? []), { operation, pattern }])
}

/** The operation of a method and path below the base, and the parameter in its path, still percent-encoded. */
export function match(method: string, path: string): { operation: OperationId; segment: string } | null {
  for (const { operation, pattern } of ROUTES.get(method) ?? []) {
    const found = pattern.exec(path)
    if (found) return { operation, segment: found[1] ?? '' }
  }
  return null
}
