// Not the global ones: tests that hold time still would hold up the disk.
import { clearTimeout, setTimeout } from 'node:timers'

/** How long a group waits at most for those who are expected, in milliseconds. */
const PATIENCE_MS = 1

/**
 * Has those who write at the same time be saved together: an append and a sync cost the same for one as for many. Who was
 * just answered most often asks for the next at once, so the next group waits for them a moment. Who writes alone waits for nobody.
 */
export class Gathering {
  #come = 0
  #expected = 0
  #begin = (): void => {}

  /** Somebody more waits for the next group. */
  join(): void {
    this.#come += 1
    if (this.#come >= this.#expected) this.#begin()
  }

  /** Resolves when the next group is to be saved; null where it need not wait. */
  all(): Promise<void> | null {
    if (this.#come >= this.#expected) return null
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, PATIENCE_MS)
      this.#begin = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Who comes from here on is for the group after the next. Answers how many that one is for. */
  leave(): number {
    const come = this.#come
    this.#come = 0
    return come
  }

  /** So many were answered, and will come again to those who are there. */
  saved(people: number): void {
    this.#expected = people + this.#come
  }
}
