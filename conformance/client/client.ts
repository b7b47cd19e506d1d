import { setTimeout as sleep } from 'node:timers/promises'
import { OPERATIONS, type OperationId } from '../../schemas/operations.ts'
import { permissionOf, type Target } from '../target.ts'
import type { Exchange, KeyName, ReceivedResponse, SentRequest } from './exchange.ts'
import { parsedJson } from './json.ts'
import { NotPermitted, OutOfPatience, Stopped, Unreachable, whyUnanswered } from './obstacles.ts'
import { Pace } from './pace.ts'
import { isRateLimited, RateLimitWait } from './rate-limit.ts'
import { Silence } from './silence.ts'
import { Transport, type Answer } from './transport.ts'

export { NotPermitted, Stopped, Unreachable }

/** A request that has no answer yet is told of after so long, and again after as long. */
const TOLD_AFTER_MS = 10_000

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
  /** Called every ten seconds in which a request has no answer. */
  onWaiting?(waiting: Waiting): void
  /** Called when the answer to a write that was sent did not come, or cannot be read: it may have been done. */
  onLost?(lost: Lost): void
  /** Called when asking on makes no sense; says why. */
  onGivenUp?(why: string): void
}

/** A request that keeps us waiting. */
export interface Waiting {
  method: string
  url: string
  waited_ms: number
  /** Milliseconds in which it is given up. */
  left_ms: number
}

export interface Lost {
  operation: OperationId
  input: unknown
}

/** Sends requests to the target: keeps to permissions and pace, waits out rate limits, follows no redirect. */
export class Client {
  readonly target: Target
  requests = 0
  /** Milliseconds in which an answer was awaited, those of simultaneous requests counted once. */
  waited_ms = 0
  #under_way = 0
  #waiting_since = 0
  #told_at = Number.NEGATIVE_INFINITY
  readonly #transport: Transport
  readonly #silence = new Silence()
  readonly #silences = new Map<OperationId | null, Silence>()
  readonly #limited = new Silence()
  readonly #pace: Pace
  readonly #options: ClientOptions

  constructor(options: ClientOptions) {
    this.#options = options
    this.target = options.target
    this.#transport = new Transport(options.target.patience_ms, options.signal)
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
  ): Promise<Answer> {
    await this.#turn()
    this.requests++
    const request = {
      method: init.method ?? 'GET',
      url,
      headers: init.headers ?? {},
      body: init.body ?? null,
    }
    try {
      return await this.#send(request, null)
    } catch (error) {
      throw error instanceof Stopped ? error : whyUnanswered(error, request)
    }
  }

  async close(): Promise<void> {
    await this.#transport.close()
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
    const start = performance.now()
    const waiting = new RateLimitWait(this.target.patience_ms)
    for (;;) {
      const exchange = await this.#once(operation, request, call)
      if (call.keep_rate_limited || !isRateLimited(exchange)) {
        if (exchange.key === 'api') this.#limited.ended()
        this.#options.onExchange(exchange)
        return exchange
      }
      const wait = this.#unlessSpent(exchange, start, () => waiting.next(exchange))
      if (call.key !== 'rate_limited') this.#pace.slowDown(wait)
      await this.pause(wait)
    }
  }

  /** The judged store's limit that stays spent ends the run. */
  #unlessSpent(exchange: Exchange, since: number, wait: () => number): number {
    try {
      return wait()
    } catch (error) {
      if (exchange.key === 'api') this.#givenUp(this.#limited, since, (error as Error).message)
      throw error
    }
  }

  async #once(operation: OperationId | null, request: SentRequest, call: Call): Promise<Exchange> {
    await this.#turn()
    const silence = this.#silenceOf(operation)
    if (silence.isFinal)
      throw new Unreachable(
        `${request.method} ${request.url}: not sent, since others like it had no answer in time`,
      )
    const started_at = Date.now()
    const start = performance.now()
    const n = ++this.requests
    try {
      const answer = await this.#send(request, operation)
      const ms = performance.now() - start
      return {
        n,
        operation,
        key: call.key ?? 'api',
        odd: call.odd ?? call.raw_body !== undefined,
        params: call.params ?? {},
        query: call.query ?? {},
        input: call.body,
        request,
        response: received(answer),
        started_at,
        ms,
      }
    } catch (error) {
      if (operation && request.method !== 'GET') this.#options.onLost?.({ operation, input: call.body })
      throw error instanceof Stopped ? error : whyUnanswered(error, request)
    }
  }

  #silenceOf(operation: OperationId | null): Silence {
    const silence = this.#silences.get(operation) ?? new Silence()
    this.#silences.set(operation, silence)
    return silence
  }

  /** Patience ended once more: after a few times in a row the run is given up. */
  #givenUp(silence: Silence, since: number, why: string): void {
    silence.lasted(since)
    if (silence.isFinal) this.#options.onGivenUp?.(why)
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

  async #send(request: SentRequest, operation: OperationId | null): Promise<Answer> {
    const start = performance.now()
    if (this.#under_way++ === 0) this.#waiting_since = start
    const telling = setInterval(() => this.#tellWaiting(request, start), TOLD_AFTER_MS).unref()
    try {
      const answer = await this.#transport.answer(request)
      for (const silence of [this.#silence, this.#silenceOf(operation)]) silence.ended()
      return answer
    } catch (error) {
      if (error instanceof OutOfPatience) {
        this.#silenceOf(operation).lasted(start)
        this.#givenUp(this.#silence, start, 'the server answers no more')
      }
      throw error
    } finally {
      clearInterval(telling)
      if (--this.#under_way === 0) this.waited_ms += performance.now() - this.#waiting_since
    }
  }

  /** Of requests that are under way at once, one is told of. */
  #tellWaiting({ method, url }: SentRequest, start: number): void {
    const now = performance.now()
    if (now - this.#told_at < TOLD_AFTER_MS / 2) return
    this.#told_at = now
    const waited_ms = now - start
    this.#options.onWaiting?.({ method, url, waited_ms, left_ms: this.target.patience_ms - waited_ms })
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

/** Half a surrogate pair, as a server may have sent it, has no place in a URL. */
const encoded = (text: string) => encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\uFFFD'))

function filled(path: string, { params = {}, raw_params = false }: Call): string {
  const written = (value: string) => (raw_params ? value : encoded(value))
  return path.replace(/\{(\w+)\}/g, (_, name: string) => written(String(params[name] ?? '')))
}

function queryString({ query, raw_query }: Call): string {
  if (raw_query !== undefined) return `?${raw_query}`
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, one] as const),
  )
  const given = pairs.filter(([, value]) => value !== undefined)
  if (given.length === 0) return ''
  return `?${given.map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`).join('&')}`
}

function received({ status, headers, bytes }: Answer): ReceivedResponse {
  const text = bytes.toString('utf8')
  return { status, headers, text, json: parsedJson(text) }
}
