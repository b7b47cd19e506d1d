import { crc32 } from 'node:zlib'
import { jsonPieces } from '../json-pieces.ts'
import type { Written } from './repeated.ts'

/**
 * A file is a chain of lines: the CRC-32 at the start of each is of what follows it, begun with that of the line before,
 * so that no line can be missing or stand elsewhere. A line is a group or, where a group is large, a part of it, of which
 * all but the last say that more comes; or a mark. A group counts when its last part is there.
 *
 *     ["<CRC-32>",{"journal":2,"after":"<CRC-32 of the journal before>"}]
 *     ["<CRC-32>",[[store,table,key,document],[store,table,key,null],[dropped store]]]
 *     ["<CRC-32>",[{"keep":name,"store":store or null,"about":…},{"bring":name,"as":…},{"forget":name}]]
 *     ["<CRC-32>",[[store,table,key,document,[field that an earlier row of a snapshot has]]]]
 *     ["<CRC-32>",[…],"more"]
 *     ["<CRC-32>",{"snapshot":2,"recipe":…}]
 *     ["<CRC-32>",{"next":3}]
 *
 * In format 1 each line was a group, its CRC-32 begun with 0. Up to format 2 there were no copies,
 * up to format 3 all rows said everything, up to format 4 a snapshot had all of them.
 */
export type Line =
  | { readonly checksum: number; readonly changes: Written[]; readonly more: boolean }
  | { readonly checksum: number; readonly mark: Mark }

/** Which snapshot it is, and where it has none but copies, by what recipe its content is made. */
export interface SnapshotMark {
  readonly snapshot: number
  readonly recipe?: unknown
}

/**
 * What a file says of itself. First which one it is: a snapshot, or a journal and the checksum that the one before
 * ended with (null: there was none, or of format 1). Last, in a journal that another one follows, the number of that.
 */
export type Mark =
  | SnapshotMark
  | { readonly journal: number; readonly after: string | null }
  | { readonly next: number }

export interface Encoded {
  readonly bytes: Buffer
  readonly checksum: number
}

/** The lines of a group, each made when it is asked for. */
export function* encodeGroup(changes: readonly Written[], after: number): Generator<Encoded> {
  let checksum = after
  for (const [text, more] of partsOf(changes)) {
    const line = encode(`[${text}]${more ? ',"more"' : ''}`, checksum)
    checksum = line.checksum
    yield line
  }
}

/** The line of a group that is short, in one go: to write many rows at once takes a quarter less than one by one. */
export const encodeShort = (changes: readonly Written[], after: number): Encoded =>
  encode(JSON.stringify(changes), after)

/** A part of a line. */
export interface LinePart extends Encoded {
  /** How many bytes before the end of all that came its place is; left out, it comes at the end. */
  readonly back?: number
}

/** The line of a group of one change that takes long to be written, in parts: its head, which the checksum is in, is put in its place last. */
export function* encodeLarge(change: Written, after: number): Generator<LinePart> {
  let checksum = after
  let back = HEAD_LENGTH
  yield { bytes: Buffer.from(headOf(0)), checksum }
  for (const text of largeLine(change)) {
    const bytes = Buffer.from(text)
    checksum = crc32(bytes, checksum)
    back += bytes.length
    yield { bytes, checksum }
  }
  yield { bytes: Buffer.from(headOf(checksum)), checksum, back }
}

function* largeLine(change: Written): Generator<string> {
  yield '['
  yield* jsonPieces(change, PIECE_LENGTH)
  yield ']]\n'
}

export const encodeMark = (mark: Mark, after: number): Encoded => encode(JSON.stringify(mark), after)

/** What is in a line (with its newline), or null when it is not what was written after a line of that checksum. */
export function decodeLine(line: Buffer, after: number): Line | null {
  const checksum = crc32(line.subarray(HEAD_LENGTH), after)
  if (line.at(-1) !== NEWLINE || line.toString('latin1', 0, HEAD_LENGTH) !== headOf(checksum)) return null
  const [, content, more]: [string, Written[] | Mark, 'more'?] = JSON.parse(line.toString('utf8'))
  return Array.isArray(content)
    ? { checksum, changes: content, more: more !== undefined }
    : { checksum, mark: content }
}

/** Whether an append that was cut short left this: its end is missing, or blocks of it, which then read as zeros. */
export const isTorn = (line: Buffer): boolean => line.at(-1) !== NEWLINE || line.includes(0)

/** A checksum as it is written. */
export const hex = (checksum: number): string => checksum.toString(16).padStart(8, '0')

const NEWLINE = 10
const HEAD_LENGTH = '["01234567",'.length
const TAIL = ']\n'
const headOf = (checksum: number): string => `["${hex(checksum)}",`

/** How long a part of a group grows, in characters: far from what a string can hold, and a few milliseconds of work. */
const PART_LENGTH = 1 << 20

/** Characters of a large change that are written in one go. */
const PIECE_LENGTH = 1 << 17

function encode(content: string, after: number): Encoded {
  const most = content.length * BYTES_OF_SIGN
  const room = most <= ROOM.length ? ROOM : Buffer.allocUnsafe(most)
  const { written } = encoder.encodeInto(content, room)
  const bytes = Buffer.allocUnsafe(HEAD_LENGTH + written + TAIL.length)
  bytes.set(room.subarray(0, written), HEAD_LENGTH)
  bytes.write(TAIL, HEAD_LENGTH + written, 'latin1')
  const checksum = crc32(bytes.subarray(HEAD_LENGTH), after)
  bytes.write(headOf(checksum), 'latin1')
  return { bytes, checksum }
}

/** Where a text is written first: to count its bytes before, or to put it together with what is around, takes a third longer. */
const ROOM = Buffer.allocUnsafe(1 << 19)
const BYTES_OF_SIGN = 3
const encoder = new TextEncoder()

function* partsOf(changes: readonly Written[]): Generator<[text: string, more: boolean]> {
  let text = ''
  for (const change of changes) {
    if (text.length > PART_LENGTH) {
      yield [text, true]
      text = ''
    }
    text += `${text === '' ? '' : ','}${JSON.stringify(change)}`
  }
  yield [text, false]
}
