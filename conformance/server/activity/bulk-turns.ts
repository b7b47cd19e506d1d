import { setTimeout as sleep } from 'node:timers/promises'
import type { BulkPdfRequest } from '../../../schemas/types.ts'
import { isSuccess, type Exchange, type KeyName } from '../client/exchange.ts'
import { bodyBy } from '../learn/bodies.ts'
import { perRun } from '../per-run.ts'
import type { Session } from '../session.ts'
import { HookError } from '../store/hook-error.ts'

/** Where no conflict was seen yet, a refusal like that of bad input is taken for one no longer than this. */
const DOUBTFUL_WAIT_MS = 8000
const DOUBTFUL_ENDED_MS = 500
/** So long, and so often, a request is tried again although the hook says each time that the action has ended: others may have started one. */
const ENDED_WAIT_MS = 2000
const ENDED_TRIES = 5

const turns = perRun<KeyName, BulkTurns>()

/** The turns of one store's bulk actions, shared by all checks of a run. */
export const bulkTurns = (session: Session, key: KeyName = 'api'): BulkTurns =>
  turns(session, key, () => new BulkTurns(session, key))

/** What came of waiting for a turn. */
export interface Turn {
  exchange: Exchange
  /** `accepted`: an action was started; `refused`: the request itself is at fault; `blocked`: another action lasted too long. */
  outcome: 'accepted' | 'refused' | 'blocked'
  /** Whether conflicts were met on the way. */
  waited: boolean
}

/**
 * One bulk action at a time: waits for its turn, ends what it started. Without an operation that tells of progress
 * an end shows in one way alone: the next request is accepted.
 */
export class BulkTurns {
  readonly #session: Session
  readonly #key: KeyName
  /** Whether an action may be in progress. */
  #busy = true
  /** Whether an action of ours was accepted, and no hook has ended it since. */
  #accepted = false
  /** When the last action that was accepted had been answered; milliseconds of `performance.now()`. */
  #started_at = 0
  /** The longest time that an action took to end, where no hook ends it. */
  #took_ms = 0
  /** Patience ended once: an action that lasts so long is not awaited again. */
  #is_stuck = false

  constructor(session: Session, key: KeyName) {
    this.#session = session
    this.#key = key
  }

  /** Whether the target's hook ends this store's actions. */
  get hasHook(): boolean {
    return this.#key === 'api' && this.#session.platform.has('finish_bulk')
  }

  /** Sends one request, whatever comes of it. */
  async ask(body: object): Promise<Exchange> {
    const exchange = await this.#session.client.call('bulkPdf', { body, key: this.#key })
    if (isSuccess(exchange)) {
      this.#busy = true
      this.#accepted = true
      this.#started_at = performance.now()
    }
    return exchange
  }

  /** Sends a valid request again and again until it is accepted, or surely for another reason refused. */
  async start(body: BulkPdfRequest): Promise<Turn> {
    const begun = performance.now()
    const last_start = this.#started_at
    let conflicts = 0
    for (let pause = 10; ; pause = Math.min(250, pause * 1.5)) {
      const exchange = await this.ask(body)
      const outcome = this.#outcomeOf(exchange, performance.now() - begun, conflicts)
      if (outcome === 'accepted' && conflicts > 0 && last_start > 0)
        this.#took_ms = Math.max(this.#took_ms, this.#started_at - last_start)
      if (outcome !== null) return { exchange, outcome, waited: conflicts > 0 }
      conflicts++
      this.#busy = true
      await this.#finish(this.#accepted || !this.#isDoubtful(exchange))
      // The first request after an end by the hook needs no pause.
      if (!this.hasHook || conflicts > 1) await sleep(pause)
    }
  }

  /** What came of a request after so long and so many conflicts; null when it is worth another try. */
  #outcomeOf(exchange: Exchange, waited_ms: number, conflicts: number): Turn['outcome'] | null {
    if (isSuccess(exchange)) return 'accepted'
    if (!this.mayBeConflict(exchange)) return 'refused'
    const ends = this.hasHook
    const patience_ms = Math.min(this.#session.target.patience_ms, ends ? ENDED_WAIT_MS : Infinity)
    const isOver = (ms: number) => waited_ms > ms && (!ends || conflicts >= ENDED_TRIES)
    const doubt_ms = Math.min(patience_ms, ends ? DOUBTFUL_ENDED_MS : DOUBTFUL_WAIT_MS)
    if (this.#isDoubtful(exchange) && isOver(doubt_ms)) return 'refused'
    this.#is_stuck ||= isOver(patience_ms)
    return this.#is_stuck ? 'blocked' : null
  }

  /** Returns when no action that we know of is in progress: by the hook, or after as long as actions took so far. */
  async idle(): Promise<boolean> {
    if (!this.#busy || (await this.#finish())) return true
    if (this.#took_ms === 0) return false
    const left = this.#started_at + this.#took_ms * 1.3 + 100 - performance.now()
    if (left > this.#session.target.patience_ms) return false
    if (left > 0) await this.#session.client.pause(left)
    this.#busy = false
    return true
  }

  /** Ends the action in progress where a hook can. */
  async end(): Promise<void> {
    await this.#finish()
  }

  /** Ends it by the hook, and answers what the hook said: it may tell an end from nothing to end. */
  async endInWords(): Promise<string> {
    try {
      const answer = await this.#session.platform.finishBulk()
      this.#isEnded()
      return answer
    } catch (error) {
      if (error instanceof HookError) return error.message
      throw error
    }
  }

  /** Whether the refusal of a valid request can be the conflict error: its status and body are open. */
  mayBeConflict(exchange: Exchange): boolean {
    const { kinds } = this.#session
    const { status } = exchange.response
    if (status < 400 || status > 499) return false
    if (kinds.learned('conflict')) return kinds.is('conflict', exchange)
    // Where bad input has the status of everything, the status tells nothing.
    if (kinds.learned('unprocessable')?.status === status) return true
    return !(['unauthorized', 'forbidden', 'not-found', 'rate-limited'] as const).some(
      (kind) => kinds.learned(kind)?.status === status || (kind === 'forbidden' && status === 403),
    )
  }

  /** Learns the conflict error from refusals that can be nothing else. */
  learn(conflicts: readonly Exchange[]): void {
    const { kinds, observations } = this.#session
    if (kinds.learned('conflict')) return
    kinds.learn('conflict', conflicts)
    const learned = kinds.learned('conflict')
    if (!learned) return
    observations.observe('status.conflict', learned.status, learned.evidence)
    observations.observe('body.conflict', bodyBy('body.conflict', learned.evidence), learned.evidence)
  }

  /** Whether it may be for the request itself: both errors may have one status, where a hook has ended what was in progress. */
  #isDoubtful({ response }: Exchange): boolean {
    const { kinds } = this.#session
    const isLikeBadInput = kinds.learned('unprocessable')?.status === response.status
    return isLikeBadInput && (this.hasHook || !kinds.learned('conflict'))
  }

  /**
   * A hook may refuse where there is nothing to end, as after an action that ended within its request.
   * @throws {HookError} when one is surely in progress, as a conflict shows
   */
  async #finish(isInProgress = false): Promise<boolean> {
    if (!this.hasHook) return false
    try {
      await this.#session.platform.finishBulk()
    } catch (error) {
      if (error instanceof HookError && !isInProgress) return false
      throw error
    }
    this.#isEnded()
    return true
  }

  #isEnded(): void {
    this.#busy = false
    this.#accepted = false
  }
}
