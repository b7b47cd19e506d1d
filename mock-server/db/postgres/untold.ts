import { setImmediate } from 'node:timers/promises'
import { DEFAULT_LIMIT } from '../../../schemas/journal/journal.ts'

/** Something that is told: when, in milliseconds since 1970, of what topic, and what. */
export type Item = readonly [at: number, topic: string, value: unknown]

/** What is told together. */
export interface Taken {
  readonly items: readonly Item[]
  /** All of them, as JSON. */
  readonly body: string
}

/** How much is kept of what was told, for processes that come later. */
export const KEPT = 2000

/** Signs that wait, from which on what is told should be brief, and is written as JSON only when it is taken. */
const MUCH = 1 << 19

/** How much of that is written at once: each by itself takes almost twice as long, all together would keep others waiting. */
const TOGETHER = 100

/** How heavy all of many may be, in signs. */
const HEAVY = 1 << 24

interface Fresh {
  readonly item: Item
  /** Of one of many; else null. */
  readonly weight: number | null
}

/** What waits to be told. */
export class Untold {
  /** What is written, as JSON without its brackets. */
  #items: Item[] = []
  #texts: string[] = []
  #signs = 0
  /** What is to be written; how many of it are of many, and how heavy those are. */
  #fresh: Fresh[] = []
  #many = 0
  #weight = 0
  #most = DEFAULT_LIMIT

  /** So much waits that what is told should be brief. */
  get isMuch(): boolean {
    return this.#signs > MUCH
  }

  /** Somebody has use for so many of many; they get no more than is kept. */
  keep(many: number): void {
    this.#most = Math.max(this.#most, Math.min(many, KEPT))
  }

  /** @param weight of one of many, in signs: where much waits, it may go for later ones */
  push(item: Item, weight: number | null): void {
    if (!this.isMuch) {
      const text = textOf([item])
      this.#items.push(item)
      this.#texts.push(text)
      this.#signs += text.length
      return
    }
    this.#fresh.push({ item, weight })
    if (weight === null) return
    this.#many++
    this.#weight += weight
    // To leave out one at a time would take longer than to write it.
    if (this.#many > 2 * this.#most || this.#weight > 2 * HEAVY) this.#leaveOut()
  }

  /** All that waits; what comes meanwhile waits for the next time. null where nothing does. */
  async take(): Promise<Taken | null> {
    this.#leaveOut()
    const [items, texts, fresh] = [this.#items, this.#texts, this.#fresh]
    this.#items = []
    this.#texts = []
    this.#signs = 0
    this.#fresh = []
    this.#many = 0
    this.#weight = 0
    for (let at = 0; at < fresh.length; at += TOGETHER) {
      const some = fresh.slice(at, at + TOGETHER).map(({ item }) => item)
      items.push(...some)
      texts.push(textOf(some))
      await setImmediate()
    }
    return items.length > 0 ? { items, body: `[${texts.join()}]` } : null
  }

  /** Of many the oldest go, of which nobody has use any more. */
  #leaveOut(): void {
    this.#fresh = this.#fresh.filter(({ weight }) => {
      if (weight === null || (this.#many <= this.#most && this.#weight <= HEAVY)) return true
      this.#many--
      this.#weight -= weight
      return false
    })
  }
}

const textOf = (items: readonly Item[]): string => JSON.stringify(items).slice(1, -1)
