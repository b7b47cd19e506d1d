import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request as send, type Dispatcher } from 'undici'
import { OPERATIONS, type OperationId } from '../../schemas/operations.ts'
import { permissionOf, type Target } from '../target.ts'
import type { Exchange, KeyName, ReceivedResponse, SentRequest } from './exchange.ts'
import { Pace } from './pace.ts'
import { isRateLimited, rateLimitWait } from './rate-limit.ts'

/** Nothing answers at the target, or not in time: an error of the run, never a failure of the server. */
export class Unreachable extends Error {}

/** A check asked for what it was not permitted to send: a fault of ours. */
export class NotPermitted extends Error {}

/** The run was interrupted, or its time is up. */
export class Stopped extends Error {}

/** A longer answer is broken off. */
const MOST_BYTES = 32 * 2 ** 20

/** What a call sends. Text given raw is sent as it is. */
export interface Call {
  /** Path parameters by name. */
  params?: Record<string, string | number>
  /** Path parameters are sent as they are, percent signs and all. */
  raw_params?: boolean
  /** A query by name; an array repeats the parameter; undefined leaves it out. */
  query?: Record<string, unknown>
  /** A raw query string instead of `query`. */
  raw_query?: string
  /** A JSON body. */
  body?: unknown
  /** A raw body instead of `body`. */
  raw_body?: string
  /** Whose key is sent: the store's unless told otherwise. */
  key?: KeyName
  /** The text of the key when `key` is `bad`. */
  token?: string
  headers?: Record<string, string>
  /** Pass a rate-limited answer on instead of waiting it out. */
  keep_rate_limited?: boolean
  /** The request is malformed on purpose: its refusal may look otherwise than the API's own errors. */
  odd?: boolean
}

export interface ClientOptions {
  target: Target
  max_rps: number
  /** Aborted when the run ends early. */
  signal: AbortSignal
  /** Called for each answer, in the order of their arrival. */
  onExchange(exchange: Exchange): void
}

/** Sends requests to the target: keeps to permissions and pace, waits out rate limits, follows no redirect. */
export class Client {
  readonly target: Target
  requests = 0
  /** Milliseconds in which an answer was awaited, those of simultaneous requests counted once. */
  waited_ms = 0
  #under_way = 0
  #waiting_since = 0
  #agent = new Agent({ connections: 32, keepAliveTimeout: 4_000, maxResponseSize: MOST_BYTES })
  #pace: Pace
  #options: ClientOptions

  constructor(options: ClientOptions) {
    this.#options = options
    this.target = options.target
    this.#pace = new Pace(options.max_rps)
  }

  permits(operation: OperationId): boolean {
    const permission = permissionOf(operation)
    return permission === null || this.target.allow.has(permission)
  }

  /** Calls an operation. */
  async call(operation: OperationId, call: Call = {}): Promise<Exchange> {
    if (!this.permits(operation))
      throw new NotPermitted(`${operation} needs --allow ${permissionOf(operation)}`)
    const { method, path } = OPERATIONS[operation]
    return this.#exchange(operation, method, filled(path, call), call)
  }

  /** GETs a path below the base URL that no operation has to have. */
  get(path: string, call: Call = {}): Promise<Exchange> {
    return this.#exchange(null, 'GET', path, call)
  }

  /** Sends to any address without the API key: hooks and download URLs. Follows no redirect. */
  async fetchBytes(
    url: string,
    init: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ): Promise<{ status: number; headers: Record<string, string>; bytes: Buffer }> {
    await this.#turn()
    this.requests++
    return this.#send({
      method: init.method ?? 'GET',
      url,
      headers: init.headers ?? {},
      body: init.body ?? null,
    })
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  async #exchange(
    operation: OperationId | null,
    method: string,
    path: string,
    call: Call,
  ): Promise<Exchange> {
    const request: SentRequest = {
      method,
      url: this.target.base_url + path + queryString(call),
      headers: this.#headers(call),
      body: call.raw_body ?? (call.body === undefined ? null : JSON.stringify(call.body)),
    }
    for (let attempt = 1; ; attempt++) {
      const exchange = await this.#once(operation, request, call)
      if (call.keep_rate_limited || !isRateLimited(exchange)) {
        this.#options.onExchange(exchange)
        return exchange
      }
      const wait = rateLimitWait(exchange, attempt, this.target.patience_ms)
      if (call.key !== 'rate_limited') this.#pace.slowDown(wait)
      await this.pause(wait)
    }
  }

  async #once(operation: OperationId | null, request: SentRequest, call: Call): Promise<Exchange> {
    await this.#turn()
    const started_at = Date.now()
    const start = performance.now()
    const n = ++this.requests
    const { status, headers, bytes } = await this.#send(request)
    const ms = performance.now() - start
    const response = received(status, headers, bytes)
    return {
      n,
      operation,
      key: call.key ?? 'api',
      odd: call.odd ?? call.raw_body !== undefined,
      params: call.params ?? {},
      query: call.query ?? {},
      input: call.body,
      request,
      response,
      started_at,
      ms,
    }
  }

  async #turn(): Promise<void> {
    if (this.#options.signal.aborted) throw new Stopped()
    try {
      await this.#pace.turn(this.#options.signal)
    } catch {
      throw new Stopped()
    }
  }

  /** Waits unless the run ends. @throws {Stopped} */
  async pause(ms: number): Promise<void> {
    try {
      await sleep(ms, undefined, { signal: this.#options.signal })
    } catch {
      throw new Stopped()
    }
  }

  async #send(request: SentRequest): ReturnType<Client['fetchBytes']> {
    if (this.#under_way++ === 0) this.#waiting_since = performance.now()
    try {
      return await this.#answer(request, request.method === 'GET')
    } finally {
      if (--this.#under_way === 0) this.waited_ms += performance.now() - this.#waiting_since
    }
  }

  /** A GET whose connection breaks is sent once more: a kept-alive socket may have been closed meanwhile. */
  async #answer(request: SentRequest, again: boolean): ReturnType<Client['fetchBytes']> {
    const { signal } = this.#options
    const reads = request.method === 'GET'
    try {
      const answer = await send(request.url, {
        method: request.method as Dispatcher.HttpMethod,
        headers: request.headers,
        body: request.body,
        dispatcher: this.#agent,
        headersTimeout: this.target.patience_ms,
        bodyTimeout: this.target.patience_ms,
        // A write is waited for, so that what it made can be taken back.
        ...(reads && { signal }),
      })
      const bytes = Buffer.from(await answer.body.arrayBuffer())
      const headers = flat(answer.headers)
      return { status: answer.statusCode, headers, bytes: decoded(bytes, headers['content-encoding']) }
    } catch (error) {
      if (reads && signal.aborted) throw new Stopped()
      if (again) return this.#answer(request, false)
      const message = `${request.method} ${request.url}: ${(error as Error).message || String(error)}`
      throw new Unreachable(message, { cause: error })
    }
  }

  #headers(call: Call): Record<string, string> {
    const token = call.key === 'bad' ? call.token : this.#token(call.key ?? 'api')
    return {
      accept: 'application/json',
      ...(token !== undefined && { 'x-auth-token': token }),
      ...((call.body !== undefined || call.raw_body !== undefined) && { 'content-type': 'application/json' }),
      ...call.headers,
    }
  }

  #token(key: KeyName): string | undefined {
    const { target } = this
    const keys: Partial<Record<KeyName, string | null>> = {
      api: target.api_key,
      other_store: target.other_store_api_key,
      free_plan: target.free_plan_api_key,
      rate_limited: target.rate_limited_api_key,
    }
    return keys[key] ?? undefined
  }
}

function filled(path: string, { params = {}, raw_params = false }: Call): string {
  const written = (value: string) => (raw_params ? value : encodeURIComponent(value))
  return path.replace(/\{(\w+)\}/g, (_, name: string) => written(String(params[name] ?? '')))
}

function queryString({ query, raw_query }: Call): string {
  if (raw_query !== undefined) return `?${raw_query}`
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, one] as const),
  )
  const given = pairs.filter(([, value]) => value !== undefined)
  if (given.length === 0) return ''
  return `?${given.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`).join('&')}`
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]))
}

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

function decoded(bytes: Buffer, encoding: string | undefined): Buffer {
  const decode = DECODERS[encoding?.toLowerCase() ?? '']
  return decode && bytes.length > 0 ? decode(bytes) : bytes
}

function received(status: number, headers: Record<string, string>, bytes: Buffer): ReceivedResponse {
  const text = bytes.toString('utf8')
  return { status, headers, text, json: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
