import type { CopyChange, Row } from '../change.ts'
import type { Database, Elsewhere } from '../interface.ts'
import { FilledMeanwhile } from '../errors.ts'
import type { Key } from '../key.ts'
import type { Table } from '../table.ts'
import { IDS, nextInBlock, nextOf } from './blocks.ts'
import { Copies, countAll, MissingCopy } from './copies.ts'
import { SYSTEM } from './log.ts'
import { Memory } from './memory.ts'
import { Outage } from './outage.ts'
import { ServerFailure } from './place.ts'
import { Folding } from './folding.ts'
import { logsOf, writeAll } from './replace.ts'
import type { Server } from './server.ts'
import { Conflict, newTurn } from './turn.ts'
import { SharedFeed } from './shared-feed.ts'
import { Turns } from './turns.ts'

/** What keeps memory and database small. */
export interface Upkeep {
  /** How long a store stays in memory of which nobody asks anything, in milliseconds. */
  readonly idleMs: number
  /** How many groups since its snapshot a log has at least that gets a new one; one of many documents has more. */
  readonly longAt: number
  /** How often both are looked at, in milliseconds. */
  readonly lookMs: number
}

/** The tables of a PostgreSQL database that other processes may have open too. */
export class SharedDatabase implements Database {
  readonly isShared = true
  readonly feed: SharedFeed
  readonly #server: Server
  readonly #memory: Memory
  readonly #turns: Turns
  readonly #copies: Copies
  readonly #idle: NodeJS.Timeout
  #told: (elsewhere: Elsewhere) => void = () => {}

  constructor(
    server: Server,
    memory: Memory,
    { idleMs, longAt, lookMs }: Upkeep,
    tellFailure: (says: string) => void,
  ) {
    this.#server = server
    this.#memory = memory
    this.#copies = new Copies(memory)
    this.feed = new SharedFeed(server)
    this.#turns = new Turns(
      server,
      memory,
      (elsewhere) => this.#told(elsewhere),
      new Outage(server.place, tellFailure),
    )
    const folding = new Folding(server, longAt)
    // Alone, so that what is in memory is what is kept. Where it fails it is tried again.
    const look = () => (memory.letGo(idleMs), folding.look(memory))
    const lookNow = () => void (this.isNew || this.alone(look).catch(() => {}))
    this.#idle = setInterval(lookNow, lookMs).unref()
  }

  get isNew(): boolean {
    return !this.#memory.hasSystem
  }

  get failure() {
    return this.#turns.failure
  }

  table<T, K extends Key = Key>(store: number | null, name: string): Table<T, K> {
    // What was read is taken for what the caller once put there.
    return this.#memory.of(store ?? SYSTEM).log.table(name) as unknown as Table<T, K>
  }

  need(store: number): void {
    this.#memory.of(store)
  }

  isAtHand(store: number): boolean {
    return this.#memory.find(store) !== undefined
  }

  begin(store: number): void {
    this.#memory.begin(store)
  }

  dropStore(store: number): void {
    this.#memory.drop(store)
  }

  window(store: number) {
    return this.#memory.of(store).window
  }

  next(counter: string, from: number, store: number | null): number {
    const counters = this.table<unknown>(null, 'counters')
    if (store === null) return nextOf(counters, counter, from)
    return nextInBlock(counters, this.table(store, IDS), counter, from)
  }

  turn<T>(work: (again: boolean) => T | Promise<T>): Promise<T> {
    const { turn, done } = newTurn(work, false)
    this.#turns.add(turn)
    return done
  }

  async alone<T>(work: () => T | Promise<T>): Promise<T> {
    for (;;) {
      const { turn, done } = newTurn(work, true)
      this.#turns.add(turn)
      try {
        return await done
      } catch (error) {
        if (!(error instanceof Conflict)) throw error
      }
    }
  }

  write(): Promise<void> {
    return this.#turns.keep()
  }

  watch(told: (elsewhere: Elsewhere) => void): void {
    this.#told = told
  }

  async replace(rows: Iterable<Row>, swapped?: () => void): Promise<void> {
    const { hasSystem } = this.#memory
    const known = hasSystem ? this.#memory.of(SYSTEM).log.position?.id : undefined
    const logs = logsOf(rows, this.#memory)
    try {
      const made = await this.#server.transaction((queries) => writeAll(queries, logs, known))
      for (const [log, id] of made) log.position = { id, head: 0 }
    } catch (error) {
      if (!(error instanceof Conflict)) throw new ServerFailure(this.#server.place, error)
      this.#memory.forgetAll()
      if (known !== undefined) throw error
      await this.#turns.readSystem()
      throw new FilledMeanwhile()
    }
    this.#memory.forgetAll()
    this.#memory.takeForgotten()
    for (const log of logs) this.#memory.hold(log)
    swapped?.()
    if (this.#memory.current) this.#memory.current.isKept = true
  }

  *rows(): Generator<Row> {
    for (const { log } of this.#memory.all)
      for (const [table, key, document] of log.rows())
        yield [log.store === SYSTEM ? null : log.store, table, key, document]
  }

  sizeOf(store: number | null): number {
    if (store !== null) return this.#memory.of(store).log.size
    return this.#copies.total ?? [...this.#memory.all].reduce((size, { log }) => size + log.size, 0)
  }

  get copies() {
    return this.#copies.all
  }

  async changeCopies(work: (change: (change: CopyChange) => void) => void): Promise<void> {
    const copies = this.#copies
    try {
      copies.total = await countAll(this.#server)
      while (!(await this.#changedCopies(work)));
      await this.write()
    } finally {
      copies.forget()
    }
  }

  /** Whether it is done; else it is to be done again, with the content of a copy at hand. */
  async #changedCopies(work: (change: (change: CopyChange) => void) => void): Promise<boolean> {
    try {
      work((change) => this.#copies.change(change))
      return true
    } catch (error) {
      if (!(error instanceof MissingCopy)) throw error
      await this.#copies.load(this.#server, error.copy)
      return false
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#idle)
    await this.#turns.close()
    await this.feed.close()
    await this.#server.close()
  }
}
