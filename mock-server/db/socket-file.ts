import { randomBytes } from 'node:crypto'
import { link, mkdtemp, open, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseInUse } from './errors.ts'
import { isSystemError } from './system-error.ts'
import { ask, hangUp, listen, type Lock } from './holder.ts'

/**
 * Holds the directory by a socket in it, `lock.7`: the one with the highest number is the lock, and it is held as long
 * as somebody listens there. So it holds for all who share the directory and a kernel, in whatever container, and ends
 * with its process. Whoever finds the highest one deaf links its own to the next number, which only one can; one whose
 * number is not the highest after that came too late, and steps back. For that to be seen the two highest stay.
 */
export async function holdSocketFile(directory: string): Promise<Lock> {
  const shortcut = await shortcutTo(directory)
  const own = temporaryName()
  try {
    const server = await listen(join(shortcut.path, own))
    try {
      const number = await linkHighest(directory, own, shortcut.path)
      await tidy(directory, number, shortcut.path)
      return { release: () => letGo(directory, number).finally(() => hangUp(server)) }
    } catch (error) {
      await hangUp(server)
      throw error
    } finally {
      await rm(join(directory, own), { force: true })
    }
  } finally {
    await shortcut.close()
  }
}

const ATTEMPTS = 20
const fileOf = (number: number): string => `lock.${number}`
const temporaryName = (): string => `lock.new.${randomBytes(6).toString('hex')}`

async function linkHighest(directory: string, own: string, shortcut: string): Promise<number> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const highest = await highestIn(directory)
    const asked = highest === 0 ? 'stale' : await ask(join(shortcut, fileOf(highest)))
    if (typeof asked === 'object') throw new DatabaseInUse(directory, asked.holder)
    const next = highest + 1
    if (asked === 'gone' || !(await isLinked(directory, own, next))) continue
    if ((await highestIn(directory)) === next) return next
    await rm(join(directory, fileOf(next)))
  }
  throw new DatabaseInUse(directory, null)
}

async function isLinked(directory: string, own: string, number: number): Promise<boolean> {
  try {
    await link(join(directory, own), join(directory, fileOf(number)))
    return true
  } catch (error) {
    // Another was faster: it took the number, or has tidied up what it took for a leftover.
    if (isSystemError(error) && (error.code === 'EEXIST' || error.code === 'ENOENT')) return false
    throw error
  }
}

const highestIn = async (directory: string): Promise<number> => Math.max(0, ...(await numbersIn(directory)))

const numbersIn = async (directory: string): Promise<number[]> =>
  (await readdir(directory)).flatMap((name) => {
    const number = /^lock\.(\d+)$/.exec(name)?.[1]
    return number === undefined ? [] : [Number(number)]
  })

/** What killed holders left behind. Nobody is disturbed by it, so it may fail. */
async function tidy(directory: string, number: number, shortcut: string): Promise<void> {
  const old = (await numbersIn(directory)).filter((other) => other < number - 1).map(fileOf)
  for (const name of await readdir(directory))
    if (name.startsWith('lock.new.') && (await ask(join(shortcut, name))) === 'stale') old.push(name)
  await Promise.allSettled(old.map((name) => rm(join(directory, name))))
  if (number > 1) await letGo(directory, number - 1)
}

/** Puts a plain file in the socket's place: as deaf as a socket that nobody listens at, and it can be copied. */
async function letGo(directory: string, number: number): Promise<void> {
  const plain = join(directory, temporaryName())
  try {
    await writeFile(plain, '', { mode: 0o600 })
    await rename(plain, join(directory, fileOf(number)))
  } catch (error) {
    // On a full disk, or where the directory is gone, the socket stays, which does no harm.
    if (!isSystemError(error)) throw error
    await rm(plain, { force: true })
  }
}

/** A short path to the directory, as the name of a socket has room for some hundred bytes only. */
async function shortcutTo(directory: string) {
  if (process.platform === 'linux') {
    const handle = await open(directory, 'r')
    return { path: `/proc/self/fd/${handle.fd}`, close: () => handle.close() }
  }
  const folder = await mkdtemp(join(tmpdir(), 'lock-'))
  await symlink(resolve(directory), join(folder, 'd'))
  return { path: join(folder, 'd'), close: () => rm(folder, { recursive: true }) }
}
