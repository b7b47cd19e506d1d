import { createReadStream } from 'node:fs'
import type { Format } from './formats.ts'
import { decodeLine, isTorn, type Line, type Mark } from './line.ts'
import type { Change } from './change.ts'
import { Repeated, type Written } from './repeated.ts'

/** What is in a file, as far as it is whole. */
export interface Replayed {
  /** Of whole groups, and of the marks around them. */
  readonly bytes: number
  /** Lines, whole or not part of a whole group. */
  readonly lines: number
  readonly groups: number
  /** What the group after the last one is chained to. */
  readonly checksum: number
  /** Which file it says it is. */
  readonly first: Mark | null
  /** The number of the journal that it says comes next. */
  readonly next: number | null
  readonly lastIsEmpty: boolean
  /** Where a group begins whose end is not there, as after an append that was cut short. */
  readonly torn: { readonly at: number; readonly line: number } | null
}

/** A line is not what was written, and no append that was cut short left it so. */
export class BadLine extends Error {
  readonly line: number

  constructor(line: number) {
    super(`Line ${line} is not what was written`)
    this.line = line
  }
}

/** Reads a file of that format and applies each whole group. @throws BadLine */
export async function replay(
  path: string,
  format: Format,
  apply: (change: Change) => void,
): Promise<Replayed> {
  const reading = new Reading(format, apply)
  for await (const line of linesOf(path)) reading.take(line)
  return reading.result()
}

class Reading {
  readonly #isChained: boolean
  readonly #apply: (change: Change) => void
  readonly #found = { bytes: 0, groups: 0, checksum: 0, lastIsEmpty: false }
  #first: Mark | null = null
  #next: number | null = null
  #torn: Replayed['torn'] = null
  /** Up to here, in whole lines. */
  #bytes = 0
  #lines = 0
  #checksum = 0
  /** Of a group whose last part has not come yet. */
  #parts: Written[] = []
  readonly #repeated = new Repeated()

  constructor({ isChained }: Format, apply: (change: Change) => void) {
    this.#isChained = isChained
    this.#apply = apply
  }

  take(bytes: Buffer): void {
    this.#lines += 1
    if (this.#torn !== null) throw new BadLine(this.#torn.line)
    const line = this.#next === null ? decodeLine(bytes, this.#isChained ? this.#checksum : 0) : null
    if (line !== null) this.#read(line, bytes.length)
    else if (this.#next === null && isTorn(bytes)) this.#torn = { at: this.#found.bytes, line: this.#lines }
    else throw new BadLine(this.#lines)
  }

  result(): Replayed {
    const isOpen = this.#torn === null && this.#bytes > this.#found.bytes
    return {
      ...this.#found,
      lines: this.#lines,
      first: this.#first,
      next: this.#next,
      torn: isOpen ? { at: this.#found.bytes, line: this.#lines } : this.#torn,
    }
  }

  #read(line: Line, length: number): void {
    this.#bytes += length
    this.#checksum = line.checksum
    if ('mark' in line) this.#readMark(line.mark)
    else if (line.more) this.#keep(line.changes)
    else this.#readGroup(line.changes)
  }

  #readMark(mark: Mark): void {
    this.#found.bytes = this.#bytes
    if ('next' in mark) this.#next = mark.next
    else {
      this.#first = mark
      this.#found.checksum = this.#checksum
    }
  }

  #readGroup(changes: Written[]): void {
    for (const change of this.#parts) this.#apply(this.#repeated.of(change))
    for (const change of changes) this.#apply(this.#repeated.of(change))
    const lastIsEmpty = this.#parts.length + changes.length === 0
    this.#parts = []
    const groups = this.#found.groups + 1
    Object.assign(this.#found, { bytes: this.#bytes, groups, checksum: this.#checksum, lastIsEmpty })
  }

  #keep(changes: Written[]): void {
    for (const change of changes) this.#parts.push(change)
  }
}

async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 1 << 20 })
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(10) + 1; end > 0; end = chunk.indexOf(10, start) + 1) {
      const line = chunk.subarray(start, end)
      yield pieces.length > 0 ? Buffer.concat([...pieces, line]) : line
      pieces = []
      start = end
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start))
  }
  if (pieces.length > 0) yield Buffer.concat(pieces)
}
