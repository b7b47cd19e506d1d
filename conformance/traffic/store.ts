import type { Passed } from './passed.ts'

/** A record as one answer showed it. */
export interface Fact {
  readonly fields: Readonly<Record<string, unknown>>
  readonly passed: Passed
  /** How it came to be known. */
  readonly by: 'create' | 'update' | 'read' | 'list'
  /** By the timeline, and in milliseconds. */
  readonly until: number
  readonly ended_at: number
}

/** A page of a listing. */
export interface PageFact {
  readonly passed: Passed
  readonly ids: readonly number[]
  readonly total: number
  /** In which directions the ids follow each other: 1 up, 2 down, 3 both. */
  readonly steps: number
  readonly until: number
  readonly ended_at: number
}

/** What is older than this is held against nothing: the longer ago, the likelier somebody else had a hand in it. */
export const FRESH_MS = 60_000

/** More than this is not remembered of a store; a little is forgotten early then, and nothing is judged by it. */
const MOST_FACTS = 20_000
const MOST_BYTES = 8 * 2 ** 20

/** What the answers to one key showed of its store, of late. */
export class Store {
  readonly isOne: boolean
  readonly facts = new Map<string, Fact>()
  readonly deleted = new Map<string, Fact>()
  /** By what was asked for, then by page. */
  readonly pages = new Map<string, Map<number, PageFact>>()
  /** What shows that somebody else writes to the store, too. */
  others: string | null = null
  #bytes = 0

  /** @param isOne whether the key is surely that of one store */
  constructor(isOne: boolean) {
    this.isOne = isOne
  }

  /** Makes room for an answer of so many bytes: whatever refers to old ones is dropped with them. */
  add(bytes: number): boolean {
    this.#bytes += bytes
    if (this.#bytes < MOST_BYTES && this.facts.size < MOST_FACTS) return false
    this.forget()
    return true
  }

  forget(): void {
    this.#bytes = 0
    for (const memory of [this.facts, this.deleted, this.pages]) memory.clear()
  }
}
