import type { Key } from '../key.ts'
import { Table } from '../table.ts'
import { ContentGone } from '../errors.ts'

/** What belongs to the whole system has the log of this number, which no store has. */
export const SYSTEM = 0

/** What a group says of one document; null where it was deleted. */
export type Change = readonly [table: string, key: Key, document: unknown]

interface Slot {
  readonly table: Table<unknown>
  /** What was there before the changes that the database is asked to keep, and before those that came after them. */
  readonly asked: Map<Key, unknown>
  readonly before: Map<Key, unknown>
}

/** Where a log stands in the database: its number there, and that of the last group that is in memory. */
export interface Position {
  readonly id: number
  head: number
}

/** What is in memory of a log: tables as the groups so far have made them, and changes that are not kept yet. */
export class Log {
  readonly store: number
  /** null where it is not in the database yet. */
  position: Position | null
  readonly #slots = new Map<string, Slot>()
  readonly #mayChange: (log: Log) => void
  #isSilent = false
  #isGone = false

  /** @param mayChange told before each change by who has the turn; throws where nobody has */
  constructor(store: number, position: Position | null, mayChange: (log: Log) => void) {
    this.store = store
    this.position = position
    this.#mayChange = mayChange
  }

  table(name: string): Table<unknown> {
    return this.#slot(name).table
  }

  /** Whether anything changed that the database was not asked to keep yet. */
  get isChanged(): boolean {
    for (const { before } of this.#slots.values()) if (before.size > 0) return true
    return false
  }

  /** How many documents more there are than before those changes. */
  get growth(): number {
    let growth = 0
    for (const { before, table } of this.#slots.values())
      for (const [key, document] of before) growth += Number(table.has(key)) - Number(document !== undefined)
    return growth
  }

  get size(): number {
    let size = 0
    for (const { table } of this.#slots.values()) size += table.size
    return size
  }

  /** What changed that the database was not asked to keep yet. */
  changes(): Change[] {
    return [...this.#slots].flatMap(([name, { before, table }]) =>
      [...before.keys()].map((key): Change => [name, key, table.get(key) ?? null]),
    )
  }

  /** Every document, as it is now. */
  rows(): Change[] {
    return [...this.#slots].flatMap(([name, { table }]) =>
      [...table.entries()].map(([key, document]): Change => [name, key, document]),
    )
  }

  /** From here on the database is asked to keep what changed. */
  ask(): void {
    for (const { asked, before } of this.#slots.values()) {
      for (const [key, document] of before) asked.set(key, document)
      before.clear()
    }
  }

  /** What the database was asked to keep is kept. */
  kept(): void {
    for (const { asked } of this.#slots.values()) asked.clear()
  }

  /** Takes back all that is not kept. Whether it is as before: a document that was deleted comes back at another place. */
  undo(): boolean {
    const isAsAsked = this.undoUnasked()
    const isAsBefore = this.#takeBack(({ asked }) => asked)
    return isAsAsked && isAsBefore
  }

  /** Takes back what changed since the database was asked. Whether it is as it was then. */
  undoUnasked(): boolean {
    return this.#takeBack(({ before }) => before)
  }

  #takeBack(of: (slot: Slot) => Map<Key, unknown>): boolean {
    let isAsBefore = true
    this.#silently(() => {
      for (const slot of this.#slots.values()) {
        const [{ table }, before] = [slot, of(slot)]
        for (const [key, document] of [...before].toReversed()) {
          if (document === undefined || document === null) table.delete(key)
          else {
            isAsBefore &&= table.has(key)
            table.set(key, document)
          }
        }
        before.clear()
      }
    })
    return isAsBefore
  }

  /** Does what a group says that was kept by somebody. */
  apply(changes: readonly Change[]): void {
    this.#silently(() => {
      for (const [name, key, document] of changes) {
        const { table } = this.#slot(name)
        if (document === null || document === undefined) table.delete(key)
        else table.set(key, document)
      }
    })
  }

  /** From here on its tables can be read and not changed. */
  retire(): void {
    this.#isGone = true
  }

  #silently(work: () => void): void {
    this.#isSilent = true
    try {
      work()
    } finally {
      this.#isSilent = false
    }
  }

  #slot(name: string): Slot {
    const known = this.#slots.get(name)
    if (known) return known
    const before = new Map<Key, unknown>()
    const table = new Table<unknown>(new Map(), (key) => {
      if (this.#isSilent) return
      if (this.#isGone) throw new ContentGone()
      this.#mayChange(this)
      if (!before.has(key)) before.set(key, table.get(key))
    })
    const slot = { table, asked: new Map<Key, unknown>(), before }
    this.#slots.set(name, slot)
    return slot
  }
}
