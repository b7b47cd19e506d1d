import type { GuardLog } from './guard.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import type { Target } from '../target.ts'
import type { Call } from './call.ts'
import type { Exchange, KeyName, SentRequest } from './exchange.ts'
import { NotAsked, OutOfPatience, Stopped, whyUnanswered } from './obstacles.ts'
import { Pace } from './pace.ts'
import { Limits } from './rate-limit.ts'
import { Silence, Silences } from './silence.ts'
import { Slots } from './slots.ts'
import { Transport, type Answer } from './transport.ts'
import { Waits, type Waiting } from './waits.ts'

export interface ClientOptions {
  target: Target
  max_rps: number
  /** Requests that are under way at once, at most; those that spend a limit are none of them. */
  concurrency?: number
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
  readonly pace: Pace
  readonly #slots: Slots
  readonly #transport: Transport
  readonly #silences = new Silences()
  readonly #options: ClientOptions

  constructor(options: ClientOptions) {
    const { target, onWaiting, signal, max_rps, concurrency = Infinity } = options
    this.#options = options
    this.waits = new Waits(target.patience_ms, onWaiting)
    this.pace = new Pace(max_rps)
    this.#slots = new Slots(concurrency)
    this.#transport = new Transport(target.patience_ms, signal)
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
    const isHopeless = this.#silences.isHopeless(request, operation)
    if (!signal.aborted && !isHopeless) return
    this.leave(key)
    throw isHopeless ? whyUnanswered(new NotAsked(), request) : new Stopped()
  }

  leave(key?: KeyName): void {
    if (isQueued(key)) this.#slots.leave()
  }

  async answer(request: SentRequest, operation: OperationId | null): Promise<Answer> {
    const start = performance.now()
    try {
      const answer = await this.waits.during(request, () => this.#transport.answer(request))
      this.#silences.ended(request, operation)
      return answer
    } catch (error) {
      if (error instanceof OutOfPatience) this.#silences.lasted(request, operation, start)
      if (this.#silences.isOver) this.#options.onGivenUp?.('the server answers no more')
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#transport.close()
  }
}

/** A limit is spent without waiting for anybody: its window is short. */
const isQueued = (key: KeyName | undefined): boolean => key !== 'rate_limited'
