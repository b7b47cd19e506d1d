import { join } from 'node:path'
import { fileName, listDirectory, removeLeftovers, type DataFile, type Listing } from './directory.ts'
import { DatabaseDamaged, DatabaseTooNew } from './errors.ts'
import { FORMAT, formatOf, type Format } from './formats.ts'
import type { Row } from './change.ts'
import { tablesOf } from './fill-tables.ts'
import { hex } from './line.ts'
import { BadLine, replay, type Replayed } from './replay.ts'
import { Tables } from './tables.ts'
import { cutTail } from './tail.ts'

/** Makes the rows of a recipe, the same each time. */
export type Make = (recipe: unknown) => Promise<Iterable<Row>>

export interface Recovered {
  readonly tables: Tables
  /** Nothing was ever saved here. */
  readonly isNew: boolean
  /** All files are of the newest format, and have all rows. */
  readonly isCurrent: boolean
  /** The number of the journal to append to; 0 when there is none yet. */
  readonly journal: number
  /** What its next line is chained to. */
  readonly checksum: number
  /** In all journals. */
  readonly journalBytes: number
  readonly snapshotBytes: number
}

/** Reads a data directory. Only when all of it is sound does it cut off a torn end and remove leftovers. */
export async function recover(
  directory: string,
  tell: (note: string) => void,
  make: Make,
): Promise<Recovered> {
  const { snapshot, journals } = filesToRead(directory, await listDirectory(directory))
  const reader = new Reader(directory, make)
  const base = snapshot && (await reader.snapshot(snapshot))
  const found = await reader.journals(journals)
  const last = journals.at(-1)
  const end = found.at(-1)
  if (last && end?.torn) await cutTail(directory, last, end.torn.at, tell)
  await removeLeftovers(directory, snapshot?.number ?? 0)
  return {
    tables: reader.tables,
    isNew: base === undefined && found.every(({ groups }) => groups === 0),
    isCurrent:
      !reader.hasMade &&
      [snapshot, ...journals].every((file) => file === undefined || file.format === FORMAT),
    journal: last?.number ?? 0,
    checksum: end?.checksum ?? 0,
    journalBytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
    snapshotBytes: base?.bytes ?? 0,
  }
}

/** The newest snapshot and the journals from it on. */
function filesToRead(directory: string, { snapshot, journals: all }: Listing): Listing {
  const newest = Math.max(snapshot?.format ?? 0, ...all.map(({ format }) => format))
  if (newest > FORMAT) throw new DatabaseTooNew(directory, newest, FORMAT)
  const first = Math.max(snapshot?.number ?? 0, 1)
  const journals = all.filter(({ number }) => number >= first)
  const gap = journals.findIndex(({ number }, at) => number !== first + at)
  const missing = gap >= 0 ? first + gap : snapshot && journals.length === 0 ? first : null
  if (missing !== null) throw missingJournal(directory, missing)
  return { snapshot, journals }
}

class Reader {
  tables = new Tables()
  /** What a recipe says. */
  hasMade = false
  readonly #directory: string
  readonly #make: Make

  constructor(directory: string, make: Make) {
    this.#directory = directory
    this.#make = make
  }

  async snapshot(file: DataFile): Promise<Replayed> {
    const found = await this.#replay(file)
    const { first, torn, lines, lastIsEmpty } = found
    if (this.#formatOf(file).isChained && !(first && 'snapshot' in first && first.snapshot === file.number))
      throw this.#damaged(file, 1)
    if (torn !== null || !lastIsEmpty)
      throw this.#damaged(file, torn?.line ?? lines + 1, 'the end is missing')
    if (first && 'recipe' in first) {
      this.hasMade = true
      this.tables = (await tablesOf(await this.#make(first.recipe))).inherit(this.tables)
    }
    return found
  }

  /** Each begins where the one before ends; nothing but the end of the last may be torn. */
  async journals(files: readonly DataFile[]): Promise<Replayed[]> {
    const read: { file: DataFile; found: Replayed }[] = []
    for (const file of files) {
      const found = await this.#replay(file)
      const after = this.#predecessor(file, found)
      const before = read.at(-1)
      if (before) this.#expectToEndWith(after, before.file, before.found)
      read.push({ file, found })
    }
    const next = read.at(-1)?.found.next ?? null
    if (next !== null) throw missingJournal(this.#directory, next)
    return read.map(({ found }) => found)
  }

  /** What the journal before it must end with; null where that is not known. */
  #predecessor(file: DataFile, { first }: Replayed): string | null {
    if (!this.#formatOf(file).isChained) return null
    if (first && 'journal' in first && first.journal === file.number) return first.after
    throw this.#damaged(file, 1)
  }

  /** What is torn where another journal follows is the mark that says so. */
  #expectToEndWith(after: string | null, file: DataFile, { checksum, torn, lines }: Replayed): void {
    if (after === null && torn !== null) throw this.#damaged(file, torn.line)
    if (after !== null && after !== hex(checksum))
      throw this.#damaged(file, torn?.line ?? lines + 1, 'the end is missing')
  }

  async #replay(file: DataFile): Promise<Replayed> {
    try {
      const path = join(this.#directory, file.name)
      return await replay(path, this.#formatOf(file), (change) => this.tables.apply(change))
    } catch (error) {
      throw error instanceof BadLine ? this.#damaged(file, error.line) : error
    }
  }

  #formatOf({ format }: DataFile): Format {
    const known = formatOf(format)
    if (!known) throw new DatabaseTooNew(this.#directory, format, FORMAT)
    return known
  }

  #damaged({ name }: DataFile, line: number, reason = 'it is not what was written'): DatabaseDamaged {
    return new DatabaseDamaged(this.#directory, name, line, reason)
  }
}

const missingJournal = (directory: string, number: number): DatabaseDamaged =>
  new DatabaseDamaged(directory, fileName('journal', number), null, 'it is missing')
