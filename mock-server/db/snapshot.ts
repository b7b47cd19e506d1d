import { open, rm } from 'node:fs/promises'
import { unfinished } from './directory.ts'
import { encodeGroup, encodeMark } from './line.ts'
import { PRIVATE } from './modes.ts'
import type { Change } from './change.ts'

/**
 * Writes the changes to the directory's unfinished snapshot and syncs it; the last line is an empty group, so that a
 * snapshot whose end is missing is known. In slices, each a fraction of a millisecond of work. Answers the bytes
 * written; when it fails, it leaves nothing behind.
 */
export async function writeSnapshot(
  directory: string,
  number: number,
  changes: Iterable<Change>,
): Promise<number> {
  const path = unfinished(directory, 'snapshot')
  const file = await open(path, 'w', PRIVATE)
  try {
    let bytes = 0
    for (const line of linesOf(number, changes)) {
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

const SLICE_CHANGES = 50
const SYNC_BYTES = 4 << 20

function* linesOf(snapshot: number, changes: Iterable<Change>): Generator<Buffer> {
  let { bytes, checksum } = encodeMark({ snapshot }, 0)
  yield bytes
  for (const slice of slices(changes)) for ({ bytes, checksum } of encodeGroup(slice, checksum)) yield bytes
}

/** The last one is empty. */
function* slices(changes: Iterable<Change>): Generator<Change[]> {
  let slice: Change[] = []
  for (const change of changes) {
    slice.push(change)
    if (slice.length < SLICE_CHANGES) continue
    yield slice
    slice = []
  }
  if (slice.length > 0) yield slice
  yield []
}
