import type { GuardLog } from './guard.ts'
import type { IsMade } from './permissions/sightings.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import { messageOf } from '../../../schemas/thrown.ts'
import type { Target } from '../target.ts'
import type { Call } from './call.ts'
import type { Exchange, KeyName, SentRequest } from './exchange.ts'
import { Gateway } from './gateway.ts'
import { NotAsked, OutOfPatience, Stopped, whyUnanswered } from './obstacles.ts'
import { Pace } from './pace.ts'
import { Limits, LimitSpent } from './rate-limit.ts'
import { Silence, Silences } from './silence.ts'
import { Slots } from './slots.ts'
import { Transport, type Answer } from './transport.ts'
import { Waits, type Waiting } from './waits.ts'

export interface ClientOptions {
  target: Target
  max_rps: number
  /** Requests that are under way at once, at most; those that spend a limit are none of them. */
  concurrency?: number
  /** So many requests may be sent, repeated ones included; unlimited where it is left out. */
  most_requests?: number
  /** Aborted when the run ends early. */
  signal: AbortSignal
  /** Called for each answer, in the order of their arrival. */
  onExchange(exchange: Exchange): void
  /** Called every ten seconds in which a request has no answer. */
  onWaiting?(waiting: Waiting): void
  /** Called when the answer to a write that was sent did not come, or cannot be read: it may have been done. */
  onLost?(lost: Lost): void
  /** True for a client that needs no permissions: it undoes what a run did, or talks to servers made for a proof. */
  unrestricted?: boolean
  /** A client of the same run, whose sightings and effects it shares. */
  log?: GuardLog
  /** True for a record that the run takes for its own though no creation answered it. */
  isMade?: IsMade
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

/** The way to the target, which all parts of a run share: whose turn it is, how fast it goes, and whether anything answers. */
export class Line {
  /** Requests so far. */
  sent = 0
  readonly waits: Waits
  /** The judged store's limit that stays spent. */
  readonly limited = new Silence()
  /** By what answers a limit is told. */
  readonly limits = new Limits()
  readonly patience_ms: number
  readonly pace: Pace
  /** True once a request was refused for coming too fast. */
  hasLimit = false
  readonly gateway: Gateway
  readonly #slots: Slots
  readonly #transport: Transport
  readonly #silences = new Silences()
  readonly #options: ClientOptions

  constructor(options: ClientOptions) {
    const { target, onWaiting, signal, max_rps, concurrency = Infinity } = options
    this.#options = options
    this.patience_ms = target.patience_ms
    this.waits = new Waits(target.patience_ms, onWaiting)
    this.pace = new Pace(max_rps)
    this.gateway = new Gateway(target.patience_ms)
    this.#slots = new Slots(concurrency)
    this.#transport = new Transport(target.patience_ms, signal)
  }

  /** Numbers a request that is about to be sent. @throws where no more may be */
  count(): number {
    const { most_requests = Infinity } = this.#options
    if (this.sent < most_requests) return ++this.sent
    throw new Error(`the service did not answer after ${most_requests} requests`)
  }

  /** Waits for a request's turn, which `leave` ends. @throws {Stopped} and {Unreachable} where it makes no sense */
  async turn(
    request: SentRequest,
    operation: OperationId | null,
    { key, keep_rate_limited = false }: Call = {},
    urgency = Infinity,
  ): Promise<void> {
    const { signal } = this.#options
    if (signal.aborted) throw new Stopped()
    try {
      await this.pace.turn(signal, !keep_rate_limited)
    } catch {
      throw new Stopped()
    }
    if (isQueued(key)) await this.#slots.enter(request.method !== 'GET', urgency)
    // The server may have asked for a pause while the request waited for its slot.
    if (!keep_rate_limited) await this.pace.resumed(signal).catch(() => undefined)
    const isHopeless = this.#silences.isHopeless(request, operation)
    if (!signal.aborted && !isHopeless) return
    this.leave(key)
    throw isHopeless ? whyUnanswered(new NotAsked(), request) : new Stopped()
  }

  /** @param isRefused true where others must first see the pause that follows */
  leave(key?: KeyName, isRefused = false): void {
    if (!isQueued(key)) return
    if (isRefused) setImmediate(() => this.#slots.leave())
    else this.#slots.leave()
  }

  /** Reports a write that may have been done. */
  lose(operation: OperationId | null, { method, body }: SentRequest, input: unknown): void {
    if (operation && method !== 'GET') this.#options.onLost?.({ operation, input, body })
  }

  async answer(request: SentRequest, operation: OperationId | null): Promise<Answer> {
    const start = performance.now()
    try {
      const answer = await this.waits.during(request, () => this.#transport.answer(request))
      this.#silences.ended(request, operation)
      return answer
    } catch (error) {
      if (error instanceof OutOfPatience) this.#silences.lasted(request, operation, start)
      if (this.#silences.isOver) this.giveUp('the server answers no more')
      throw error
    }
  }

  /** All requests wait for the end of a limit, for all of patience at most. */
  slowDown(refused: Exchange, wait_ms: number): void {
    if (refused.key === 'rate_limited') return
    this.hasLimit = true
    const pause_ms = Math.min(wait_ms, this.patience_ms)
    this.pace.slowDown(refused, pause_ms, refused.started_at)
  }

  /** The judged store's limit that stays spent ends the run. */
  unlessSpent(refused: Exchange, since: number, wait: () => number): number {
    try {
      return wait()
    } catch (error) {
      // A limit that ends soon is worth the wait of the other requests.
      const isSoon = error instanceof LimitSpent && error.wait_ms <= 2 * this.patience_ms
      if (isSoon) this.slowDown(refused, error.wait_ms)
      if (refused.key === 'api') this.limited.lasted(since)
      if (this.limited.isFinal) this.giveUp(messageOf(error))
      throw error
    }
  }

  giveUp(why: string): void {
    this.#options.onGivenUp?.(why)
  }

  async close(): Promise<void> {
    await this.#transport.close()
  }
}

/** A limit is spent without waiting for anybody: its window is short. */
const isQueued = (key: KeyName | undefined): boolean => key !== 'rate_limited'
