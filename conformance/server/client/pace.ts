import { setTimeout as sleep } from 'node:timers/promises'
import { timerMs } from './timer.ts'

/** A stretch of fewer requests between two refusals says little of what the server bears. */
const LONG_STRETCH = 20

/** After so many refusals in a row, each of which came though it went slower, it is not for going too fast. */
const IN_VAIN = 4

/** Latest answers by which a gateway that refuses at random is distinguished from a limit. */
const LATEST = 20
/** Refusals among the latest answers that only a limit explains. */
const MANY_REFUSALS = 5

/** A request in ten seconds is as slow as it gets. */
const LONGEST_GAP_MS = 10_000

/**
 * What a limit may be of: a store by its key, or one operation there (question rate.scope). That others are served while
 * one is refused says nothing of its limit.
 */
export interface Limited {
  readonly key: string
  readonly operation: string | null
}

/** Spaces requests so that no more than `max_rps` start in a second, and learns what the server can bear. */
export class Pace {
  /** Between any two, and between two that are to be answered. */
  readonly #least_ms: number
  #gap_ms: number
  #nextOfAll = 0
  #next = 0
  /** When the requests were started that were served since the last pause. */
  #served: number[] = []
  /** The same of those before it, which a window that slides still counts. */
  #servedBefore: number[] = []
  /** Requests served since it went slower last. */
  #stretch = 0
  /** Refusals that ended a long stretch. */
  #slowed = 0
  /** When the pause ends that was asked for last. */
  #resumes = 0
  /** No request that must be answered starts before. */
  #held_until = 0
  /** Set once going slower did not help: refusals come at random, and only what was refused waits. */
  #isVain = false
  /** The latest answers, true for each refusal. */
  readonly #latest: boolean[] = []
  #refusals = 0
  /** What it was asked for, until the same is served again. */
  #refused: Limited | null = null

  /** @param max_rps requests a second; Infinity for no limit */
  constructor(max_rps: number) {
    this.#least_ms = this.#gap_ms = 1000 / max_rps
  }

  /** Milliseconds between two requests, as the server bears them. */
  get gap_ms(): number {
    return this.#gap_ms
  }

  /** Refusals so far. */
  get refusals(): number {
    return this.#refusals
  }

  /** Requests a second that the server bears; null where going slower is no use or was never asked for. */
  get borne_rps(): number | null {
    return this.#gap_ms > this.#least_ms ? 1000 / this.#gap_ms : null
  }

  /** @param isPatient false for a request that may be refused for being one too many */
  async turn(signal: AbortSignal, isPatient = true): Promise<void> {
    const now = Date.now()
    const start = this.#gap_ms === 0 ? now : Math.max(now, this.#nextOfAll, isPatient ? this.#next : 0)
    this.#nextOfAll = start + this.#least_ms
    if (isPatient) this.#next = start + this.#gap_ms
    if (start > now) await sleep(timerMs(start - now), undefined, { signal })
    if (isPatient) await this.resumed(signal)
  }

  /** Waits until requests are no longer held. */
  async resumed(signal: AbortSignal): Promise<void> {
    for (let left = this.#held_until - Date.now(); left > 0; left = this.#held_until - Date.now())
      await sleep(timerMs(left), undefined, { signal })
  }

  /** Starts no request for so long that must be answered. */
  hold(ms: number): void {
    this.#held_until = Math.max(this.#held_until, Date.now() + ms)
  }

  /**
   * The server refused for being asked too often and wants a pause: nothing starts before its end, and from then on a little
   * slower than it went on average, the pause included, and those before it after which nothing was served. Refusals of what was
   * started before the last pause was over count as one. A gateway that refuses as often however slow it goes sheds load at
   * random: the pace is then as before, and nothing else waits.
   */
  slowDown(refused: Limited, pause_ms: number, started_at: number): void {
    this.#refusals++
    this.#note(true)
    if (this.#isVain) return
    if (started_at >= this.#resumes) this.#goSlower(refused, pause_ms)
    if (!this.#isVain) this.hold(pause_ms)
  }

  #goSlower(refused: Limited, pause_ms: number): void {
    const now = Date.now()
    const average_ms = this.#averageOf(pause_ms, now)
    this.#gap_ms = Math.min(LONGEST_GAP_MS, Math.max(this.#gap_ms, average_ms * 1.1))
    if (this.#stretch >= LONG_STRETCH) this.#slowed++
    this.#stretch = 0
    if (this.#slowed === IN_VAIN) this.#goOn()
    this.#resumes = now + pause_ms
    this.#refused = refused
  }

  #goOn(): void {
    this.#isVain = true
    this.#slowed = 0
    this.#gap_ms = this.#least_ms
    this.#latest.length = 0
  }

  /** Many refusals at a time are a limit after all. */
  #note(isRefusal: boolean): void {
    this.#latest.push(isRefusal)
    if (this.#latest.length > LATEST) this.#latest.shift()
    if (isRefusal && this.#latest.filter((one) => one).length >= MANY_REFUSALS) this.#isVain = false
  }

  /** A request was answered that was not one too many. */
  served(served: Limited, started_at: number): void {
    this.#note(false)
    this.#stretch++
    if (this.#refused && isSame(this.#refused, served) && started_at >= this.#resumes) {
      this.#refused = null
      this.#servedBefore = this.#served
      this.#served = []
    }
    this.#served.push(started_at)
  }

  /**
   * Milliseconds from one request to the next, of the stretch up to now in which it went fastest: how long nothing was asked
   * before says nothing of what the server bears. 0 where nothing was served.
   */
  #averageOf(pause_ms: number, now: number): number {
    const started = [...this.#servedBefore, ...this.#served].toSorted((a, b) => b - a)
    const averages = started.map((start, at) => (now + pause_ms - start) / (at + 1))
    return averages.reduce((least, average) => Math.min(least, average), averages[0] ?? 0)
  }
}

const isSame = (one: Limited, other: Limited): boolean =>
  one.key === other.key && one.operation === other.operation
