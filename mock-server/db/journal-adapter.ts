import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createDirectory, fileName, removeLeftovers, syncDirectory, unfinished } from './directory.ts'
import { DatabaseFailure, DatabaseUnusable, isSystemError } from './errors.ts'
import { Journal } from './journal.ts'
import { lockDirectory, type Lock } from './lock.ts'
import { recover } from './recovery.ts'
import { writeSnapshot } from './snapshot.ts'
import type { Storage } from './storage.ts'
import type { Tables } from './tables.ts'

export interface JournalOptions {
  readonly directory: string
  /** The journal is compacted when it is longer than this and than the snapshot before it. */
  readonly compactAtBytes?: number
}

/** What is there once the directory was read. */
interface Opened {
  readonly lock: Lock
  readonly journal: Journal
  readonly isNew: boolean
  data: Tables
  snapshotBytes: number
}

/**
 * Keeps the content in a directory: each write appends what changed to a journal, and now and then a snapshot of
 * all content takes the place of the journals before it.
 */
export class JournalAdapter implements Storage {
  readonly #directory: string
  readonly #compactAtBytes: number
  #state: Opened | null = null
  /** Compactions and replacements, one after the other. */
  #snapshots: Promise<void> = Promise.resolve()
  #compacting = false
  #closing: Promise<void> | null = null

  constructor({ directory, compactAtBytes = 64 << 20 }: JournalOptions) {
    this.#directory = directory
    this.#compactAtBytes = compactAtBytes
  }

  get isNew(): boolean {
    return this.#opened.isNew
  }

  get failure(): DatabaseFailure | null {
    return this.#opened.journal.failure
  }

  async read(): Promise<Tables> {
    try {
      this.#state ??= await this.#open()
    } catch (error) {
      throw isSystemError(error) ? new DatabaseUnusable(this.#directory, error) : error
    }
    return this.#state.data
  }

  write(data: Tables): Promise<void> {
    const saved = this.#opened.journal.append(data)
    if (this.#isCompactionDue()) void this.#compact()
    return saved
  }

  replace(next: Tables, swap: () => void): Promise<void> {
    return this.#exclusively(async () => {
      const opened = this.#opened
      if (opened.journal.failure !== null) throw opened.journal.failure
      const bytes = await this.#writeReplacement(next)
      // From this tick on changes are changes to the new content; they are appended after it.
      swap()
      Object.assign(opened, { data: next, snapshotBytes: bytes })
      await opened.journal.rotate(() => this.#publish(opened.journal.number))
      await removeLeftovers(this.#directory, opened.journal.number).catch(warn)
    })
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  get #opened(): Opened {
    if (this.#state === null) throw new Error('The database was not read yet')
    return this.#state
  }

  async #open(): Promise<Opened> {
    await createDirectory(this.#directory)
    const lock = await lockDirectory(this.#directory)
    try {
      const { tables, isNew, journal, journalBytes, snapshotBytes } = await recover(this.#directory)
      return {
        lock,
        journal: await Journal.open(this.#directory, journal, journalBytes),
        isNew,
        data: tables,
        snapshotBytes,
      }
    } catch (error) {
      await lock.release()
      throw error
    }
  }

  async #close(): Promise<void> {
    const { journal, lock } = this.#opened
    await this.#snapshots
    await journal.close()
    await lock.release()
  }

  #isCompactionDue(): boolean {
    const { journal, snapshotBytes } = this.#opened
    const limit = Math.max(this.#compactAtBytes, snapshotBytes)
    return journal.bytes > limit && !this.#compacting && this.#closing === null
  }

  /** Until this succeeds the journals stay, and hold everything; so when it fails, it is tried again later. */
  async #compact(): Promise<void> {
    this.#compacting = true
    try {
      await this.#exclusively(() => this.#takeSnapshot())
    } catch (error) {
      if (this.failure === null) warn(error)
    } finally {
      this.#compacting = false
    }
  }

  async #takeSnapshot(): Promise<void> {
    const opened = this.#opened
    const { journal, data } = opened
    // What changes from here on is in the new journal, whether or not the snapshot meets it too.
    await journal.rotate()
    opened.snapshotBytes = await writeSnapshot(this.#directory, data.rows())
    // And what the snapshot met must be: else half of a write could be in it that never came to be saved.
    await journal.append(data)
    await this.#publish(journal.number)
    await removeLeftovers(this.#directory, journal.number)
  }

  async #writeReplacement(next: Tables): Promise<number> {
    try {
      return await writeSnapshot(this.#directory, next.rows())
    } catch (error) {
      throw new DatabaseFailure(this.#directory, error, 'The content is what it was before.')
    }
  }

  /** From here on the finished snapshot is what a restart begins with. */
  async #publish(number: number): Promise<void> {
    await rename(unfinished(this.#directory), join(this.#directory, fileName('snapshot', number)))
    await syncDirectory(this.#directory)
  }

  #exclusively(work: () => Promise<void>): Promise<void> {
    const done = this.#snapshots.then(work)
    // Whoever asked for it is told; the next one is not concerned.
    this.#snapshots = done.catch(() => {})
    return done
  }
}

const warn = (error: unknown): void =>
  process.emitWarning(`The data directory could not be compacted, which is tried again: ${String(error)}`)
