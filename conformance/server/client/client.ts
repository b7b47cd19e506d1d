import { messageOf } from '../../../schemas/thrown.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { OPERATIONS, type OperationId } from '../../../schemas/operations.ts'
import { permissionOf, type Target } from '../target.ts'
import { requestOf, type Call } from './call.ts'
import type { Exchange, SentRequest } from './exchange.ts'
import { received } from './json.ts'
import { NotAsked, NotPermitted, OutOfPatience, Stopped, Unreachable, whyUnanswered } from './obstacles.ts'
import { Pace } from './pace.ts'
import { isRateLimited, RateLimitWait } from './rate-limit.ts'
import { Silence, Silences } from './silence.ts'
import { Transport, type Answer } from './transport.ts'
import { Waits, type Waiting } from './waits.ts'

export { NotPermitted, Stopped, Unreachable }
export type { Call, Waiting }

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

/** A write that may have been done, though no answer says so. */
export interface Lost {
  operation: OperationId
  input: unknown
  /** The body as it was sent. */
  body: string | null
}

/** Sends requests to the target: keeps to permissions and pace, waits out rate limits, follows no redirect. */
export class Client {
  readonly target: Target
  requests = 0
  readonly #waits: Waits
  readonly #transport: Transport
  readonly #silences = new Silences()
  readonly #limited = new Silence()
  readonly #pace: Pace
  readonly #options: ClientOptions

  constructor(options: ClientOptions) {
    this.#options = options
    this.target = options.target
    this.#waits = new Waits(options.target.patience_ms, options.onWaiting)
    this.#transport = new Transport(options.target.patience_ms, options.signal)
    this.#pace = new Pace(options.max_rps)
  }

  /** Milliseconds in which an answer was awaited, those of simultaneous requests counted once. */
  get waited_ms(): number {
    return this.#waits.waited_ms
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
    return this.#exchange(operation, method, path, call)
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
    const { method = 'GET', headers = {}, body = null } = init
    const request = { method, url, headers, body }
    await this.#turn(request, null)
    this.requests++
    try {
      return await this.#send(request, null)
    } catch (error) {
      throw error instanceof Stopped ? error : whyUnanswered(error, request)
    }
  }

  /** Returns when no request is under way: each ends by patience, or soon after the run does. */
  async settled(): Promise<void> {
    while (this.#waits.underWay > 0) await sleep(5)
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
    const request = requestOf(this.target, method, path, call)
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
      if (exchange.key === 'api') this.#limited.lasted(since)
      if (this.#limited.isFinal) this.#options.onGivenUp?.(messageOf(error))
      throw error
    }
  }

  async #once(operation: OperationId | null, request: SentRequest, call: Call): Promise<Exchange> {
    await this.#turn(request, operation)
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
      if (operation && request.method !== 'GET')
        this.#options.onLost?.({ operation, input: call.body, body: request.body })
      throw error instanceof Stopped ? error : whyUnanswered(error, request)
    }
  }

  async #turn(request: SentRequest, operation: OperationId | null): Promise<void> {
    if (this.#options.signal.aborted) throw new Stopped()
    if (this.#silences.isHopeless(request, operation)) throw whyUnanswered(new NotAsked(), request)
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
    try {
      const answer = await this.#waits.during(request, () => this.#transport.answer(request))
      this.#silences.ended(request, operation)
      return answer
    } catch (error) {
      if (error instanceof OutOfPatience) this.#silences.lasted(request, operation, start)
      if (this.#silences.isOver) this.#options.onGivenUp?.('the server answers no more')
      throw error
    }
  }
}
