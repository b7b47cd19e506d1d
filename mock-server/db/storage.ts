import type { Adapter } from 'lowdb'
import type { DatabaseFailure } from './errors.ts'
import type { Tables } from './tables.ts'

/** What a database needs of the place where its content is kept: a lowdb adapter, and what lowdb has no word for. */
export interface Storage extends Adapter<Tables> {
  /** Nothing was ever saved there; known after `read`. */
  readonly isNew: boolean
  readonly failure: DatabaseFailure | null
  /** Does the work, at the end of which the content is replaced: until then no rows are saved that can be made again. */
  replacing(work: () => Promise<void>): Promise<void>
  /** Does the work while the content is not being rewritten, and nobody else does such work. */
  exclusively(work: () => Promise<void>): Promise<void>
  /**
   * Saves `next` as the whole content, all or nothing; `swap` is called where it takes the place of the old. To be done exclusively.
   * @param recipe by which `next` can be made again; where there is one, rows may be saved later
   */
  replace(next: Tables, swap: () => void, recipe?: unknown): Promise<void>
  close(): Promise<void>
}

/** Keeps nothing. */
export class MemoryAdapter implements Storage {
  readonly isNew = true
  readonly failure = null

  async read(): Promise<null> {
    return null
  }

  async write(data: Tables): Promise<void> {
    data.drain()
  }

  async replacing(work: () => Promise<void>): Promise<void> {
    await work()
  }

  async exclusively(work: () => Promise<void>): Promise<void> {
    await work()
  }

  async replace(_next: Tables, swap: () => void): Promise<void> {
    swap()
  }

  async close(): Promise<void> {}
}
