import { open, rm } from 'node:fs/promises'
import { unfinished } from './directory.ts'
import { encodeGroup, encodeMark } from './line.ts'
import { PRIVATE } from './modes.ts'
import type { Row } from './tables.ts'

/**
 * Writes the rows to the directory's unfinished snapshot and syncs it; the last line is an empty group, so that a
 * snapshot whose end is missing is known. In slices, each a fraction of a millisecond of work. Answers the bytes
 * written; when it fails, it leaves nothing behind.
 */
export async function writeSnapshot(directory: string, number: number, rows: Iterable<Row>): Promise<number> {
  const path = unfinished(directory, 'snapshot')
  const file = await open(path, 'w', PRIVATE)
  try {
    let bytes = 0
    for (const line of linesOf(number, rows)) {
      await file.appendFile(line)
      bytes += line.length
      // A little at a time, because a sync of the journal meanwhile may have to wait for all that is unsynced here.
      if (bytes % SYNC_BYTES < line.length) await file.datasync()
    }
    await file.sync()
    return bytes
  } catch (error) {
    await rm(path)
    throw error
  } finally {
    await file.close()
  }
}

const SLICE_ROWS = 50
const SYNC_BYTES = 4 << 20

function* linesOf(snapshot: number, rows: Iterable<Row>): Generator<Buffer> {
  let { bytes, checksum } = encodeMark({ snapshot }, 0)
  yield bytes
  for (const slice of slices(rows)) for ({ bytes, checksum } of encodeGroup(slice, checksum)) yield bytes
}

/** The last one is empty. */
function* slices(rows: Iterable<Row>): Generator<Row[]> {
  let slice: Row[] = []
  for (const row of rows) {
    slice.push(row)
    if (slice.length < SLICE_ROWS) continue
    yield slice
    slice = []
  }
  if (slice.length > 0) yield slice
  yield []
}
