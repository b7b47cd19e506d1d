import type { CopyChange } from '../change.ts'
import { Log, SYSTEM } from './log.ts'
import { Missing } from './missing.ts'
import { SharedWindow } from './shared-window.ts'

/** How many stores stay in memory however long nobody asks for them. */
const ALWAYS = 20

/** A log in memory, with what goes with it. */
export interface Held {
  readonly log: Log
  readonly window: SharedWindow
  /** When it was last asked for, by `performance.now()`. */
  usedAt: number
  /** Whether it was not as it was seen when the database was asked last: others use it. */
  isShared: boolean
}

/** Work that was begun. */
export interface Underway {
  /** It came alone, and may call `write`. */
  readonly isAlone: boolean
  /** What it touched when it was done last. */
  touched: ReadonlySet<Held>
  /** Something of it is kept, so it is not done again. */
  isKept: boolean
}

/** The logs that are in memory, and what the turns under way do with them that is not kept yet. */
export class Memory {
  readonly #held = new Map<number, Held>()
  /** The turn under way, and what it touched; null while there is none. */
  current: Underway | null = null
  touched: Set<Held> | null = null
  /** Whether the turn under way changed anything. */
  hasChanged = false
  /** What belongs to the whole system is here, and not as it was before something else took its place. */
  hasSystem = false
  /** It is known to be older than what is in the database. */
  isOld = false
  /** Stores that came to be in turns that are not kept yet, and those that went. */
  readonly begun = new Set<Held>()
  readonly dropped = new Set<Held>()
  /** What was done with copies in turns that are not kept yet. */
  copying: CopyChange[] = []
  /** The log of the whole system whose place other content took, which is not kept yet; null for none. */
  replaced: number | null = null
  /** Stores that left the memory, of which nobody was told yet. */
  #forgotten: number[] = []
  /** By store, the window of a log that was forgotten, to be brought again: what was told and counted still holds. */
  readonly #windows = new Map<number, { readonly id: number | undefined; readonly window: SharedWindow }>()

  /** What changed lately; some of it may be kept by now. */
  readonly #changed = new Set<Log>()

  /** To be called before each change of a log. */
  readonly mayChange = (log: Log): void => {
    this.#expectTurn()
    this.#changed.add(log)
  }

  #expectTurn(): void {
    if (this.touched === null) throw new Error('Data was changed outside a turn')
    this.hasChanged = true
  }

  /** The logs that changed and are not kept yet: however many there are, only these are looked at. */
  get changed(): ReadonlySet<Log> {
    for (const log of this.#changed)
      if (!log.isChanged || this.#held.get(log.store)?.log !== log) this.#changed.delete(log)
    return this.#changed
  }

  /** @throws Missing where it is not here */
  of(store: number): Held {
    const held = this.#held.get(store)
    if (!held) throw new Missing(store)
    if (this.touched?.has(held)) return held
    held.usedAt = performance.now()
    this.touched?.add(held)
    return held
  }

  find(store: number): Held | undefined {
    return this.#held.get(store)
  }

  get all(): Iterable<Held> {
    return this.#held.values()
  }

  hold(log: Log): Held {
    const left = this.#windows.get(log.store)
    const window = left?.id === log.position?.id ? left?.window : undefined
    const held = { log, window: window ?? new SharedWindow(), usedAt: performance.now(), isShared: false }
    this.#held.set(log.store, held)
    if (log.store === SYSTEM) this.hasSystem = true
    return held
  }

  begin(store: number): void {
    this.#expectTurn()
    const held = this.hold(new Log(store, null, this.mayChange))
    this.begun.add(held)
    this.touched?.add(held)
  }

  drop(store: number): void {
    this.#expectTurn()
    const held = this.of(store)
    held.log.retire()
    this.#held.delete(store)
    if (!this.begun.delete(held)) this.dropped.add(held)
  }

  /** What belongs to the whole system can still be read, as it was last, until it was read anew. */
  forget({ log, window }: Held): void {
    window.undo()
    log.undo()
    log.retire()
    if (this.#held.get(log.store)?.log !== log) return
    if (log.store === SYSTEM) return void (this.hasSystem = false)
    this.#held.delete(log.store)
    this.#windows.set(log.store, { id: log.position?.id, window })
    this.#forgotten.push(log.store)
  }

  forgetAll(): void {
    for (const held of this.#held.values()) this.forget(held)
    this.#forgetRebuilt()
  }

  /** Stores that left the memory since the last call. */
  takeForgotten(): number[] {
    const forgotten = this.#forgotten
    this.#forgotten = []
    return forgotten
  }

  /** Puts other logs in the place of all. */
  replaceBy(logs: readonly Log[]): void {
    this.#expectTurn()
    this.replaced = this.of(SYSTEM).log.position?.id ?? null
    for (const { log } of this.#held.values()) log.retire()
    this.#held.clear()
    for (const log of logs) this.touched?.add(this.hold(log))
  }

  /** Whether more is to be kept than changes of logs that there are. */
  get isRebuilt(): boolean {
    return this.begun.size + this.dropped.size + this.copying.length > 0 || this.replaced !== null
  }

  /** What was rebuilt is kept, or never was. */
  #forgetRebuilt(): void {
    this.begun.clear()
    this.dropped.clear()
    this.copying = []
    this.replaced = null
  }

  /** All is as it is in the database. */
  kept(): void {
    for (const log of this.changed) {
      log.ask()
      log.kept()
    }
    this.#forgetRebuilt()
  }

  /** Takes back all that is not kept in these, and in stores that came or went. Whether there was anything. */
  undo(held: Iterable<Held>): void {
    for (const each of held) {
      each.window.undo()
      if (each.log.isChanged && !each.log.undo()) this.forget(each)
    }
    for (const each of [...this.begun, ...this.dropped]) {
      this.forget(each)
      this.#forgotten.push(each.log.store)
    }
    // What was here before is not here any more.
    if (this.replaced !== null) this.forgetAll()
    this.#forgetRebuilt()
  }

  /** Lets go of what nobody asked for in a time, in milliseconds. */
  letGo(idleMs: number): void {
    const before = performance.now() - idleMs
    const idle = [...this.#held.values()].filter(({ log, usedAt }) => log.store !== SYSTEM && usedAt < before)
    for (const held of idle.slice(0, Math.max(0, this.#held.size - 1 - ALWAYS))) {
      this.forget(held)
      this.#windows.delete(held.log.store)
    }
  }
}
