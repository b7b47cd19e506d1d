import { match } from '../../schemas/match.ts'
import { OPERATIONS, type OperationId } from '../../schemas/operations.ts'
import type { Violation } from '../../schemas/types.ts'
import { violationsOf } from '../../schemas/violations/violations.ts'
import type { Exchange } from '../server/client/exchange.ts'
import { parsedJson } from '../server/client/json.ts'
import { unpacked } from '../server/client/unpack.ts'
import { headersOf, partsOf, repeatedIn, type Recorded } from './recorded.ts'

/** What was sent, read by the contract. */
export interface Sent extends Pick<
  Exchange,
  'operation' | 'key' | 'odd' | 'params' | 'query' | 'input' | 'request'
> {
  /** null where none was sent. */
  readonly token: string | null
  readonly violations: readonly Violation[]
}

/** Where the API lies, and what is known of the keys. */
export interface Api {
  readonly origin: string
  /** Without a slash at its end: `/api/v1/external`. */
  readonly base_path: string
  /** Whether a request that shows no key was surely sent without one. */
  readonly showsKeys: boolean
}

/** Headers of a request that reports show; others may be secrets of the client. */
const SHOWN = ['accept', 'content-type', 'x-auth-token'] as const

/**
 * What was sent, read.
 * @param early how much too early it came, in milliseconds, after an answer that told this client to wait
 */
export async function sentOf(recorded: Recorded, api: Api, early: number | null): Promise<Sent> {
  const { method, url } = recorded
  const headers = headersOf(recorded.headers)
  const { path, query } = partsOf(url)
  const body = await textOf(recorded.body, headers['content-encoding'])
  const called = path.startsWith(api.base_path) ? match(method, path.slice(api.base_path.length)) : null
  const token = headers['x-auth-token']?.trim() || null
  const violations = violationsOf({
    method,
    path,
    base_path: api.base_path,
    query,
    headers,
    repeated_headers: repeatedIn(recorded.headers),
    body: body ?? '',
    truncated: body === null,
    ignored_wait_ms: early,
  }).filter((violation) => api.showsKeys || !isOfClient(violation))
  return {
    operation: called?.operation ?? null,
    key: token === null && api.showsKeys ? 'none' : 'api',
    token,
    odd: violations.some((violation) => !isOfClient(violation)),
    violations,
    params: called ? paramsOf(called) : {},
    query: Object.fromEntries(new URLSearchParams(query)),
    input: body === null || body === '' ? undefined : jsonOf(body),
    request: { method, url: api.origin + url, headers: shownOf(headers), body: body === '' ? null : body },
  }
}

/** Whether it is of who sent it, by which key and when, and what was sent is as it should be. */
const isOfClient = ({ rule, where }: Violation): boolean =>
  rule === 'key-place' || where === 'headers.x-auth-token' || rule === 'ignored-429'

/** null where it was not kept, or cannot be unpacked. */
async function textOf(body: Buffer | null, encoding: string | undefined): Promise<string | null> {
  if (body === null || encoding === undefined) return body && body.toString('utf8')
  return unpacked(body, encoding).then(
    (bytes) => bytes.toString('utf8'),
    () => null,
  )
}

function paramsOf({ operation, segment }: { operation: OperationId; segment: string }): Exchange['params'] {
  const name = /\{(\w+)\}/.exec(OPERATIONS[operation].path)?.[1]
  if (name === undefined) return {}
  try {
    return { [name]: decodeURIComponent(segment) }
  } catch {
    return { [name]: segment }
  }
}

function jsonOf(text: string): unknown {
  try {
    return parsedJson(text)
  } catch {
    return undefined
  }
}

function shownOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  const shown: Record<string, string> = {}
  for (const name of SHOWN) {
    const value = headers[name]
    if (value !== undefined) shown[name] = value
  }
  return shown
}
