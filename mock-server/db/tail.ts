import { open, readdir, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { isTail, tailName, type DataFile } from './directory.ts'
import { isSystemError } from './system-error.ts'
import { PRIVATE } from './modes.ts'

/** How many ends of journals are kept, and how much of each, in bytes. */
const KEPT_TAILS = 5
const MAX_TAIL = 16 << 20

/** Cuts off what a journal holds from a byte on, tells it, and keeps it beside. */
export async function cutTail(
  directory: string,
  { name, number }: DataFile,
  at: number,
  tell: (note: string) => void,
): Promise<void> {
  const path = join(directory, name)
  const length = (await stat(path)).size - at
  const kept = await keepTail(directory, path, tailName(number, at), at)
  await truncate(path, at)
  const file = await open(path, 'r+')
  await file.sync().finally(() => file.close())
  tell(
    `The last ${length} bytes of ${name} in ${directory} are no whole change, as a kill or a power cut leaves it: ` +
      `they were cut off and ${kept}.`,
  )
}

/** Answers in words what came of it: on a full disk the tail cannot be kept, and the data shall open all the same. */
async function keepTail(directory: string, path: string, name: string, at: number): Promise<string> {
  try {
    await copyFrom(path, at, join(directory, name))
    await dropOldTails(directory)
    return `are kept in ${name}`
  } catch (error) {
    if (!isSystemError(error)) throw error
    await rm(join(directory, name), { force: true })
    return `could not be kept (${error.code})`
  }
}

async function copyFrom(path: string, at: number, copy: string): Promise<void> {
  const [from, to] = [await open(path, 'r'), await open(copy, 'w', PRIVATE)]
  try {
    const { buffer, bytesRead } = await from.read({ buffer: Buffer.alloc(MAX_TAIL), position: at })
    await to.writeFile(buffer.subarray(0, bytesRead))
  } finally {
    await from.close()
    await to.close()
  }
}

async function dropOldTails(directory: string): Promise<void> {
  const paths = (await readdir(directory)).filter(isTail).map((name) => join(directory, name))
  const dated = await Promise.all(paths.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })))
  const old = dated.toSorted((a, b) => b.at - a.at).slice(KEPT_TAILS)
  await Promise.all(old.map(({ path }) => rm(path)))
}
