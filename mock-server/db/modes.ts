import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isLock, isOurs } from './directory.ts'
import { isSystemError } from './system-error.ts'

/** Of the files: keys and the signing secret are in them, which other users of the machine must not read. */
export const PRIVATE = 0o600
const PRIVATE_DIRECTORY = 0o700

/** Takes from others what they may do with an opened directory; one that holds what is not ours keeps its own mode. */
export async function tighten(directory: string, tell: (note: string) => void): Promise<void> {
  if (process.platform === 'win32') return
  const names = await readdir(directory)
  try {
    // Locks have no content, and those of others who try to open the directory come and go.
    for (const name of names.filter((each) => isOurs(each) && !isLock(each)))
      await restrict(join(directory, name), PRIVATE)
    if (names.every(isOurs)) await restrict(directory, PRIVATE_DIRECTORY)
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EPERM') throw error
    tell(`Other users of this machine may read ${directory}, as its mode cannot be changed (EPERM).`)
  }
}

async function restrict(path: string, mode: number): Promise<void> {
  if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, mode)
}
