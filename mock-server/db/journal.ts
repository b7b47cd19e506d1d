import { open, rename, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { fileName, unfinished, type OpenDirectory } from './directory.ts'
import { DatabaseFailure, DirectoryFailure } from './errors.ts'
import { Gathering } from './gathering.ts'
import { encodeGroup, encodeMark, hex } from './line.ts'
import { PRIVATE } from './modes.ts'
import type { Change } from './change.ts'

/** What knows its changes since they were last taken. */
interface Source {
  readonly isChanged: boolean
  drain(): Change[]
}

interface Group {
  readonly source: Source
  readonly saved: Promise<void>
}

/** Where a journal stands: its number, what its next line is chained to, and the bytes since the newest snapshot was begun. */
interface Position {
  number: number
  checksum: number
  bytes: number
}

/**
 * The file that is appended to. Who comes while a group is being saved joins the next one (`Gathering` says until when):
 * one append and one sync for all who wait, and of a document that several of them changed only what it came to be.
 * Everything happens in one queue, so once something in it failed, so does all that comes after.
 */
export class Journal {
  failure: DatabaseFailure | null = null
  readonly #directory: OpenDirectory
  readonly #tellFailure: (says: string) => void
  readonly #position: Position
  readonly #gathering = new Gathering()
  #file: FileHandle
  #next: Group | null = null
  #last: Promise<void> = Promise.resolve()

  private constructor(
    directory: OpenDirectory,
    position: Position,
    file: FileHandle,
    tellFailure: (says: string) => void = () => {},
  ) {
    this.#directory = directory
    this.#tellFailure = tellFailure
    this.#position = position
    this.#file = file
  }

  /** Goes on with a journal. @param tellFailure told once that, and why, nothing is saved any more */
  static async open(
    directory: OpenDirectory,
    position: Position,
    tellFailure?: (says: string) => void,
  ): Promise<Journal> {
    const path = join(directory.path, fileName('journal', position.number))
    return new Journal(directory, position, await open(path, 'a', PRIVATE), tellFailure)
  }

  /** Begins a journal that is chained to none. */
  static async begin(
    directory: OpenDirectory,
    number: number,
    tellFailure?: (says: string) => void,
  ): Promise<Journal> {
    const file = await openNext(directory)
    const checksum = await name(file, directory, number, null)
    return new Journal(directory, { number, checksum, bytes: 0 }, file, tellFailure)
  }

  get number(): number {
    return this.#position.number
  }

  /** Appended since the newest snapshot was begun, over all journals. */
  get bytes(): number {
    return this.#position.bytes
  }

  /** Resolves when every change of the source so far is on disk. */
  append(source: Source): Promise<void> {
    if (!source.isChanged) return this.#last
    if (this.#next?.source !== source) this.#next = this.#newGroup(source)
    this.#gathering.join()
    return this.#next.saved
  }

  /** The file of the next journal. That it can't be opened harms nobody; so it is asked for before anything is changed. */
  prepare(): Promise<FileHandle> {
    return openNext(this.#directory)
  }

  /** Goes over to the next journal, after all that was appended so far, and does `work` before anything is appended to it. */
  async rotate(next: FileHandle, work: () => Promise<void> = async () => {}): Promise<void> {
    try {
      await this.#enqueue(async () => {
        const number = this.number + 1
        const last = { file: this.#file, checksum: this.#position.checksum }
        const checksum = await name(next, this.#directory, number, hex(last.checksum))
        this.#file = next
        Object.assign(this.#position, { number, checksum, bytes: 0 })
        await work()
        await endWith(number, last)
      })
    } finally {
      if (this.#file !== next) await next.close()
    }
  }

  /** Waits for what was appended, saved or not, and lets go of the file. */
  async close(): Promise<void> {
    await Promise.allSettled([this.#last])
    await this.#file.close()
  }

  #newGroup(source: Source): Group {
    return { source, saved: this.#enqueue(() => this.#save(source)) }
  }

  async #save(source: Source): Promise<void> {
    await this.#gathering.all()
    // Changes from here on are for the next group.
    if (this.#next?.source === source) this.#next = null
    const people = this.#gathering.leave()
    for (const { bytes, checksum } of encodeGroup(source.drain(), this.#position.checksum)) {
      await this.#file.appendFile(bytes)
      // After each part, so that a power cut can tear no other than the last.
      await this.#file.datasync()
      this.#position.checksum = checksum
      this.#position.bytes += bytes.length
    }
    this.#gathering.saved(people)
  }

  /** Whoever comes after this is enqueued behind it. */
  #enqueue(work: () => Promise<void>): Promise<void> {
    this.#next = null
    this.#last = this.#last.then(work).catch((error: unknown) => {
      throw this.failure ?? this.#fail(error)
    })
    return this.#last
  }

  #fail(error: unknown): DatabaseFailure {
    this.failure = new DirectoryFailure(this.#directory.path, error)
    this.#tellFailure(this.failure.message)
    return this.failure
  }
}

const openNext = (directory: OpenDirectory): Promise<FileHandle> =>
  open(unfinished(directory.path, 'journal'), 'w', PRIVATE)

/** Writes a journal's first line and gives it its name: it has none before it says which one it is. Answers the line's checksum. */
async function name(
  file: FileHandle,
  directory: OpenDirectory,
  number: number,
  after: string | null,
): Promise<number> {
  const { bytes, checksum } = encodeMark({ journal: number, after }, 0)
  await file.appendFile(bytes)
  await file.sync()
  await rename(unfinished(directory.path, 'journal'), join(directory.path, fileName('journal', number)))
  await directory.sync()
  return checksum
}

/** So that the next journal is missed when it is missing. It is there already, and shows where this one ends: the mark may be torn. */
async function endWith(next: number, last: { file: FileHandle; checksum: number }): Promise<void> {
  await last.file.appendFile(encodeMark({ next }, last.checksum).bytes)
  await last.file.sync()
  await last.file.close()
}
