import type { Held, Memory } from './memory.ts'
import type { Missing } from './missing.ts'
import type { Turn } from './turn.ts'
import { MOST_TOGETHER, type Waiting } from './waiting.ts'
import { work } from './work.ts'

/**
 * Turns that are done while the database is asked about those before them, on what those made of the memory: when the answer is here, it
 * can be asked about these at once. Where the answer is that not all was as it was seen, what these did is taken back, and they are done anew.
 */
export class Ahead {
  readonly #memory: Memory
  readonly #waiting: Waiting
  readonly #miss: (missing: Missing, turn: Turn) => void
  readonly #turns: Turn[] = []
  readonly #touched = new Set<Held>()
  /** What is not in the order any more in which it was. */
  readonly #mixedUp = new Set<Held>()
  #isOpen = false
  /** What must not be kept was done too. */
  #isSpoilt = false
  /** Whether nothing had to be taken back last. */
  #wasKept = true
  #working: Promise<void> | null = null

  /** @param miss told of a turn that misses a store, and is not among these any more */
  constructor(memory: Memory, waiting: Waiting, miss: (missing: Missing, turn: Turn) => void) {
    this.#memory = memory
    this.#waiting = waiting
    this.#miss = miss
  }

  get isAny(): boolean {
    return this.#turns.length > 0
  }

  /** From here on turns that wait are done, up to one that has to be alone. Where others write, only every other question is worth it. */
  begin(): void {
    this.#isOpen = this.#wasKept && !this.#memory.isRebuilt
    this.#wasKept = true
    this.goOn()
  }

  /** To be called when more wait. */
  goOn(): void {
    if (this.#isOpen && this.#working === null) this.#work()
  }

  /** No more are done; those that were done are taken back, unless the database has all as it was seen. */
  async end(isAsSeen: boolean): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    await this.#working
    this.#wasKept = isAsSeen
    if (!isAsSeen || this.#isSpoilt) this.#takeBack()
  }

  /** To be called when what was asked is settled: what is in another order than it was is read anew. */
  settle(): void {
    for (const held of this.#mixedUp) this.#memory.forget(held)
    this.#mixedUp.clear()
  }

  /** Those that were done: from here on they are somebody else's. */
  take(): Turn[] {
    this.#touched.clear()
    return this.#turns.splice(0)
  }

  /** They wait again, as if they had not been done. */
  giveUp(): void {
    this.#takeBack()
    this.settle()
  }

  #takeBack(): void {
    for (const held of this.#touched) {
      held.window.undoUnasked()
      if (!held.log.undoUnasked()) this.#mixedUp.add(held)
    }
    if (this.#memory.isRebuilt) this.#memory.undo([])
    this.#isSpoilt = false
    this.#waiting.putBack(this.take())
  }

  #work(): void {
    for (let turn = this.#next(); turn; turn = this.#next()) {
      const missing = work(turn, this.#memory)
      if (missing instanceof Promise) return this.#wait(turn, missing)
      this.#done(turn, missing)
    }
  }

  /** Turns after it wait for it. */
  #wait(turn: Turn, missing: Promise<Missing | null>): void {
    this.#working = missing.then((late) => {
      this.#working = null
      this.#done(turn, late)
      this.#work()
    })
  }

  #done(turn: Turn, missing: Missing | null): void {
    for (const held of turn.touched) this.#touched.add(held)
    this.#isSpoilt ||= this.#memory.isRebuilt || (missing !== null && this.#memory.hasChanged)
    if (missing) this.#miss(missing, turn)
    else this.#turns.push(turn)
  }

  #next(): Turn | undefined {
    const isDone = !this.#isOpen || this.#isSpoilt || this.#turns.length >= MOST_TOGETHER
    return isDone ? undefined : this.#waiting.takeOne()
  }
}
