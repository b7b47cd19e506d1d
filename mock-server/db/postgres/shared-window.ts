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
  /** Those of them that the turns under way took. */
  #taken: number[] = []
  /** What the turns under way still want counted in the database. */
  #asked: Count | null = null
  /** Whether the turns under way looked at it. */
  #isSeen = false

  get latest(): Counted | undefined {
    this.#isSeen = true
    if (this.#asked) return { start: this.#asked.base.start, used: this.#asked.base.used + this.#asked.by }
    const [next] = this.#free
    return this.#told && next !== undefined ? { ...this.#told, used: next - 1 } : this.#told
  }

  enter({ start, used }: Counted, { now, length, by }: { now: number; length: number; by: number }): void {
    this.#isSeen = true
    if (by === 0) return
    const next = start === this.#told?.start ? this.#free.shift() : undefined
    if (next !== undefined) return void this.#taken.push(next)
    const base = { start, used: used - by }
    const before = this.#asked?.base.start === start ? this.#asked : { base, by: 0 }
    const told = this.#told?.start ?? null
    this.#asked = { base: before.base, told, now, length, by: before.by + by }
  }

  /** What is to be counted in the database; null for nothing. */
  get asked(): Count | null {
    return this.#asked
  }

  /** Whether the turns took it to be what the database tells, and all that they asked for was counted. */
  isAs(window: Told['window']): boolean {
    if (this.#asked)
      return isSame(this.#asked.base, window?.base) && this.#asked.by === numbersOf(window).length
    return !this.#isSeen || this.#taken.length > 0 || isSame(this.#told, window?.base)
  }

  /** Takes what the database told. What was counted for turns that have to be done again is free then, while that window lasts. */
  settle(window: Told['window'], isOver: boolean): void {
    if (!isOver) this.undo()
    if (window?.base.start !== this.#told?.start) this.#free = []
    if (!isOver) this.#free.push(...numbersOf(window))
    this.#told = window && { start: window.base.start, used: window.used }
    this.over()
  }

  /** The turns under way did nothing. */
  undo(): void {
    this.#free.unshift(...this.#taken)
    this.over()
  }

  /** The turns under way are over: what they took is theirs. */
  over(): void {
    this.#taken = []
    this.#asked = null
    this.#isSeen = false
  }
}

/** The numbers that were counted. */
function numbersOf(window: Told['window']): number[] {
  const { base, used } = window ?? { base: { used: 0 }, used: 0 }
  return Array.from({ length: used - base.used }, (_, index) => base.used + 1 + index)
}

const isSame = (one: Counted | undefined, other: Counted | undefined): boolean =>
  one?.start === other?.start && one?.used === other?.used
