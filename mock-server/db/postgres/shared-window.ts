import type { Counted, Window } from '../window.ts'
import type { Count, Told } from './confirm.ts'

/**
 * A window that all processes count in. A turn counts on top of what was told last; that is then counted in the database, together with the
 * turn's confirmation. Each request that counts has a number of its own in the window: where the turn has to be done again, the numbers that
 * were counted for it are free, and the next requests take them before more is counted.
 */
export class SharedWindow implements Window {
  readonly isCopied = true
  /** As the database told it last. */
  #told: Counted | undefined
  /** Numbers in that window that were counted here, and that no request has; the lowest first. */
  #free: number[] = []
  /** What the turns did of which the database is asked, and those after them. */
  #underWay = nothing()
  #now = nothing()

  get latest(): Counted | undefined {
    this.#now.isSeen = true
    const asked = this.#now.asked ?? this.#underWay.asked
    if (asked) return { start: asked.base.start, used: asked.base.used + asked.by }
    const [next] = this.#free
    return this.#told && next !== undefined ? { ...this.#told, used: next - 1 } : this.#told
  }

  enter({ start, used }: Counted, { now, length, by }: { now: number; length: number; by: number }): void {
    this.#now.isSeen = true
    if (by === 0) return
    const next = start === this.#told?.start ? this.#free.shift() : undefined
    if (next !== undefined) return void this.#now.taken.push(next)
    const base = { start, used: used - by }
    const before = this.#now.asked?.base.start === start ? this.#now.asked : { base, by: 0 }
    const told = (this.#underWay.asked?.base ?? this.#told)?.start ?? null
    this.#now.asked = { base: before.base, told, now, length, by: before.by + by }
  }

  /** What is to be counted in the database; null for nothing. */
  get asked(): Count | null {
    return this.#now.asked
  }

  /** From here on the database is asked about what the turns did. */
  ask(): void {
    this.#underWay = this.#now
    this.#now = nothing()
  }

  /** Whether the turns took it to be what the database tells, and all that they asked for was counted. */
  isAs(window: Told['window']): boolean {
    const { asked, isSeen, taken } = this.#underWay
    if (asked) return isSame(asked.base, window?.base) && asked.by === numbersOf(window).length
    return !isSeen || taken.length > 0 || isSame(this.#told, window?.base)
  }

  /** Takes what the database told. What was counted for turns that have to be done again is free then, while that window lasts. */
  settle(window: Told['window'], isOver: boolean): void {
    if (!isOver) this.undo()
    if (window?.base.start !== this.#told?.start) this.#free = []
    if (!isOver) this.#free.push(...numbersOf(window))
    this.#told = window && { start: window.base.start, used: window.used }
    this.#underWay = nothing()
  }

  /** No turn that is not over did anything. */
  undo(): void {
    this.undoUnasked()
    this.#free.unshift(...this.#underWay.taken)
    this.#underWay = nothing()
  }

  /** The turns since the database was asked did nothing. */
  undoUnasked(): void {
    this.#free.unshift(...this.#now.taken)
    this.over()
  }

  /** The turns since the database was asked are over: what they took is theirs. */
  over(): void {
    this.#now = nothing()
  }
}

/** What turns did with a window. */
interface Doings {
  /** Free numbers that they took. */
  readonly taken: number[]
  /** What they want counted in the database. */
  asked: Count | null
  /** Whether they looked at it. */
  isSeen: boolean
}

const nothing = (): Doings => ({ taken: [], asked: null, isSeen: false })

/** The numbers that were counted. */
function numbersOf(window: Told['window']): number[] {
  const { base, used } = window ?? { base: { used: 0 }, used: 0 }
  return Array.from({ length: used - base.used }, (_, index) => base.used + 1 + index)
}

const isSame = (one: Counted | undefined, other: Counted | undefined): boolean =>
  one?.start === other?.start && one?.used === other?.used
