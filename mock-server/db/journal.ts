import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { fileName, syncDirectory } from './directory.ts'
import { DatabaseFailure } from './errors.ts'
import { encodeGroup } from './group.ts'
import type { Change } from './tables.ts'

/** What knows its changes since they were last taken. */
interface Source {
  readonly isChanged: boolean
  drain(): Change[]
}

interface Group {
  readonly source: Source
  readonly saved: Promise<void>
}

/**
 * The file that is appended to. Who comes while a group is being saved joins the next one: one append and one sync
 * for all who wait, and of a document that several of them changed only what it came to be. Everything happens in one
 * queue, so once something in it failed, so does all that comes after.
 */
export class Journal {
  /** Appended since the newest snapshot was begun, over all journals. */
  bytes: number
  number: number
  failure: DatabaseFailure | null = null
  readonly #directory: string
  #file: FileHandle
  #next: Group | null = null
  #last: Promise<void> = Promise.resolve()

  private constructor(directory: string, number: number, bytes: number, file: FileHandle) {
    this.#directory = directory
    this.number = number
    this.bytes = bytes
    this.#file = file
  }

  static async open(directory: string, number: number, bytes: number): Promise<Journal> {
    return new Journal(directory, number, bytes, await openJournal(directory, number))
  }

  /** Resolves when every change of the source so far is on disk. */
  append(source: Source): Promise<void> {
    if (!source.isChanged) return this.#last
    if (this.#next?.source !== source) this.#next = this.#newGroup(source)
    return this.#next.saved
  }

  /** Begins the next journal, after all that was appended so far, and does `work` before anything is appended to it. */
  rotate(work: () => Promise<void> = async () => {}): Promise<void> {
    return this.#enqueue(async () => {
      const next = await openJournal(this.#directory, this.number + 1)
      await this.#file.close()
      this.#file = next
      this.number += 1
      this.bytes = 0
      await work()
    })
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
    // Changes from here on are for the next group.
    if (this.#next?.source === source) this.#next = null
    const line = encodeGroup(source.drain())
    await this.#file.appendFile(line)
    await this.#file.datasync()
    this.bytes += line.length
  }

  /** Whoever comes after this is enqueued behind it. */
  #enqueue(work: () => Promise<void>): Promise<void> {
    this.#next = null
    this.#last = this.#last.then(work).catch((error: unknown) => {
      this.failure ??= new DatabaseFailure(this.#directory, error)
      throw this.failure
    })
    return this.#last
  }
}

async function openJournal(directory: string, number: number): Promise<FileHandle> {
  const file = await open(join(directory, fileName('journal', number)), 'a')
  await syncDirectory(directory)
  return file
}
