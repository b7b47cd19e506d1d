import type { Counted, Window } from '../window.ts'
import type { Count, Told } from './confirm.ts'

/**
 * A window that all processes count in. A turn counts on top of what was told last; that is then counted in the database, together with the
 * turn's confirmation. Where the turn has to be done again what was counted for it stays its own, and is not counted twice.
 */
export class SharedWindow implements Window {
  readonly isCopied = true
  /** What was told, less what was counted and used by no request yet. */
  #latest: Counted | undefined
  /** As the database told it last. */
  #told: Counted | undefined
  /** What the turns under way still want counted in the database. */
  #asked: Count | null = null
  /** Counted in the database, and used by no request yet. */
  #ready = 0
  /** Of these so many were used by the turns under way. */
  #used = 0
  /** As it was before the turns under way; null where they did not look at it. */
  #before: { readonly latest: Counted | undefined } | null = null

  get latest(): Counted | undefined {
    this.#before ??= { latest: this.#latest }
    return this.#latest
  }

  enter(counted: Counted, { now, length, by }: { now: number; length: number; by: number }): void {
    this.#before ??= { latest: this.#latest }
    this.#latest = counted
    if (this.#ready > 0 && counted.start !== this.#told?.start) this.#ready = 0
    if (by === 0) return
    if (this.#ready > 0) {
      this.#ready--
      this.#used++
      return
    }
    const base = { start: counted.start, used: counted.used - by }
    const before = this.#asked?.base.start === base.start ? this.#asked : { base, by: 0 }
    this.#asked = { base: before.base, now, length, by: before.by + by }
  }

  /** What is to be counted in the database; null for nothing. */
  get asked(): Count | null {
    return this.#asked
  }

  /** Whether the turns took it to be what the database tells. */
  isAs(window: Told['window']): boolean {
    if (this.#asked) return isSame(this.#asked.base, window?.base)
    return this.#before === null || this.#used > 0 || isSame(this.#told, window?.base)
  }

  /** Takes what the database told. What was counted for turns that have to be done again is theirs then. */
  settle(window: Told['window'], isOver: boolean): void {
    if (!isOver) this.#ready += this.#used + (this.#asked?.by ?? 0)
    this.#told = window && { start: window.base.start, used: window.used }
    this.#latest = this.#told && { ...this.#told, used: Math.max(0, this.#told.used - this.#ready) }
    this.#forget()
  }

  /** The turns under way did nothing. */
  undo(): void {
    if (this.#before) this.#latest = this.#before.latest
    this.#ready += this.#used
    this.#forget()
  }

  #forget(): void {
    this.#asked = null
    this.#used = 0
    this.#before = null
  }
}

const isSame = (one: Counted | undefined, other: Counted | undefined): boolean =>
  one?.start === other?.start && one?.used === other?.used
