import type { Elsewhere } from '../interface.ts'
import { Ahead } from './ahead.ts'
import { Answers } from './answers.ts'
import { Bringing } from './bringing.ts'
import { SYSTEM } from './log.ts'
import type { Held, Memory, Underway } from './memory.ts'
import type { Missing } from './missing.ts'
import type { Outage } from './outage.ts'
import { ServerFailure } from './place.ts'
import type { Server } from './server.ts'
import { SCHEMA } from './schema.ts'
import { Conflict, finish, type Turn } from './turn.ts'
import { work } from './work.ts'
import { Confirmation } from './confirmation.ts'
import { Waiting } from './waiting.ts'

/**
 * Does one turn after the other, those that wait together together: on what is in memory, and then asks the database
 * whether that was as it is; meanwhile the next ones are done. Where it was not, what they did is taken back, what is newer brought, and they are done again.
 */
export class Turns {
  readonly #server: Server
  readonly #memory: Memory
  readonly #waiting = new Waiting()
  readonly #bringing: Bringing
  readonly #answers = new Answers()
  readonly #ahead: Ahead
  readonly #outage: Outage
  #isRunning = false
  #running = Promise.resolve()

  constructor(server: Server, memory: Memory, tell: (elsewhere: Elsewhere) => void, outage: Outage) {
    this.#outage = outage
    this.#server = server
    this.#memory = memory
    this.#bringing = new Bringing(server, memory, tell)
    this.#ahead = new Ahead(memory, this.#waiting, (missing, turn) => void this.#bring(missing, turn))
  }

  get failure(): ServerFailure | null {
    return this.#outage.failure
  }

  add(turn: Turn): void {
    if (this.failure) return turn.reject(this.failure)
    this.#waiting.add(turn)
    if (!this.#isRunning) this.#running = this.#run()
    this.#ahead.goOn()
  }

  /** Resolves when no turn waits or is under way. */
  async close(): Promise<void> {
    await this.#running
    this.#outage.close()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.isAny || this.#ahead.isAny) await this.#doTogether()
    this.#isRunning = false
    this.#answers.send()
  }

  async #doTogether(): Promise<void> {
    if (this.#memory.isOld || !this.#memory.hasSystem) this.#ahead.giveUp()
    const ahead = this.#ahead.take()
    const turns = this.#waiting.takeSome(ahead.length === 0)
    let left: readonly Turn[] = [...ahead, ...turns]
    try {
      await this.readSystem()
      left = await this.#workAll(turns, ahead)
      const confirming = this.confirm(left)
      if (!left.some(({ isAlone }) => isAlone)) this.#ahead.begin()
      const confirmed = await confirming
      left = this.#finish(left, confirmed)
      if (left.length > 0) await this.#again(left, confirmed)
    } catch (error) {
      this.#fail(error, left)
    }
  }

  /** What only looks is right once it saw what was just told; who changes something asks once more. */
  async #again(turns: readonly Turn[], { verified }: Confirmation): Promise<void> {
    await this.readSystem()
    const left = await this.#workAll(turns)
    const isRight = (turn: Turn) =>
      turn.isKept ||
      ([...turn.touched].every((held) => verified.has(held) && !held.log.isChanged && !held.window.asked) &&
        !this.#memory.isRebuilt)
    const right = left.filter(isRight)
    for (const turn of right) {
      for (const { window } of turn.touched) window.over()
      finish(turn)
    }
    const others = left.filter((turn) => !right.includes(turn))
    if (others.length === 0) return
    this.#waiting.putBack(this.#finish(others, await this.confirm(others)))
  }

  /** Answers those that saw what is; the others are told. */
  #finish(turns: readonly Turn[], confirmed: Confirmation): readonly Turn[] {
    if (confirmed.stale.size === 0) {
      this.#answers.add(turns)
      return []
    }
    const isStale = (turn: Turn) =>
      !turn.isKept && !confirmed.isLate(turn) && [...turn.touched].some((held) => confirmed.stale.has(held))
    this.#answers.add(turns.filter((turn) => !isStale(turn)))
    return turns.filter(isStale)
  }

  /** Does them one after the other; answers those that were done. Who misses a store waits until that is here. */
  async #workAll(turns: readonly Turn[], ahead: readonly Turn[] = []): Promise<Turn[]> {
    const done = [...ahead]
    for (const turn of turns) {
      const missing = await work(turn, this.#memory)
      if (!missing) done.push(turn)
      else {
        void this.#bring(missing, turn)
        if (this.#memory.hasChanged) return this.#workAnew([...ahead, ...turns])
      }
    }
    return done
  }

  /** Half of what a turn does must not be kept; so all of them begin anew, without it. */
  #workAnew(turns: readonly Turn[]): Promise<Turn[]> {
    this.#memory.undo(this.#memory.all)
    this.#bringing.tellOfForgotten(true)
    return this.#workAll(turns.filter(({ missing }) => missing === null))
  }

  /** Asks the database whether what turns touched is as they saw it, and keeps what they changed. */
  async confirm(turns: readonly Underway[]): Promise<Confirmation> {
    const touched = new Set<Held>()
    for (const turn of turns) if (!turn.isKept) for (const held of turn.touched) touched.add(held)
    const confirmation = new Confirmation(this.#memory, touched, turns)
    const asked = confirmation.ask(this.#server, (isAsSeen) => this.#ahead.end(isAsSeen))
    await this.#answers.during(asked).finally(() => this.#ahead.end(false))
    this.#ahead.settle()
    this.#bringing.tellOfForgotten(confirmation.stale.size > 0)
    return confirmation
  }

  /** Keeps what the turn changed that is alone. @throws Conflict where it has to be done again */
  async keep(): Promise<void> {
    const turn = this.#memory.current
    if (!turn?.isAlone) return
    if (this.#memory.changed.size === 0 && !this.#memory.isRebuilt) return
    const confirmed = await this.confirm([turn])
    if (confirmed.stale.size > 0 && !confirmed.isLate(turn))
      throw turn.isKept
        ? new Error('Another process changed the data meanwhile: send this again.')
        : new Conflict()
    turn.isKept = true
  }

  /** What belongs to the whole system is always in memory. */
  async readSystem(): Promise<void> {
    if (this.#memory.isOld) {
      this.#memory.isOld = false
      await this.confirm([])
    }
    if (this.#memory.hasSystem) return
    await this.#bringing.system()
  }

  /** The turn waits until what it misses is here; others go on. */
  async #bring({ store }: Missing, turn: Turn): Promise<void> {
    try {
      await this.#bringing.bring(store, ++turn.missed)
      turn.missing = null
      this.add(turn)
    } catch (error) {
      turn.reject(new ServerFailure(this.#server.place, error))
    }
  }

  /** Nobody knows whether what was under way is kept: it is read anew when the database is back. */
  #fail(error: unknown, turns: readonly Turn[]): void {
    const failure = this.#outage.begin(error)
    this.#memory.forgetAll()
    for (const turn of [...turns, ...this.#waiting.takeAll()]) turn.reject(failure)
    void this.#outage.probe(() => this.#lookAgain())
  }

  async #lookAgain(): Promise<void> {
    await this.#server.query({ text: `update ${SCHEMA}.logs set head = head where store = ${SYSTEM}` })
    await this.readSystem()
  }
}
