import type { CopyChange, Row } from './change.ts'
import type { Copy } from './copies.ts'
import type { DatabaseFailure } from './errors.ts'
import type { Feed } from './feed.ts'
import type { Key } from './key.ts'
import type { Table } from './table.ts'
import type { Window } from './window.ts'

/** What changed behind the back of those who keep something of it. */
export interface Elsewhere {
  /** All tables are to be fetched anew. */
  readonly all: boolean
  /** What belongs to the whole system changed, in the tables that there are. */
  readonly system: boolean
  /** Stores whose tables are to be fetched anew. */
  readonly stores: readonly number[]
}

/** Tables of documents, in memory and durable after each `write`. */
export interface Database {
  /**
   * The table of a store (null: of the whole system), made at its first use. After `dropStore` and `replace` fetch
   * tables and declare indexes anew: one from before can be read, and throws `ContentGone` when it is changed.
   */
  table<T, K extends Key = Key>(store: number | null, name: string): Table<T, K>
  /**
   * To be called wherever a store that was opened before is worked on: where others have the database open too, or it
   * leaves the memory, what is there of the store may have to be brought first.
   */
  need(store: number): void
  /** Whether that can be done now without bringing anything. */
  isAtHand(store: number): boolean
  /** From here on there is a store of this number, which had none before. */
  begin(store: number): void
  /** What of a store is counted by every request. */
  window(store: number): Window
  /**
   * The next number of a counter, which begins with `from`; two stores never get the same. A database that others have open
   * too hands them to stores by the hundred, so that numbers may be left out.
   */
  next(counter: string, from: number, store: number | null): number
  /**
   * Does work that nobody comes in between of, and resolves to its result when what it changed and saw is kept. Where that
   * cannot be, as another process came before, everything it did here is taken back and it is done `again`, so what it
   * leaves elsewhere must bear that. What it throws is thrown, once what it changed before is kept. Only work in memory may wait for something.
   * @throws DatabaseFailure when it could not be saved
   */
  turn<T>(work: (again: boolean) => T | Promise<T>): Promise<T>
  /**
   * The same for work that may wait for other things, and calls `write` itself when it has changed something. It is not done
   * again once a `write` has kept something. Nobody else's turn comes meanwhile where others have the database open too.
   */
  alone<T>(work: () => T | Promise<T>): Promise<T>
  /** Has a listener told what changed other than by whoever has the turn: by another process, or because it was taken back. */
  watch(told: (elsewhere: Elsewhere) => void): void
  /** Others may have the database open too. */
  readonly isShared: boolean
  /** What those tell each other; null where there are none. */
  readonly feed: Feed | null
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
   * @param recipe from which `make` of the options makes the same rows; where it is given, they need not be on disk before this resolves
   * @throws DatabaseFailure when it could not be saved
   */
  replace(rows: Iterable<Row>, swapped?: () => void, recipe?: unknown): Promise<void>
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
