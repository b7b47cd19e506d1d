import type { Dialect } from '../../schemas/dialect.ts'
import { type StoreRecord, type StoreState } from '../../scenarios/state.ts'
import type { Database } from '../db/database.ts'
import type { Table } from '../db/table.ts'
import { Refusal } from '../refusal.ts'
import { Slices } from '../slices.ts'
import { storeRows } from './fill.ts'
import { openStore } from './open-store.ts'
import type { Store } from './store.ts'
import { COUNTERS, IDS, type Counter, type Counters } from './counters.ts'

type StoresDatabase = Pick<
  Database,
  'table' | 'need' | 'isAtHand' | 'begin' | 'dropStore' | 'next' | 'window'
>

/** All stores of a mock; each is opened when it is first asked for. */
export class Stores {
  readonly #db: StoresDatabase
  #records!: Table<StoreRecord, number>
  #counters!: Table<number, Counter>
  #opened!: Map<number, { readonly store: Store; readonly slices: Slices }>
  /** A Map finds by a seeded hash of the whole key, so how long a search takes tells nothing about a near miss. */
  #byKey!: Map<string, StoreRecord>
  #byName!: Map<string, StoreRecord>

  constructor(db: StoresDatabase) {
    this.#db = db
    this.reload()
  }

  /** Reads the content of the database anew: to be called after `replace` has put another in its place. */
  reload(): void {
    this.#records = this.#db.table(null, 'stores')
    this.#counters = this.#db.table(null, 'counters')
    this.#opened = new Map()
    this.refile()
  }

  /** Reads anew what is known of each store: to be called after others have changed it. */
  refile(): void {
    this.#byKey = new Map()
    this.#byName = new Map()
    for (const record of this.#records.values()) {
      this.#file(record)
      const opened = this.#opened.get(record.id)
      if (opened) opened.store.record = record
    }
  }

  /** Lets go of a store whose tables are not the ones that there are any more. */
  forget(store: number): void {
    this.#opened.delete(store)
  }

  /** What is known of the store that owns exactly this key. */
  ownerOf(apiKey: string): StoreRecord | undefined {
    return this.#byKey.get(apiKey)
  }

  /** The store that owns exactly this key. */
  byKey(apiKey: string): Store | undefined {
    return this.#open(this.#byKey.get(apiKey))
  }

  /** The store of that name in the admin API. */
  byName(name: string): Store | undefined {
    return this.#open(this.#byName.get(name))
  }

  /** Resolves when the store that owns this key can be had without waiting; undefined where it can, or there is none. */
  prepare(apiKey: string): Promise<void> | undefined {
    const record = this.#byKey.get(apiKey)
    return record && this.#begun(record).slices.run()
  }

  /** Resolves when all stores that are in memory can be had without waiting. */
  async prepareAll(): Promise<void> {
    for (const record of this.records())
      if (this.#db.isAtHand(record.id)) await this.#begun(record).slices.run()
  }

  /** The stores that are open: nobody asked anything of the others. */
  get opened(): Store[] {
    return [...this.#opened.values()].map(({ store }) => store)
  }

  /** What is known of each store without opening it, in the order in which they came. */
  records(): StoreRecord[] {
    return [...this.#records.values()]
  }

  /** The next record id for a store, or for one that is not there yet; no two stores get the same. */
  nextId(size: Dialect['format.ids'], store: number | null): number {
    const [counter, from] = IDS[size]
    return this.#db.next(counter, from, store)
  }

  /**
   * A new store with this content; it gets a number of its own.
   * @throws Refusal unprocessable when its name or its key is taken
   */
  add(state: StoreState): Store {
    const { name, api_key } = state.store
    if (this.#byName.has(name)) throw new Refusal('unprocessable', { name: ['is taken'] })
    if (this.#byKey.has(api_key)) throw new Refusal('unprocessable', { api_key: ['is taken'] })
    const record = { ...state.store, id: this.#db.next('store', 1, null) }
    this.#db.begin(record.id)
    for (const [store, table, key, row] of storeRows({ ...state, store: record }))
      // Each row of a store is a document.
      this.#db.table<object>(store, table).set(key, row as object)
    this.#file(record)
    return this.#opening(record)
  }

  /**
   * Changes what is known of a store; its data stays, and what is open of it.
   * @throws Refusal unprocessable when another store has the key
   */
  change(store: Store, fields: Partial<Pick<StoreRecord, 'plan' | 'api_key' | 'quota'>>): void {
    const before = store.record
    const record = { ...before, ...fields }
    const owner = this.#byKey.get(record.api_key)
    if (owner && owner.id !== before.id) throw new Refusal('unprocessable', { api_key: ['is taken'] })
    this.#records.set(record.id, record)
    this.#byKey.delete(before.api_key)
    this.#file(record)
    store.record = record
  }

  /** Whether there was a store of that name to drop. */
  drop(name: string): boolean {
    const record = this.#byName.get(name)
    if (!record) return false
    this.#records.delete(record.id)
    this.#db.dropStore(record.id)
    this.#opened.delete(record.id)
    this.#byName.delete(name)
    return this.#byKey.delete(record.api_key)
  }

  /** Raises the counters of new ids to these: what is brought back has ids below them. */
  raiseCounters(counters: Counters): void {
    for (const counter of COUNTERS) {
      const next = counters[counter] ?? 0
      if (next > (this.#counters.get(counter) ?? 0)) this.#counters.set(counter, next)
    }
  }

  /** What new ids are counted by, as it stands. */
  get counters(): Counters {
    return Object.fromEntries(this.#counters.entries())
  }

  /** The number under which a store can be put back: that of the store of its name, else its own, else a new one. */
  placeFor({ id, name }: StoreRecord): number {
    return this.#byName.get(name)?.id ?? (this.#records.has(id) ? this.#db.next('store', 1, null) : id)
  }

  /** Files a store whose tables were put back, in the place of the one of its name. */
  putBack(record: StoreRecord): void {
    const before = this.#byName.get(record.name)
    if (before) this.#byKey.delete(before.api_key)
    this.#records.set(record.id, record)
    this.#opened.delete(record.id)
    this.#file(record)
  }

  #file(record: StoreRecord): void {
    this.#byKey.set(record.api_key, record)
    this.#byName.set(record.name, record)
  }

  #open(record: StoreRecord | undefined): Store | undefined {
    return record && this.#opening(record)
  }

  /** What is not done of the opening yet is done now. */
  #opening(record: StoreRecord): Store {
    const { store, slices } = this.#begun(record)
    slices.finish()
    return store
  }

  #begun(record: StoreRecord) {
    this.#db.need(record.id)
    const known = this.#opened.get(record.id)
    if (known) return known
    const isHeld = (store: Store) => this.#opened.get(record.id)?.store === store
    const { store, steps } = openStore(this.#db, record, isHeld)
    const begun = { store, slices: new Slices(steps) }
    this.#opened.set(record.id, begun)
    return begun
  }
}
