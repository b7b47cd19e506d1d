import { stat } from 'node:fs/promises'
import { DatabaseInUse, DatabaseUnusable } from './errors.ts'
import { isSystemError } from './system-error.ts'
import { ask, hangUp, listen, type Lock } from './holder.ts'
import { holdSocketFile } from './socket-file.ts'

/**
 * One database per directory, for all processes of all containers on this machine: whoever listens on the
 * directory's socket has it. The operating system ends that with the process, however that dies, so there is no
 * stale lock to judge. On Windows, and where the file system takes no sockets, a name of this machine stands for the
 * directory, which containers don't share; on Linux that is asked as well, because earlier versions know no other.
 */
export async function lockDirectory(directory: string, tell: (note: string) => void): Promise<Lock> {
  const name = await nameOnMachine(directory)
  const machine = name === null ? null : await holdName(directory, name)
  try {
    const file = process.platform === 'win32' ? null : await holdFile(directory, machine !== null, tell)
    return {
      release: async () => {
        await file?.release()
        await machine?.release()
      },
    }
  } catch (error) {
    await machine?.release()
    throw error
  }
}

const ATTEMPTS = 10

/** Linux has sockets and Windows has pipes without a file, both gone with their process. */
async function nameOnMachine(directory: string): Promise<string | null> {
  const { dev, ino } = await stat(directory, { bigint: true })
  const name = `invoicing-kit-${dev}-${ino}`
  if (process.platform === 'linux') return `\0${name}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : null
}

async function holdName(directory: string, name: string): Promise<Lock> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      const server = await listen(name)
      return { release: () => hangUp(server) }
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'EADDRINUSE') throw error
    }
    const asked = await ask(name)
    if (typeof asked === 'object') throw new DatabaseInUse(directory, asked.holder)
  }
  throw new DatabaseInUse(directory, null)
}

/** What bind and link say where a file system has no sockets, or no second names. */
const UNSUPPORTED = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL'])

async function holdFile(
  directory: string,
  isHeldOtherwise: boolean,
  tell: (note: string) => void,
): Promise<Lock | null> {
  try {
    return await holdSocketFile(directory)
  } catch (error) {
    if (!isSystemError(error) || !UNSUPPORTED.has(error.code)) throw error
    if (!isHeldOtherwise) throw new DatabaseUnusable(directory, error)
    tell(
      `The file system of ${directory} takes no sockets (${error.code}), so that the directory is locked on this machine, ` +
        'but not for containers that share it: let no other container open it.',
    )
    return null
  }
}
