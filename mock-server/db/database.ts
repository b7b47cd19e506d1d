import { Low } from 'lowdb'
import { tablesOf } from './fill-tables.ts'
import type { Database } from './interface.ts'
import { JournalAdapter, type JournalOptions } from './journal-adapter.ts'
import { MemoryAdapter, type Storage } from './storage.ts'
import type { Key } from './key.ts'
import type { Table } from './table.ts'
import type { SharedOptions } from './postgres/open-shared.ts'
import { LocalWindow } from './window.ts'
import { Tables } from './tables.ts'

export type { Database, Elsewhere } from './interface.ts'

export type DatabaseOptions = JournalOptions | SharedOptions | { readonly memory: true }

/** @throws DatabaseRefused when it is in use, damaged, too new or not to be used; it is then left as it is. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (!('database' in options)) return openLocal(options)
  const { openShared } = await import('./postgres/open-shared.ts')
  return openShared(options)
}

async function openLocal(options: JournalOptions | { readonly memory: true }): Promise<Database> {
  const storage: Storage = 'memory' in options ? new MemoryAdapter() : new JournalAdapter(options)
  const low = new Low<Tables>(storage, new Tables())
  await low.read()
  return {
    table: <T, K extends Key>(store: number | null, name: string) =>
      // The one place where what was read is taken for what the caller once put there.
      low.data.table(store, name) as unknown as Table<T, K>,
    need: () => {},
    isAtHand: () => true,
    begin: () => {},
    window: () => new LocalWindow(),
    next: (name, from) => {
      const counters = low.data.table(null, 'counters')
      const next = Number(counters.get(name) ?? from)
      counters.set(name, next + 1)
      return next
    },
    turn: async (work) => {
      if (storage.failure !== null) throw storage.failure
      const result = work(false)
      const done = result instanceof Promise ? await result : result
      await storage.write(low.data)
      return done
    },
    alone: async (work) => {
      const done = await work()
      // What is shown is on disk, unless nothing is saved any more, which `failure` tells.
      if (storage.failure === null) await storage.write(low.data)
      return done
    },
    watch: () => {},
    isShared: false,
    feed: null,
    dropStore: (store) => low.data.drop(store),
    // As `low.write()`, which every request would wait for once more.
    write: () => storage.write(low.data),
    replace: (rows, swapped, recipe) =>
      storage.replacing(async () => {
        const fresh = await tablesOf(rows)
        await storage.exclusively(() => {
          const next = fresh.inherit(low.data)
          const swap = () => {
            low.data.retire()
            low.data = next
            swapped?.()
          }
          return storage.replace(next, swap, recipe)
        })
      }),
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
