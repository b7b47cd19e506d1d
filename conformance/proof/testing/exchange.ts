import type { OperationId } from '../../../schemas/operations.ts'
import type { Exchange } from '../../server/client/exchange.ts'

/** An exchange as a client would have recorded it, for tests of what only looks at answers. */
export function exchangeWith(
  status: number,
  body: unknown,
  overrides: Partial<Exchange> & { operation?: OperationId | null; headers?: Record<string, string> } = {},
): Exchange {
  const { headers = { 'content-type': 'application/json' }, ...rest } = overrides
  const text = body === undefined ? '' : JSON.stringify(body)
  return {
    n: 1,
    operation: 'readSettings',
    key: 'api',
    odd: false,
    params: {},
    query: {},
    input: undefined,
    request: { method: 'GET', url: 'http://127.0.0.1/api/v1/external/settings', headers: {}, body: null },
    response: { status, headers, text, json: body },
    started_at: 0,
    ms: 1,
    ...rest,
  }
}
