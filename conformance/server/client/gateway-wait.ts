import type { Exchange } from './exchange.ts'
import { challengeOf, refusesAccess } from './gateway.ts'
import type { Line } from './line.ts'
import { Blocked, Unavailable, Unreachable } from './obstacles.ts'
import { isPage } from './page.ts'

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 2000

/** The means by which a request that a gateway refused waits and looks again. */
export interface Way {
  readonly line: Line
  pause(ms: number): Promise<void>
  /** Sends another request that only reads. */
  probe(): Promise<Exchange>
}

/** The waiting of one request that a gateway answers instead of the service. */
export class GatewayWait {
  readonly #way: Way
  #attempt = 0
  #hasSlowed = false
  #refused_first_at: number | null = null
  #refused_last_at = 0

  constructor(way: Way) {
    this.#way = way
  }

  /**
   * True for an answer of the service. Waits after one of a gateway until the request can be repeated.
   * @throws {Unavailable} where it cannot be repeated, or patience ends
   */
  async isService(answer: Exchange, keepsRateLimited = false): Promise<boolean> {
    const { line } = this.#way
    if (line.limits.isMet(answer)) return true
    if (!line.gateway.isAuthor(answer, keepsRateLimited)) {
      line.hasLimit ||= this.#isLimit
      if (answer.operation !== null) line.gateway.served(answer)
      return true
    }
    try {
      return await this.#isOwn(answer)
    } catch (error) {
      if (error instanceof Unavailable && !refusesAccess(answer))
        line.lose(answer.operation, answer.request, answer.input)
      throw error
    }
  }

  async #isOwn(answer: Exchange): Promise<boolean> {
    const { gateway } = this.#way.line
    if (gateway.isOwn(answer)) return true
    this.#slowDown(answer)
    gateway.refused(answer)
    this.#refused_first_at ??= answer.started_at
    const before = this.#refused_last_at
    this.#refused_last_at = answer.started_at + answer.ms
    this.#attempt++
    if (refusesAccess(answer) && !gateway.hasServed) throw blocked(answer)
    return answer.request.method === 'GET' ? this.#isOwnRead(answer, before) : this.#isOwnWrite(answer)
  }

  /** A gateway that limits requests answers 503 too: the first one after served requests may mean that. */
  #slowDown(answer: Exchange): void {
    const { gateway, pace } = this.#way.line
    if (answer.response.status !== 503 || !isPage(answer) || gateway.down_since !== null) return
    if (!gateway.hasServed) return
    this.#hasSlowed = true
    pace.slowDown(answer, FIRST_WAIT_MS, answer.started_at)
  }

  /** True if one wait was enough, as for a limit of requests: an outage lasts longer. */
  get #isLimit(): boolean {
    return this.#hasSlowed && this.#attempt === 1
  }

  /** @param before when the request was refused before this answer */
  async #isOwnRead(answer: Exchange, before: number): Promise<boolean> {
    const { gateway, patience_ms } = this.#way.line
    const isOthersServed = this.#attempt > 1 && (await this.#isServed(before))
    if (refusesAccess(answer) && isOthersServed) throw blocked(answer)
    const since = isOthersServed ? this.#refused_first_at : gateway.down_since
    if (Date.now() + this.#wait_ms - (since ?? Date.now()) > patience_ms) {
      if (!isOthersServed || this.#attempt < 3) throw this.#endOf(answer, isOthersServed)
      gateway.takeAsOwn(answer)
      return true
    }
    await this.#pause(refusesAccess(answer) || isOthersServed)
    return false
  }

  /** A write may have been done, so it is not repeated: its check is, once the service answers. */
  async #isOwnWrite(answer: Exchange): Promise<boolean> {
    const { gateway, patience_ms } = this.#way.line
    if (refusesAccess(answer)) throw blocked(answer)
    let isServed = await this.#isServed()
    if (isServed && gateway.isLasting(answer)) {
      gateway.takeAsOwn(answer)
      return true
    }
    while (!isServed && Date.now() + this.#wait_ms - (gateway.down_since ?? Date.now()) <= patience_ms) {
      await this.#pause(false)
      this.#attempt++
      isServed = await this.#isServed()
    }
    throw this.#endOf(answer, isServed)
  }

  async #isServed(since = this.#refused_last_at): Promise<boolean> {
    return this.#way.line.gateway.hasServedSince(since) || this.#probe()
  }

  async #probe(): Promise<boolean> {
    const { gateway } = this.#way.line
    try {
      const answer = await this.#way.probe()
      const isServed = !gateway.isAuthor(answer)
      if (isServed) gateway.served(answer)
      return isServed
    } catch (error) {
      if (error instanceof Unreachable) return false
      throw error
    }
  }

  get #wait_ms(): number {
    return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.#attempt - 1))
  }

  /** In an outage all requests wait. */
  async #pause(isAlone: boolean): Promise<void> {
    const wait_ms = this.#wait_ms
    if (!isAlone) this.#way.line.pace.hold(wait_ms)
    await this.#way.pause(wait_ms)
  }

  #endOf(answer: Exchange, isServed: boolean): Unavailable {
    const { gateway } = this.#way.line
    const since = gateway.down_since ?? this.#refused_first_at ?? answer.started_at
    const why = `the deployment was unavailable from ${clock(since)} to ${clock(Date.now())} UTC (${answer.response.status})`
    if (!isServed && gateway.hasServed) this.#way.line.giveUp(why)
    return new Unavailable(`not judged: ${why}`, answer, gateway.isRepeated(answer))
  }
}

function blocked(answer: Exchange): Blocked {
  const { request, response } = answer
  const challenge = challengeOf(answer)
  const asks = challenge === undefined ? 'with a page' : `and asks for ${challenge}`
  return new Blocked(
    `not judged: a gateway before the deployment refuses ${request.method} ${request.url} ${asks} (${response.status})`,
    answer,
  )
}

/** `10:00:03` */
const clock = (time: number): string => new Date(time).toISOString().slice(11, 19)
