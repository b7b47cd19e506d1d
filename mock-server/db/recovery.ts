import { createReadStream } from 'node:fs'
import { truncate, open } from 'node:fs/promises'
import { join } from 'node:path'
import { fileName, FORMAT, listDirectory, removeLeftovers, type Listing } from './directory.ts'
import { DatabaseDamaged, DatabaseTooNew } from './errors.ts'
import { decodeGroup, isTorn } from './group.ts'
import { Tables } from './tables.ts'

export interface Recovered {
  readonly tables: Tables
  /** Nothing was ever saved here. */
  readonly isNew: boolean
  /** The number of the journal to append to; it may not exist yet. */
  readonly journal: number
  readonly journalBytes: number
  readonly snapshotBytes: number
}

/** Reads a data directory. Only when all of it is sound does it cut off a torn last line and remove leftovers. */
export async function recover(directory: string): Promise<Recovered> {
  const listing = await listDirectory(directory)
  refuseUnknown(directory, listing)
  const tables = new Tables()
  const reader = new Reader(directory, tables)
  const snapshotBytes = listing.snapshot === 0 ? 0 : await reader.snapshot(listing.snapshot)
  const numbers = journalsToRead(listing)
  let journalBytes = 0
  for (const number of numbers) journalBytes += await reader.journal(number, number === numbers.at(-1))
  await reader.cutTorn()
  await removeLeftovers(directory, listing.snapshot)
  const isNew = snapshotBytes + journalBytes === 0
  return { tables, isNew, journal: numbers.at(-1) ?? 1, journalBytes, snapshotBytes }
}

function refuseUnknown(directory: string, listing: Listing): void {
  if (listing.format > FORMAT) throw new DatabaseTooNew(directory, listing.format, FORMAT)
  const expected = Math.max(listing.snapshot, 1)
  const numbers = journalsToRead(listing)
  const gap = numbers.findIndex((number, at) => number !== expected + at)
  const missing = gap >= 0 ? expected + gap : numbers.length === 0 && listing.snapshot > 0 ? expected : null
  if (missing !== null)
    throw new DatabaseDamaged(directory, fileName('journal', missing), null, 'it is missing')
}

const journalsToRead = ({ snapshot, journals }: Listing): number[] =>
  journals.filter((number) => number >= snapshot)

class Reader {
  readonly #directory: string
  readonly #tables: Tables
  #torn: { path: string; length: number } | null = null

  constructor(directory: string, tables: Tables) {
    this.#directory = directory
    this.#tables = tables
  }

  async snapshot(number: number): Promise<number> {
    const file = fileName('snapshot', number)
    const { bytes, lines, lastIsEmpty } = await this.#replay(file, false)
    if (!lastIsEmpty) throw new DatabaseDamaged(this.#directory, file, lines + 1, 'the end is missing')
    return bytes
  }

  async journal(number: number, isLast: boolean): Promise<number> {
    const { bytes } = await this.#replay(fileName('journal', number), isLast)
    return bytes
  }

  async cutTorn(): Promise<void> {
    if (this.#torn === null) return
    await truncate(this.#torn.path, this.#torn.length)
    const file = await open(this.#torn.path, 'r+')
    await file.sync().finally(() => file.close())
  }

  /** Applies every group of a file. A line that is none may only be the last, only be torn, and only where `mayBeTorn`. */
  async #replay(
    file: string,
    mayBeTorn: boolean,
  ): Promise<{ bytes: number; lines: number; lastIsEmpty: boolean }> {
    const path = join(this.#directory, file)
    const read = { bytes: 0, lines: 0, lastIsEmpty: false }
    for await (const line of linesOf(path)) {
      const changes = this.#torn === null ? decodeGroup(line) : null
      if (changes === null) {
        if (this.#torn !== null || !mayBeTorn || !isTorn(line))
          throw new DatabaseDamaged(this.#directory, file, read.lines + 1, 'it is not what was written')
        this.#torn = { path, length: read.bytes }
        continue
      }
      for (const change of changes) this.#tables.apply(change)
      read.bytes += line.length
      read.lines += 1
      read.lastIsEmpty = changes.length === 0
    }
    return read
  }
}

async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(10) + 1; end > 0; end = chunk.indexOf(10, start) + 1) {
      yield Buffer.concat([...pieces, chunk.subarray(start, end)])
      pieces = []
      start = end
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start))
  }
  if (pieces.length > 0) yield Buffer.concat(pieces)
}
