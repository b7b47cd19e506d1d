import { ContentGone } from './errors.ts'
import type { Key } from './key.ts'
import { Table } from './table.ts'

/** A document with its place. The store is null for what belongs to the whole system. */
export type Row = readonly [store: number | null, table: string, key: Key, document: unknown]

/** What a write appends: a row (its document null when it was deleted), or a store that was dropped. */
export type Change = Row | readonly [droppedStore: number]

interface Slot {
  readonly store: number | null
  readonly name: string
  readonly documents: Map<Key, unknown>
  readonly changed: Set<Key>
  readonly table: Table<unknown>
}

/** All tables of a database, and what changed in them since the last `drain`: the data that lowdb holds. */
export class Tables {
  readonly #stores = new Map<number | null, Map<string, Slot>>()
  readonly #changed = new Set<Slot>()
  readonly #dropped = new Set<number>()
  #isRetired = false

  static of(rows: Iterable<Row>): Tables {
    const tables = new Tables()
    for (const row of rows) tables.apply(row)
    return tables
  }

  table(store: number | null, name: string): Table<unknown> {
    return this.#slot(store, name).table
  }

  /** Tables of the store that someone still holds can't be changed any more. */
  drop(store: number): void {
    if (this.#stores.delete(store)) this.#dropped.add(store)
  }

  /** Nor can any of these, once others have taken their place; what was changed before is still drained. */
  retire(): void {
    this.#isRetired = true
  }

  /** Loads what was saved; it does not count as a change, and no index may exist yet. */
  apply(change: Change): void {
    if (change.length === 1) {
      this.#stores.delete(change[0])
      return
    }
    const [store, name, key, document] = change
    const { documents } = this.#slot(store, name)
    if (document === null) documents.delete(key)
    else documents.set(key, document)
  }

  /** Every document. What changes while this runs is met as it is when its turn comes, or not at all. */
  *rows(): Generator<Row> {
    for (const slots of this.#stores.values())
      for (const { store, name, documents } of slots.values())
        for (const [key, document] of documents) yield [store, name, key, document]
  }

  /** Whether there is anything to drain. */
  get isChanged(): boolean {
    return this.#changed.size > 0 || this.#dropped.size > 0
  }

  /** What changed since the last call: first the dropped stores, then what is in the tables now. */
  drain(): Change[] {
    const changes: Change[] = [...this.#dropped].map((store) => [store])
    this.#dropped.clear()
    for (const slot of this.#changed) {
      if (this.#holds(slot)) for (const change of changesOf(slot)) changes.push(change)
      slot.changed.clear()
    }
    this.#changed.clear()
    return changes
  }

  #holds(slot: Slot): boolean {
    return this.#stores.get(slot.store)?.get(slot.name) === slot
  }

  #slot(store: number | null, name: string): Slot {
    let slots = this.#stores.get(store)
    if (slots === undefined) this.#stores.set(store, (slots = new Map()))
    let slot = slots.get(name)
    if (slot === undefined) slots.set(name, (slot = this.#newSlot(store, name)))
    return slot
  }

  #newSlot(store: number | null, name: string): Slot {
    const documents = new Map<Key, unknown>()
    const changed = new Set<Key>()
    const table = new Table<unknown>(documents, (key) => {
      if (this.#isRetired || !this.#holds(slot)) throw new ContentGone()
      changed.add(key)
      this.#changed.add(slot)
    })
    const slot: Slot = { store, name, documents, changed, table }
    return slot
  }
}

function* changesOf({ store, name, documents, changed }: Slot): Generator<Row> {
  for (const key of changed) yield [store, name, key, documents.get(key) ?? null]
}
