import { codeOf } from '../../../schemas/thrown.ts'
import type { Client } from './client.ts'
import { tokenOf } from './call.ts'
import type { Exchange, KeyName } from './exchange.ts'
import { Unreachable, Unreadable } from './obstacles.ts'
import { RateLimitWait } from './rate-limit.ts'
import type { Answer } from './transport.ts'

/** What a download URL served in the end. */
export interface Download {
  /** The address asked for, then each that it redirected to. */
  urls: readonly [string, ...string[]]
  /** Whose API key was sent, to addresses of the API's own origin alone. */
  key: KeyName
  status: number
  bytes: Buffer
  /** One for each address; a body that is no text is told by its size. */
  exchanges: readonly Exchange[]
}

const MOST_REDIRECTS = 5
const REDIRECTS = [301, 302, 303, 307, 308]
/** A body of that many bytes is shown in a counterexample. */
const SHOWN_BYTES = 2000

/**
 * GETs a download URL and follows its redirects, without an API key and other headers unless told otherwise.
 * @throws {Unreachable} when nothing answers at another host
 */
export async function download(
  client: Client,
  url: string,
  key: KeyName = 'none',
  headers: Readonly<Record<string, string>> = {},
): Promise<Download> {
  const urls: [string, ...string[]] = [url]
  const exchanges: Exchange[] = []
  for (let address = url; ;) {
    const sent = isOwnOrigin(client, address) ? key : 'none'
    const { exchange, bytes } = await fetched(client, address, sent, headers)
    exchanges.push(exchange)
    const next = nextAddress(exchange, address)
    if (next === null || urls.length > MOST_REDIRECTS)
      return { urls, key, status: exchange.response.status, bytes, exchanges }
    if (client.guard.sightings.downloadUrls.has(address)) client.guard.sightings.downloadUrls.add(next)
    urls.push(next)
    address = next
  }
}

/** Whether an address may be sent the API key: it lies where the API does. */
export function isOwnOrigin({ target }: Client, url: string): boolean {
  return new URL(url).origin === new URL(target.base_url).origin
}

function nextAddress({ response }: Exchange, from: string): string | null {
  const { location } = response.headers
  if (!REDIRECTS.includes(response.status) || location === undefined) return null
  return isWebAddress(location, from) ? new URL(location, from).href : null
}

/** Whether a text is an address that can be fetched. */
export function isWebAddress(text: string, base?: string): boolean {
  return URL.canParse(text, base) && /^https?:$/.test(new URL(text, base).protocol)
}

interface Fetched {
  exchange: Exchange
  bytes: Buffer
}

/** Waits out a rate limit: an address below the API's own path may count against it. */
async function fetched(
  client: Client,
  url: string,
  key: KeyName,
  headers: Readonly<Record<string, string>>,
): Promise<Fetched> {
  const token = tokenOf(client.target, key)
  const keyed = { ...headers, ...(token !== undefined && { 'x-auth-token': token }) }
  const waiting = new RateLimitWait(client.target.patience_ms)
  const gate = client.gatewayWait(null)
  for (;;) {
    const answer = await fetchedOnce(client, url, key, keyed)
    if (!(await gate.isService(answer.exchange))) continue
    if (client.isRateLimited(answer.exchange)) await client.pause(waiting.next(answer.exchange))
    else return noted(client, answer)
  }
}

/** What comes from where the API does is an answer of the service, which must not fall over. */
function noted(client: Client, answer: Fetched): Fetched {
  const { request, response } = answer.exchange
  if (isOwnOrigin(client, request.url) && response.status > 0) client.show(answer.exchange)
  return answer
}

async function fetchedOnce(
  client: Client,
  url: string,
  key: KeyName,
  headers: Record<string, string>,
): Promise<Fetched> {
  const started_at = Date.now()
  const start = performance.now()
  const answer = await client
    .fetchBytes(url, { headers })
    .catch((error: unknown) => brokenOff(error, url, client.target.base_url))
  const exchange: Exchange = {
    n: client.requests,
    operation: null,
    key,
    odd: false,
    params: {},
    query: {},
    input: undefined,
    request: { method: 'GET', url, headers, body: null },
    response: {
      status: answer.status,
      headers: answer.headers,
      text: shown(answer.bytes),
      json: jsonOf(answer.bytes),
    },
    started_at,
    ms: performance.now() - start,
  }
  return { exchange, bytes: answer.bytes }
}

/** Codes of connections that never came about: the way there may be closed to us. */
const NO_WAY =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$|CERT|TLS|SSL/

/** A connection that breaks serves no document; one to another host that never came about, or too much, is not judged. */
function brokenOff(error: unknown, url: string, base_url: string): Answer {
  if (!(error instanceof Unreachable)) throw error
  const code = codeOf(error.cause)
  const isElsewhere = new URL(url).hostname !== new URL(base_url).hostname
  const isTooMuch = code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || error.cause instanceof Unreadable
  if ((isElsewhere && NO_WAY.test(code)) || isTooMuch) throw error
  return { status: 0, headers: {}, bytes: Buffer.from(error.message) }
}

function shown(bytes: Buffer): string {
  const start = bytes.subarray(0, SHOWN_BYTES)
  const isText = !start.includes(0) && !start.subarray(0, 1024).includes('%PDF-')
  return isText ? start.toString('utf8') : `(${bytes.length} bytes)`
}

function jsonOf(bytes: Buffer): unknown {
  if (bytes.length > SHOWN_BYTES) return undefined
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
