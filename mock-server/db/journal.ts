import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { fileName, syncDirectory } from './directory.ts'
import { DatabaseFailure } from './errors.ts'
import { encodeGroup } from './group.ts'
import type { Change } from './tables.ts'

interface Group {
  readonly changes: Change[]
  readonly saved: Promise<void>
}

/**
 * The file that is appended to. Who comes while a group is being saved joins the next one: one append and one sync
 * for all who wait. Everything happens in one queue, so once something in it failed, so does all that comes after.
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

  /** Resolves when these changes and all given before them are on disk. */
  append(changes: readonly Change[]): Promise<void> {
    if (changes.length === 0) return this.#last
    this.#next ??= this.#newGroup()
    for (const change of changes) this.#next.changes.push(change)
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

  #newGroup(): Group {
    const changes: Change[] = []
    return { changes, saved: this.#enqueue(() => this.#save(changes)) }
  }

  async #save(changes: readonly Change[]): Promise<void> {
    if (this.#next?.changes === changes) this.#next = null
    const line = encodeGroup(changes)
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
