import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createDirectory,
  fileName,
  openDirectory,
  removeLeftovers,
  unfinished,
  type OpenDirectory,
} from './directory.ts'
import type { Lock } from './holder.ts'
import { Journal } from './journal.ts'
import { lockDirectory } from './lock.ts'
import { tighten } from './modes.ts'
import { recover, type Make, type Recovered } from './recovery.ts'
import { writeSnapshot } from './snapshot.ts'
import type { Tables } from './tables.ts'

/** What is there once the directory was read. */
export interface Opened {
  readonly directory: OpenDirectory
  readonly lock: Lock
  readonly journal: Journal
  readonly isNew: boolean
  data: Tables
  snapshotBytes: number
  /** The newest snapshot has a recipe for the rows. */
  isMade: boolean
}

/** What is told in sentences: what people should know, and that nothing is saved any more. */
export interface Told {
  tell(note: string): void
  tellFailure(says: string): void
}

/** Opens a directory, locks it and reads it; what was opened is let go of where that fails. */
export async function openData(path: string, told: Told, make: Make): Promise<Opened> {
  await createDirectory(path)
  const directory = await openDirectory(path)
  try {
    const lock = await lockDirectory(path, told.tell)
    return await openLocked(directory, lock, told, make)
  } catch (error) {
    await directory.close()
    throw error
  }
}

async function openLocked(
  directory: OpenDirectory,
  lock: Lock,
  { tell, tellFailure }: Told,
  make: Make,
): Promise<Opened> {
  try {
    await tighten(directory.path, tell)
    const recovered = await recover(directory.path, tell, make)
    const { isNew, tables: data } = recovered
    const journal = await openJournal(directory, recovered, tellFailure)
    return { directory, lock, isNew, isMade: false, data, ...journal }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Goes on with the last journal. A new directory has none; one of an earlier format, or that lacks rows, is rewritten, or stays as it is. */
async function openJournal(directory: OpenDirectory, recovered: Recovered, tellFailure: Told['tellFailure']) {
  const { isNew, isCurrent, journal: number, checksum, journalBytes: bytes, snapshotBytes } = recovered
  if (isCurrent && number > 0)
    return { journal: await Journal.open(directory, { number, checksum, bytes }, tellFailure), snapshotBytes }
  // Of an earlier format, and nothing was ever saved in it.
  if (isNew) await removeLeftovers(directory.path, number + 1)
  const journal = await Journal.begin(directory, isNew ? 1 : number + 1, tellFailure)
  return { journal, snapshotBytes: isNew ? 0 : await writeAnew(directory, journal, recovered) }
}

async function writeAnew(
  directory: OpenDirectory,
  { number }: Journal,
  { tables }: Recovered,
): Promise<number> {
  const bytes = await writeSnapshot(directory.path, { snapshot: number }, tables.history())
  await publish(directory, number)
  await removeLeftovers(directory.path, number)
  return bytes
}

/** From here on the finished snapshot is what a restart begins with. */
export async function publish(directory: OpenDirectory, number: number): Promise<void> {
  await rename(unfinished(directory.path, 'snapshot'), join(directory.path, fileName('snapshot', number)))
  await directory.sync()
}
