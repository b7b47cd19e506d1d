import { setTimeout as sleep } from 'node:timers/promises'
import { OPERATIONS, type OperationId } from '../../../schemas/operations.ts'
import { permissionOf, type Target } from '../target.ts'
import { requestOf, type Call } from './call.ts'
import type { Exchange, SentRequest } from './exchange.ts'
import { received } from './json.ts'
import { GatewayWait } from './gateway-wait.ts'
import { limitAdvice } from './limit-advice.ts'
import { Line, type ClientOptions, type Lost } from './line.ts'
import { NotPermitted, Stopped, Unreachable, whyUnanswered } from './obstacles.ts'
import { Guard } from './guard.ts'
import { outgoingOf, type OtherRequest } from './permissions/outgoing.ts'
import { RateLimitWait } from './rate-limit.ts'
import { timerMs } from './timer.ts'
import type { Answer } from './transport.ts'
import type { Waiting } from './waits.ts'

export { NotPermitted, Stopped, Unreachable }
export type { Call, ClientOptions, Lost, Waiting }

/** Sends requests to the target: keeps to permissions and pace, waits out rate limits, follows no redirect. */
export class Client {
  readonly target: Target
  /** Sent by this client, and by those that were made of it. */
  requests = 0
  readonly #line: Line
  readonly #options: ClientOptions
  readonly #of: Client | null
  readonly #urgency: number
  /** Keeps to the permissions of the target. */
  readonly guard: Guard

  constructor(options: ClientOptions, of: Client | null = null, urgency = Infinity) {
    this.#options = options
    this.#urgency = urgency
    this.target = options.target
    this.#line = of === null ? new Line(options) : of.#line
    this.#of = of
    this.guard = of?.guard ?? new Guard(options)
  }

  /** The same client for a part of the work, which counts the requests of that part; those of the most urgent part go first, after what all parts share. */
  part(urgency = Infinity): Client {
    return new Client(this.#options, this, urgency)
  }

  /** Milliseconds in which an answer was awaited, those of simultaneous requests counted once. */
  get waited_ms(): number {
    return this.#line.waits.waited_ms
  }

  /** Milliseconds that the server wants between two requests. */
  get gap_ms(): number {
    return this.#line.pace.gap_ms
  }

  /** Advice on `--max-rps` after requests were refused for coming too fast; null where none was. */
  get limitAdvice(): string | null {
    return limitAdvice(this.#line)
  }

  /** Whether an answer is the rate-limited error, by what it carries. */
  isRateLimited(exchange: Exchange): boolean {
    return this.#line.limits.isMet(exchange)
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
  async fetchBytes(url: string, other: OtherRequest = {}): Promise<Answer> {
    const request = this.guard.begin(outgoingOf(url, other))
    await this.#line.turn(request, null, {}, this.#urgency)
    this.#count()
    try {
      return await this.#line.answer(request, null)
    } catch (error) {
      throw error instanceof Stopped ? error : whyUnanswered(error, request)
    } finally {
      this.#line.leave()
    }
  }

  /** Shows the answer to one of `fetchBytes` as those of the API are. */
  show(exchange: Exchange): void {
    this.#options.onExchange(exchange)
  }

  /** Returns when no request is under way: each ends by patience, or soon after the run does. */
  async settled(): Promise<void> {
    while (this.#line.waits.underWay > 0) await sleep(5)
  }

  readonly close = (): Promise<void> => this.#line.close()

  async #exchange(
    operation: OperationId | null,
    method: string,
    path: string,
    call: Call,
  ): Promise<Exchange> {
    const request = requestOf(this.target, method, path, call)
    const start = performance.now()
    const waiting = new RateLimitWait(this.target.patience_ms)
    const gate = this.gatewayWait(operation)
    for (;;) {
      const exchange = await this.#once(operation, request, call)
      if (!(await gate.isService(exchange, call.keep_rate_limited))) continue
      if (!call.keep_rate_limited) this.#line.limits.note(exchange)
      const isLimited = this.#line.limits.isMet(exchange)
      if (!isLimited || (call.keep_rate_limited && !this.#line.gateway.isKnownPage(exchange))) {
        if (exchange.key === 'api') this.#line.limited.ended()
        if (exchange.key !== 'rate_limited' && !isLimited)
          this.#line.pace.served(exchange, exchange.started_at)
        this.guard.answered(exchange)
        this.#options.onExchange(exchange)
        return exchange
      }
      const wait = this.#line.unlessSpent(exchange, start, () => waiting.next(exchange))
      this.#line.slowDown(exchange, wait)
      this.#line.gateway.remember(exchange)
      await this.pause(wait)
    }
  }

  /** The waiting of a request of this operation that a gateway may answer. */
  gatewayWait(operation: OperationId | null): GatewayWait {
    const probed = operation === 'readSettings' ? 'listTemplates' : 'readSettings'
    const { method, path } = OPERATIONS[probed]
    return new GatewayWait({
      line: this.#line,
      pause: (ms) => this.pause(ms),
      probe: () => this.#once(probed, requestOf(this.target, method, path, {}), {}),
    })
  }

  async #once(operation: OperationId | null, request: SentRequest, call: Call): Promise<Exchange> {
    const { key = 'api' } = call
    this.guard.begin({ to: 'api', operation, call, request })
    await this.#line.turn(request, operation, call, this.#urgency)
    const started_at = Date.now()
    const start = performance.now()
    let isRefused = false
    try {
      const n = this.#count()
      const answer = await this.#line.answer(request, operation)
      isRefused = answer.status === 429 || answer.status === 503
      const ms = performance.now() - start
      return {
        n,
        operation,
        key,
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
      this.#line.lose(operation, request, call.body)
      throw error instanceof Stopped ? error : whyUnanswered(error, request)
    } finally {
      this.#line.leave(key, isRefused)
    }
  }

  #count(): number {
    const n = this.#line.count()
    this.requests++
    if (this.#of) this.#of.requests++
    return n
  }

  /** Waits unless the run ends. @throws {Stopped} */
  async pause(ms: number): Promise<void> {
    try {
      await sleep(timerMs(ms), undefined, { signal: this.#options.signal })
    } catch {
      throw new Stopped()
    }
  }
}
