import { open, rm, type FileHandle } from 'node:fs/promises'
import { isLarge } from '../json-pieces.ts'
import { turn, withoutIdle } from '../slices.ts'
import { unfinished } from './directory.ts'
import { encodeLarge, encodeMark, encodeShort, type LinePart, type SnapshotMark } from './line.ts'
import { PRIVATE } from './modes.ts'
import { Repeats, type Written } from './repeated.ts'
import { isRow, type Change } from './change.ts'

/**
 * Writes the changes to the directory's unfinished snapshot and syncs it; the last line is an empty group, so that a
 * snapshot whose end is missing is known. In slices, each some milliseconds of work, which a null ends early. Answers the bytes written; when it
 * fails, it leaves nothing behind.
 */
export async function writeSnapshot(
  directory: string,
  mark: SnapshotMark,
  changes: Iterable<Change | null>,
): Promise<number> {
  const path = unfinished(directory, 'snapshot')
  const file = await open(path, 'w', PRIVATE)
  try {
    const bytes = await withoutIdle(() => writePieces(file, piecesOf(linesOf(mark, changes))))
    await file.sync()
    return bytes
  } catch (error) {
    await rm(path)
    throw error
  } finally {
    await file.close()
  }
}

const SLICE_CHANGES = 50
const PIECE_BYTES = 128 << 10
const SYNC_BYTES = 4 << 20

/** The next piece is made while one is written. Answers the bytes of all. */
async function writePieces(file: FileHandle, pieces: Iterable<Joined | Apart>): Promise<number> {
  let length = 0
  let [written, synced] = [NOTHING, NOTHING]
  try {
    for (const piece of pieces) {
      await written
      if ('back' in piece) await file.write(piece.bytes, 0, piece.bytes.length, length - piece.back)
      else if (piece.length > 0) written = handled(append(file, piece))
      const added = 'back' in piece ? 0 : piece.length
      length += added
      // A little at a time, because a sync of the journal meanwhile may have to wait for all that is unsynced here.
      if (length % SYNC_BYTES < added) {
        await synced
        synced = handled(written.then(() => file.datasync()))
      }
      await turn()
    }
  } finally {
    await Promise.all([written, synced])
  }
  return length
}

const NOTHING = Promise.resolve()

/** The same, of which it is known that somebody waits for it later. */
function handled(work: Promise<void>): Promise<void> {
  work.catch(() => {})
  return work
}

/** Not put together before: a copy of all that there is would be garbage. */
async function append(file: FileHandle, { buffers, length }: Joined): Promise<void> {
  const { bytesWritten } = await file.writev(buffers)
  // A disk that is full takes what there is room for, and refuses the rest.
  if (bytesWritten < length) await file.appendFile(Buffer.concat(buffers).subarray(bytesWritten))
}

/** What is written in one go, at the end. */
interface Joined {
  readonly buffers: Buffer[]
  readonly length: number
}

/** What is written elsewhere: so many bytes before the end. */
type Apart = Pick<LinePart, 'bytes'> & { readonly back: number }

type Part = Pick<LinePart, 'bytes' | 'back'>

function* piecesOf(parts: Iterable<Part>): Generator<Joined | Apart> {
  let buffers: Buffer[] = []
  let length = 0
  for (const part of parts) {
    const { bytes, back } = part
    if (back === undefined) {
      buffers.push(bytes)
      length += bytes.length
    }
    if (length < PIECE_BYTES && part !== PAUSE && back === undefined) continue
    yield { buffers, length }
    if (back !== undefined) yield { bytes, back }
    buffers = []
    length = 0
  }
  yield { buffers, length }
}

function* linesOf(mark: SnapshotMark, changes: Iterable<Change | null>): Generator<Part> {
  let part: LinePart = encodeMark(mark, 0)
  yield part
  for (const slice of slices(changes))
    if (slice === null) yield PAUSE
    else for (part of encoded(slice, part.checksum)) yield part
}

const PAUSE: Part = { bytes: Buffer.alloc(0) }

/** Changes of one group, one that takes long, or nothing for now. */
type Slice = Written[] | { readonly large: Written } | null

const encoded = (slice: NonNullable<Slice>, after: number): Iterable<LinePart> =>
  'large' in slice ? encodeLarge(slice.large, after) : [encodeShort(slice, after)]

/** The last one is empty. */
function* slices(changes: Iterable<Change | null>): Generator<Slice> {
  const repeats = new Repeats()
  let slice: Written[] = []
  for (const change of changes) {
    const large = change !== null && isLargeRow(change)
    if (slice.length === SLICE_CHANGES || (slice.length > 0 && (large || repeats.isLong))) {
      yield slice
      slice = []
    }
    if (change === null) yield null
    else if (large) yield { large: repeats.of(change) }
    else slice.push(repeats.of(change))
  }
  if (slice.length > 0) yield slice
  yield []
}

/** Of the whole system are few documents, one of which may have a scenario of any length. */
const isLargeRow = (change: Change): boolean => isRow(change) && change[0] === null && isLarge(change)
