import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { confirmAsKnown } from './as-known.ts'
import { confirm, type Known, type Told } from './confirm.ts'
import { keepWhole } from './keep-whole.ts'
import { SYSTEM, type Change } from './log.ts'
import type { Held, Memory, Underway } from './memory.ts'
import { isPassing, type Server } from './server.ts'

/** How long those who wait for an answer wait for a database that went away, and between two tries, in milliseconds. */
const PATIENCE_MS = 2000
const BETWEEN_MS = 50

/** One question to the database: is what turns saw as they saw it? It keeps what they changed where it is. */
export class Confirmation {
  /** What was not as it was seen: turns that touched it are to be done again. */
  readonly stale = new Set<Held>()
  /** What is now as the database told it. */
  readonly verified = new Set<Held>()
  /** What an earlier try kept, of which the answer was lost. */
  readonly #late = new Set<Held>()
  readonly #memory: Memory
  readonly #system: Held
  readonly #all: readonly Held[]
  /** All is kept or nothing, and nothing where anything is not as it was seen. */
  readonly #isWhole: boolean

  constructor(memory: Memory, touched: ReadonlySet<Held>, turns: readonly Underway[]) {
    const system = memory.of(SYSTEM)
    this.#memory = memory
    this.#system = system
    this.#all = [system, ...[...touched].filter((held) => held !== system && held.log.position !== null)]
    this.#isWhole = system.log.isChanged || turns.some(changesBySeveral)
  }

  /** Whether what a turn did was kept by an earlier try: all was as it saw it then, whatever came to be since. */
  isLate({ touched }: Underway): boolean {
    return [...touched].some((held) => this.#late.has(held))
  }

  /** @param before told before anything changes in memory, and whether all is as turns saw it and kept */
  async ask(server: Server, before: (isAsSeen: boolean) => Promise<void>): Promise<void> {
    if (this.#memory.isRebuilt) return this.#askWhole(server)
    let known = this.#all.map(askOf)
    const deadline = performance.now() + PATIENCE_MS
    for (let isFirst = true; ; isFirst = false) {
      try {
        const ask = isFirst && !this.#isShared ? confirmAsKnown : confirm
        const told = await ask(server.lane, known, this.#isWhole)
        const barred = isFirst ? [] : barsTo(known, told)
        if (barred.length === 0) {
          await before(isFirst && this.#isAsSeen(known, told))
          return this.#settle(known, told, isFirst)
        }
        await confirm(server.lane, barred, false)
      } catch (error) {
        if (!isPassing(error) || performance.now() > deadline) throw error
        await pause(BETWEEN_MS)
      }
      // What was counted is not counted twice; groups have ids by which they are known again.
      known = known.map((each) => ({ ...each, count: null }))
    }
  }

  get #isShared(): boolean {
    return this.#all.some(({ isShared }) => isShared)
  }

  #isAsSeen(known: readonly Known[], told: ReadonlyMap<number, Told>): boolean {
    return this.#all.every(({ window }, index) => {
      const of = known[index]
      const now = of && told.get(of.log)
      if (!of || !now) return false
      const isKept = of.group === null || now.isAppended
      return isKept && now.newer.length === 0 && !now.isFolded && window.isAs(now.window)
    })
  }

  #settle(known: readonly Known[], told: ReadonlyMap<number, Told>, isFirst: boolean): void {
    const gone = new Set<Held>()
    for (const [index, held] of this.#all.entries()) {
      const of = known[index]
      const now = of && told.get(of.log)
      if (of && now) this.#bringUp(held, of, now, isFirst)
      else gone.add(held)
    }
    for (const held of gone) this.#forget(held)
    // Whatever there was belonged to what is gone.
    if ([...gone].some(({ log }) => log.store === SYSTEM))
      for (const held of this.#memory.all) this.#forget(held)
  }

  #bringUp(
    held: Held,
    { group }: Known,
    { newer, isAppended, isFolded, window }: Told,
    isFirst: boolean,
  ): void {
    const { log } = held
    const [first] = newer
    const isLate = group !== null && first?.id === group.id
    const isKept = isAppended || isLate
    const others = isLate ? newer.slice(1) : newer
    const isCounted = !isFirst || held.window.isAs(window)
    // What was appended was appended to what turns saw.
    const isStale = group === null ? others.length > 0 || isFolded || !isCounted : !isKept
    held.isShared = isStale
    if (isStale) this.stale.add(held)
    if (isLate) this.#late.add(held)
    // What belongs to the whole system, which all turns touch, is brought up before.
    const isOver = !isStale && !this.stale.has(this.#system)
    held.window.settle(window, isOver)
    if (isKept) log.kept()
    else if (group !== null && !log.undo()) return this.#forget(held)
    if (isFolded) return this.#forget(held)
    for (const { changes } of others) log.apply(changes)
    if (log.position) log.position.head += newer.length + (isAppended ? 1 : 0)
    this.verified.add(held)
  }

  #forget(held: Held): void {
    this.stale.add(held)
    this.verified.delete(held)
    this.#memory.forget(held)
  }

  /** Where stores come or go, or copies, which is seldom. */
  async #askWhole(server: Server): Promise<void> {
    const memory = this.#memory
    if (await keepWhole(server, memory)) return memory.kept()
    for (const held of [...memory.all, ...memory.dropped, ...this.#all]) this.stale.add(held)
    memory.undo(memory.all)
    memory.isOld = true
  }
}

/**
 * Empty groups for the logs of which nobody knows yet whether an earlier try keeps its group: all is as it was known there, and still this try
 * could not append, as something else moved. A statement that was under way before that does not know, and may yet append: once another
 * group stands in its place it can't, or it was the first.
 */
function barsTo(known: readonly Known[], told: ReadonlyMap<number, Told>): Known[] {
  const isOpen = ({ log, head, group }: Known) => {
    const now = told.get(log)
    return group !== null && now !== undefined && now.head === head && !now.isAppended
  }
  const bars: Known[] = known.filter(isOpen).map((each) => ({ ...each, group: newGroup([], 0), count: null }))
  const [system] = known
  if (!system || isOpen(system) || bars.length === 0) return bars
  // It comes first, and nothing is appended where it is not as it is known.
  const { head } = told.get(system.log) ?? system
  return [{ ...system, head, group: null, count: null }, ...bars]
}

const newGroup = (changes: readonly Change[], growth: number) => ({
  id: randomUUID(),
  body: JSON.stringify(changes),
  growth,
})

/** It changed something, by what it saw in several stores. */
function changesBySeveral({ touched }: Underway): boolean {
  // The whole system is among them.
  if (touched.size < 3) return false
  const stores = [...touched].filter(({ log }) => log.store !== SYSTEM)
  return stores.length > 1 && stores.some(({ log }) => log.isChanged)
}

/** What turns knew and did; from here on it is under way. */
function askOf({ log, window }: Held): Known {
  const { id = 0, head = 0 } = log.position ?? {}
  const group = log.isChanged ? newGroup(log.changes(), log.growth) : null
  const count = window.asked
  log.ask()
  window.ask()
  return { log: id, head, group, count }
}
