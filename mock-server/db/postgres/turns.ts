import { setTimeout as pause } from 'node:timers/promises'
import type { Elsewhere } from '../interface.ts'
import { Answers } from './answers.ts'
import { Bringing } from './bringing.ts'
import { SYSTEM } from './log.ts'
import type { Memory, Underway } from './memory.ts'
import type { Missing } from './missing.ts'
import { ServerFailure } from './place.ts'
import type { Server } from './server.ts'
import { SCHEMA } from './schema.ts'
import { Conflict, finish, type Turn } from './turn.ts'
import { work } from './work.ts'
import { Confirmation } from './confirmation.ts'

/** How often a database that failed is tried, in milliseconds. */
const PROBE_MS = 200
/** Turns that are done together at most: the more, the longer the first of them waits. */
const MOST_TOGETHER = 256

/**
 * Does one turn after the other, those that wait together together: on what is in memory, and then asks the database
 * whether that was as it is. Where it was not, what they did is taken back, what is newer brought, and they are done again.
 */
export class Turns {
  readonly #server: Server
  readonly #memory: Memory
  readonly #tell: (elsewhere: Elsewhere) => void
  readonly #waiting: Turn[] = []
  readonly #bringing: Bringing
  readonly #answers = new Answers()
  #isRunning = false
  #running = Promise.resolve()
  #isClosed = false
  failure: ServerFailure | null = null

  constructor(server: Server, memory: Memory, tell: (elsewhere: Elsewhere) => void) {
    this.#server = server
    this.#memory = memory
    this.#bringing = new Bringing(server, memory)
    this.#tell = tell
  }

  add(turn: Turn): void {
    if (this.failure) return turn.reject(this.failure)
    this.#waiting.push(turn)
    if (!this.#isRunning) this.#running = this.#run()
  }

  /** Resolves when no turn waits or is under way. */
  async close(): Promise<void> {
    await this.#running
    this.#isClosed = true
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0) await this.#doTogether(this.#next())
    this.#isRunning = false
    this.#answers.send()
  }

  #next(): Turn[] {
    const alone = this.#waiting.findIndex(({ isAlone }) => isAlone)
    return this.#waiting.splice(0, alone < 0 ? MOST_TOGETHER : Math.max(1, Math.min(alone, MOST_TOGETHER)))
  }

  async #doTogether(turns: readonly Turn[]): Promise<void> {
    let left = turns
    try {
      await this.readSystem()
      left = await this.#workAll(turns)
      const confirmed = await this.confirm(left)
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
    this.#waiting.unshift(...this.#finish(others, await this.confirm(others)))
  }

  /** Answers those that saw what is; the others are told. */
  #finish(turns: readonly Turn[], confirmed: Confirmation): Turn[] {
    const isStale = (turn: Turn) =>
      !turn.isKept && !confirmed.isLate(turn) && [...turn.touched].some((held) => confirmed.stale.has(held))
    this.#answers.add(turns.filter((turn) => !isStale(turn)))
    return turns.filter(isStale)
  }

  /** Does them one after the other; answers those that were done. Who misses a store waits until that is here. */
  async #workAll(turns: readonly Turn[]): Promise<Turn[]> {
    const done: Turn[] = []
    for (const turn of turns) {
      const missing = await work(turn, this.#memory)
      if (!missing) done.push(turn)
      else {
        void this.#bring(missing, turn)
        if (this.#memory.hasChanged) return this.#workAnew(turns.filter((each) => each.missing === null))
      }
    }
    return done
  }

  /** Half of what a turn does must not be kept; so all of them begin anew, without it. */
  #workAnew(turns: readonly Turn[]): Promise<Turn[]> {
    this.#memory.undo(this.#memory.all)
    this.#tellOf(true)
    return this.#workAll(turns)
  }

  /** Asks the database whether what turns touched is as they saw it, and keeps what they changed. */
  async confirm(turns: readonly Underway[]): Promise<Confirmation> {
    const touched = new Set(turns.filter(({ isKept }) => !isKept).flatMap((turn) => [...turn.touched]))
    const confirmation = new Confirmation(this.#memory, touched, turns)
    await this.#answers.during(confirmation.ask(this.#server))
    this.#tellOf(confirmation.stale.size > 0)
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
    this.#memory.takeForgotten()
    this.#tell({ all: true, system: true, stores: [] })
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

  #tellOf(system: boolean): void {
    const stores = this.#memory.takeForgotten()
    if (!this.#memory.hasSystem) return
    if (system || stores.length > 0) this.#tell({ all: false, system, stores })
  }

  /** Nobody knows whether what was under way is kept: it is read anew when the database is back. */
  #fail(error: unknown, turns: readonly Turn[]): void {
    this.failure = new ServerFailure(this.#server.place, error)
    this.#memory.forgetAll()
    for (const turn of [...turns, ...this.#waiting.splice(0)]) turn.reject(this.failure)
    void this.#probe()
  }

  /** Tries until it saves again. */
  async #probe(): Promise<void> {
    while (!this.#isClosed) {
      await pause(PROBE_MS, undefined, { ref: false })
      try {
        await this.#server.query({ text: `update ${SCHEMA}.logs set head = head where store = ${SYSTEM}` })
        await this.readSystem()
        this.failure = null
        return
      } catch (error) {
        this.failure = new ServerFailure(this.#server.place, error)
      }
    }
  }
}
