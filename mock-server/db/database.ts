import { Low } from 'lowdb'
import type { Copy } from './copies.ts'
import type { DatabaseFailure } from './errors.ts'
import { tablesOf } from './fill-tables.ts'
import { JournalAdapter, type JournalOptions } from './journal-adapter.ts'
import { MemoryAdapter, type Storage } from './storage.ts'
import type { Key } from './key.ts'
import type { Table } from './table.ts'
import type { CopyChange, Row } from './change.ts'
import { Tables } from './tables.ts'

/** Tables of documents, in memory and durable after each `write`. */
export interface Database {
  /**
   * The table of a store (null: of the whole system), made at its first use. After `dropStore` and `replace` fetch
   * tables and declare indexes anew: one from before can be read, and throws `ContentGone` when it is changed.
   */
  table<T, K extends Key = Key>(store: number | null, name: string): Table<T, K>
  /** Removes all tables of the store; durable with the next `write`. */
  dropStore(store: number): void
  /**
   * Resolves when every change so far is on disk. Changes since the last call are saved all or none, so make those
   * that belong together without awaiting in between, and call this in the same tick.
   * @throws DatabaseFailure when they could not be saved, and from then on always
   */
  write(): Promise<void>
  /**
   * Makes the rows the whole content, all or nothing. Until `swapped` is called changes are changes to the old content,
   * from then on to the new one. Copies stay.
   * @throws DatabaseFailure when it could not be saved
   */
  replace(rows: Iterable<Row>, swapped?: () => void): Promise<void>
  /** Copies of content that are kept, by name, the oldest first. */
  readonly copies: ReadonlyMap<string, Copy>
  /** Documents of a store, or of all there is where null. */
  sizeOf(store: number | null): number
  /**
   * Changes copies, and with them whatever else `work` changes in the same tick, all or nothing; what `work` throws is
   * thrown, before it has changed anything. Waits while the content is being rewritten on disk. After a `bring` fetch
   * tables anew, as after `replace`.
   * @throws DatabaseFailure when it could not be saved
   */
  changeCopies(work: (change: (change: CopyChange) => void) => void): Promise<void>
  /** Every document, read as it is iterated. */
  rows(): Iterable<Row>
  /** Why nothing can be saved any more, until a restart. */
  readonly failure: DatabaseFailure | null
  /** Nothing had ever been saved when it was opened. */
  readonly isNew: boolean
  /** Saves what is still to be saved, and lets others open the directory. */
  close(): Promise<void>
}

/** @throws DatabaseRefused when the directory is in use, damaged, too new or not to be used; it is then left as it is. */
export async function openDatabase(options: JournalOptions | { readonly memory: true }): Promise<Database> {
  const storage: Storage = 'memory' in options ? new MemoryAdapter() : new JournalAdapter(options)
  const low = new Low<Tables>(storage, new Tables())
  await low.read()
  return {
    table: <T, K extends Key>(store: number | null, name: string) =>
      // The one place where what was read is taken for what the caller once put there.
      low.data.table(store, name) as unknown as Table<T, K>,
    dropStore: (store) => low.data.drop(store),
    // As `low.write()`, which every request would wait for once more.
    write: () => storage.write(low.data),
    replace: async (rows, swapped) => {
      const fresh = await tablesOf(rows)
      await storage.exclusively(() => {
        const next = fresh.inherit(low.data)
        return storage.replace(next, () => {
          low.data.retire()
          low.data = next
          swapped?.()
        })
      })
    },
    get copies() {
      return low.data.copies
    },
    sizeOf: (store) => low.data.sizeOf(store),
    changeCopies: (work) =>
      storage.exclusively(() => {
        if (storage.failure !== null) throw storage.failure
        work((change) => low.data.change(change))
        return low.write()
      }),
    rows: () => low.data.rows(),
    get failure() {
      return storage.failure
    },
    isNew: storage.isNew,
    close: async () => {
      // Whoever waits for the last write is told when it fails; what is left to do here is to let go.
      await low.write().catch(() => {})
      await storage.close()
    },
  }
}
