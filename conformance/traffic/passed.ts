import { match } from '../../schemas/match.ts'
import { OPERATIONS, type OperationId } from '../../schemas/operations.ts'
import type { Violation } from '../../schemas/types.ts'
import { violationsOf } from '../../schemas/violations/violations.ts'
import type { Exchange } from '../server/client/exchange.ts'
import { parsedJson } from '../server/client/json.ts'
import { unpacked } from '../server/client/unpack.ts'
import { headersOf, partsOf, repeatedIn, type Recorded } from './recorded.ts'

/** An exchange that passed, with what of the contract its request breaks. */
export interface Passed extends Exchange {
  /** null where none was sent. */
  readonly token: string | null
  readonly violations: readonly Violation[]
}

/** Where the API lies, and what is known of the keys. */
interface Api {
  readonly base_url: string
  /** Whether a request that shows no key was surely sent without one. */
  readonly showsKeys: boolean
}

/** Headers of a request that reports show; others may be secrets of the client. */
const SHOWN = ['accept', 'content-type', 'x-auth-token']

/**
 * The exchange that was recorded, ready to be judged.
 * @throws {Unreadable} when the answer cannot be unpacked, or is too much to be read
 */
export async function passedOf(recorded: Recorded, n: number, api: Api): Promise<Passed> {
  const { origin, pathname } = new URL(api.base_url)
  const base_path = pathname.replace(/\/+$/, '')
  const headers = headersOf(recorded.headers)
  const { path, query } = partsOf(recorded.url)
  const body = await textOf(recorded.body, headers['content-encoding'])
  const called = path.startsWith(base_path) ? match(recorded.method, path.slice(base_path.length)) : null
  const token = headers['x-auth-token']?.trim() || null
  const violations = violationsOf({
    method: recorded.method,
    path,
    base_path,
    query,
    headers,
    repeated_headers: repeatedIn(recorded.headers),
    body: body ?? '',
    truncated: body === null,
  }).filter((violation) => api.showsKeys || !isOfKey(violation))
  return {
    n,
    operation: called?.operation ?? null,
    key: token === null && api.showsKeys ? 'none' : 'api',
    token,
    odd: violations.some((violation) => !isOfKey(violation)),
    violations,
    params: called ? paramsOf(called) : {},
    query: Object.fromEntries(new URLSearchParams(query)),
    input: body === null || body === '' ? undefined : jsonOf(body),
    request: {
      method: recorded.method,
      url: origin + recorded.url,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => SHOWN.includes(name))),
      body: body === '' ? null : body,
    },
    response: await receivedOf(recorded),
    started_at: recorded.started_at,
    ms: recorded.ms,
  }
}

const isOfKey = ({ rule, where }: Violation): boolean =>
  rule === 'key-place' || where === 'headers.x-auth-token' || rule === 'ignored-429'

/** null where it was not kept, or cannot be unpacked. */
async function textOf(body: Buffer | null, encoding: string | undefined): Promise<string | null> {
  if (body === null) return null
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

async function receivedOf({ answer }: Recorded): Promise<Exchange['response']> {
  const headers = headersOf(answer.headers)
  const bytes = await unpacked(answer.body ?? Buffer.alloc(0), headers['content-encoding'])
  const text = bytes.toString('utf8')
  return { status: answer.status, headers, text, json: parsedJson(text) }
}
