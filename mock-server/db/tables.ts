import { isRow, type Change, type CopyChange, type Row } from './change.ts'
import { differences, filled, sizeOf, type Content, type Copy, type StoreContent } from './copies.ts'
import { ContentGone } from './errors.ts'
import type { Key } from './key.ts'
import { Table } from './table.ts'

interface Slot {
  readonly store: number | null
  readonly name: string
  readonly changed: Set<Key>
  readonly table: Table<unknown>
}

/** All tables of a database, and what changed in them since the last `drain`: the data that lowdb holds. */
export class Tables {
  readonly #stores = new Map<number | null, Map<string, Slot>>()
  readonly #changed = new Set<Slot>()
  readonly #dropped = new Set<number>()
  /** By name, the oldest first. */
  readonly #copies = new Map<string, Copy>()
  /** Changes up to the last that was made with a copy, in order. */
  #ordered: Change[] = []
  #isRetired = false

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

  get copies(): ReadonlyMap<string, Copy> {
    return this.#copies
  }

  /** Documents of a store, or of all there is where null: as many as a copy would have. */
  sizeOf(store: number | null): number {
    return sizeOf(this.#contentOf(store))
  }

  /**
   * Keeps a copy, brings one back or forgets it. Tables of what is brought are others than before, and those from before
   * can't be changed any more. Not while the content is being streamed: what is streamed then would not be the content
   * that this is done with.
   */
  change(change: CopyChange): void {
    this.#ordered = [...this.#ordered, ...this.#latest(), change]
    this.#do(change)
  }

  /** Takes over the copies of the content whose place this takes. */
  inherit({ copies }: Tables): this {
    for (const [name, copy] of copies) this.#copies.set(name, copy)
    return this
  }

  /** Loads what was saved; it does not count as a change, and no index may exist yet. */
  apply(change: Change): void {
    if (!isRow(change)) {
      if ('length' in change) this.#stores.delete(change[0])
      else this.#do(change)
      return
    }
    const [store, name, key, document] = change
    this.#slot(store, name).table.load(key, document)
  }

  /** Every document. What changes while this runs is met as it is when its turn comes, or not at all. */
  *rows(): Generator<Row> {
    for (const slots of this.#stores.values())
      for (const { store, name, table } of slots.values())
        for (const [key, document] of table.documents) yield [store, name, key, document]
  }

  /**
   * Changes that make all of this from nothing: each copy from the one before it, and the content from the last, so that
   * documents that several of them have are there once; null is no change, but where others may have a turn. What changes
   * while this runs is met as by `rows`.
   */
  *history(): Generator<Change | null> {
    yield* differences(yield* this.copiesHistory(), this.#contentOf(null))
  }

  /** Changes that make the copies from nothing, and leave the content that they answer: that of the last. */
  *copiesHistory(): Generator<Change | null, Content> {
    let before: Content = new Map()
    for (const [name, { store, about, content }] of this.#copies) {
      const after = store === null ? content : new Map([...before, [store, content.get(store) ?? new Map()]])
      yield* differences(before, after)
      yield { keep: name, store, about }
      before = after
    }
    return before
  }

  /** Whether there is anything to drain. */
  get isChanged(): boolean {
    return this.#changed.size > 0 || this.#dropped.size > 0 || this.#ordered.length > 0
  }

  /** What changed since the last call. */
  drain(): Change[] {
    const ordered = this.#ordered
    this.#ordered = []
    return [...ordered, ...this.#latest()]
  }

  /** What changed last: first the dropped stores, then what is in the tables now. */
  #latest(): Change[] {
    const changes: Change[] = [...this.#dropped].map((store) => [store])
    this.#dropped.clear()
    for (const slot of this.#changed) {
      if (this.#holds(slot)) for (const change of changesOf(slot)) changes.push(change)
      slot.changed.clear()
    }
    this.#changed.clear()
    return changes
  }

  #do(change: CopyChange): void {
    if ('keep' in change) this.#keep(change.keep, change.store, change.about)
    else if ('bring' in change) this.#bring(change.bring, change.as)
    else this.#copies.delete(change.forget)
  }

  /** In the place of a copy of that name, as the newest. */
  #keep(name: string, store: number | null, about: unknown): void {
    const content = filled(this.#contentOf(store, (table) => table.keep()))
    this.#copies.delete(name)
    this.#copies.set(name, { store, about, content, size: sizeOf(content) })
  }

  #bring(name: string, as: number | null): void {
    const copy = this.#copies.get(name)
    if (!copy) throw new Error(`There is no copy "${name}"`)
    if (copy.store !== null) this.#put(as ?? copy.store, copy.content.get(copy.store) ?? new Map())
    else {
      this.#stores.clear()
      for (const [store, tables] of copy.content) this.#put(store, tables)
    }
  }

  #put(store: number | null, tables: StoreContent): void {
    const slots = [...tables].map(([name, documents]) => this.#newSlot(store, name, documents))
    this.#stores.set(store, new Map(slots.map((slot) => [slot.name, slot])))
  }

  /** Documents by store and table, as they are when they are looked at; of all stores, or of one. */
  #contentOf(store: number | null, documentsOf = (table: Table<unknown>) => table.documents): Content {
    const all = [...this.#stores].filter(([id]) => store === null || id === store)
    const contentOf = (slots: ReadonlyMap<string, Slot>): StoreContent =>
      new Map([...slots].map(([name, { table }]) => [name, documentsOf(table)]))
    return new Map(all.map(([id, slots]) => [id, contentOf(slots)]))
  }

  #holds(slot: Slot): boolean {
    return this.#stores.get(slot.store)?.get(slot.name) === slot
  }

  #slot(store: number | null, name: string): Slot {
    const known = this.#stores.get(store)?.get(name)
    if (known) return known
    const slots = this.#stores.get(store) ?? new Map<string, Slot>()
    const slot = this.#newSlot(store, name)
    this.#stores.set(store, slots.set(name, slot))
    return slot
  }

  #newSlot(store: number | null, name: string, documents: ReadonlyMap<Key, unknown> = new Map()): Slot {
    const changed = new Set<Key>()
    const table = new Table<unknown>(documents, (key) => {
      if (this.#isRetired || !this.#holds(slot)) throw new ContentGone()
      changed.add(key)
      this.#changed.add(slot)
    })
    const slot: Slot = { store, name, changed, table }
    return slot
  }
}

function* changesOf({ store, name, table, changed }: Slot): Generator<Row> {
  for (const key of changed) yield [store, name, key, table.get(key) ?? null]
}
