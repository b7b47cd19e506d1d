import { removeLeftovers } from './directory.ts'
import { DatabaseFailure, DatabaseUnusable, DirectoryFailure } from './errors.ts'
import { openData, publish, type Opened, type Told } from './open-data.ts'
import type { Change } from './change.ts'
import { writeSnapshot } from './snapshot.ts'
import type { Make } from './recovery.ts'
import type { Storage } from './storage.ts'
import { isSystemError } from './system-error.ts'
import type { Tables } from './tables.ts'

export interface JournalOptions {
  readonly directory: string
  /** The journal is compacted when it is longer than this and than the snapshot before it. */
  readonly compactAtBytes?: number
  /** Told in a sentence what people should know, and no call says. */
  readonly tell?: (note: string) => void
  /** Told once that, and why, nothing is saved any more: `failure` says it for as long as that is so. */
  readonly tellFailure?: (says: string) => void
  /** Makes the rows of a recipe that `replace` was given. */
  readonly make?: Make
}

/** More documents than these are written after they have taken their place, where they can be made again. */
const MANY = 10_000

/** How long a compaction that failed is left alone, in milliseconds. */
const RETRY_MS = 1000

/**
 * Keeps the content in a directory: each write appends what changed to a journal, and now and then a snapshot of
 * all content takes the place of the journals before it.
 */
export class JournalAdapter implements Storage {
  readonly #directory: string
  readonly #compactAtBytes: number
  readonly #told: Told
  readonly #make: Make
  #state: Opened | null = null
  /** What rewrites the content, or must not meet that: one after the other. */
  #snapshots: Promise<void> = Promise.resolve()
  #compacting = false
  /** How many are about to replace the content. */
  #replacing = 0
  /** No compaction begins before, on the clock of `performance`. */
  #compactFrom = 0
  #closing: Promise<void> | null = null

  constructor(options: JournalOptions) {
    const { directory, compactAtBytes = 64 << 20, make = nobody } = options
    this.#directory = directory
    const { tell = nothing, tellFailure = nothing } = options
    this.#told = { tell, tellFailure }
    this.#make = make
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
      this.#state ??= await openData(this.#directory, this.#told, this.#make)
    } catch (error) {
      throw isSystemError(error) ? new DatabaseUnusable(this.#directory, error) : error
    }
    return this.#state.data
  }

  write(data: Tables): Promise<void> {
    const saved = this.#opened.journal.append(data)
    this.#compactIfDue()
    return saved
  }

  async replacing(work: () => Promise<void>): Promise<void> {
    this.#replacing++
    try {
      await work()
    } finally {
      this.#replacing--
      this.#compactIfDue()
    }
  }

  exclusively(work: () => Promise<void>): Promise<void> {
    const done = this.#snapshots.then(work)
    // Whoever asked for it is told; the next one is not concerned.
    this.#snapshots = done.catch(() => {})
    return done
  }

  async replace(next: Tables, swap: () => void, recipe?: unknown): Promise<void> {
    const opened = this.#opened
    const { journal } = opened
    if (journal.failure !== null) throw journal.failure
    const isMade = recipe !== undefined && next.sizeOf(null) > MANY
    const { bytes, file } = await this.#prepareReplacement(next, isMade ? recipe : undefined)
    // From this tick on changes are changes to the new content; they are appended after it.
    swap()
    Object.assign(opened, { data: next, snapshotBytes: bytes, isMade })
    await journal.rotate(file, () => publish(opened.directory, journal.number))
    await removeLeftovers(this.#directory, journal.number).catch((error: unknown) => this.#warn(error))
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  get #opened(): Opened {
    if (this.#state === null) throw new Error('The database was not read yet')
    return this.#state
  }

  async #close(): Promise<void> {
    const { journal, lock, directory } = this.#opened
    await this.#snapshots
    await journal.close()
    await directory.close()
    await lock.release()
  }

  #compactIfDue(): void {
    const { journal, snapshotBytes, isMade } = this.#opened
    const isLong = journal.bytes > Math.max(this.#compactAtBytes, snapshotBytes)
    if (!(isLong || isMade) || this.#isOvertaken || this.#compacting || this.#closing !== null) return
    if (performance.now() >= this.#compactFrom) void this.#compact()
  }

  /** Until this succeeds the journals stay, and hold everything; so when it fails, it is tried again later. */
  async #compact(): Promise<void> {
    this.#compacting = true
    try {
      await this.exclusively(() => this.#takeSnapshot())
    } catch (error) {
      if (error === OVERTAKEN) return
      this.#compactFrom = performance.now() + RETRY_MS
      if (this.failure === null) this.#warn(error)
    } finally {
      this.#compacting = false
    }
  }

  async #takeSnapshot(): Promise<void> {
    const opened = this.#opened
    const { journal, data, directory } = opened
    // What changes from here on is in the new journal, whether or not the snapshot meets it too.
    await journal.rotate(await journal.prepare())
    const mark = { snapshot: journal.number }
    opened.snapshotBytes = await writeSnapshot(this.#directory, mark, this.#untilOvertaken(data.history()))
    // And what the snapshot met must be: else half of a write could be in it that never came to be saved.
    await journal.append(data)
    await publish(directory, journal.number)
    opened.isMade = false
    await removeLeftovers(this.#directory, journal.number)
  }

  /** Nobody needs on disk what can be made again and is about to be replaced. */
  *#untilOvertaken(changes: Iterable<Change | null>): Generator<Change | null> {
    for (const change of changes) {
      if (this.#isOvertaken) throw OVERTAKEN
      yield change
    }
  }

  get #isOvertaken(): boolean {
    return this.#replacing > 0 && this.#opened.isMade
  }

  /** All that can fail before anything is changed. */
  async #prepareReplacement(next: Tables, recipe: unknown) {
    const { journal } = this.#opened
    const mark = { snapshot: journal.number + 1, recipe }
    const changes = recipe === undefined ? next.history() : next.copiesHistory()
    try {
      const bytes = await writeSnapshot(this.#directory, mark, changes)
      return { bytes, file: await journal.prepare() }
    } catch (error) {
      throw new DirectoryFailure(this.#directory, error, 'The content is what it was before.')
    }
  }

  #warn(error: unknown): void {
    this.#told.tell(`The data directory could not be compacted, which is tried again: ${String(error)}`)
  }
}

/** Ends a compaction whose rows are about to be replaced. */
const OVERTAKEN = new Error('The content is about to be replaced')

const nothing = (): void => {}
const nobody: Make = () => Promise.reject(new Error('There is nobody who makes what the recipe says'))
