import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isOneOf } from '../../schemas/tables.ts'
import { FORMAT } from './formats.ts'

const KINDS = ['snapshot', 'journal'] as const
type Kind = (typeof KINDS)[number]

/** A snapshot or a journal, as its name tells it. */
export interface DataFile {
  readonly name: string
  readonly kind: Kind
  readonly number: number
  readonly format: number
}

/**
 * What a data directory holds. A snapshot is all content at the time when the journal of the same number was
 * begun; so the content is the newest snapshot, then every journal from its number on (from 1 without one).
 */
export interface Listing {
  /** The newest. */
  readonly snapshot: DataFile | undefined
  /** By number, ascending. */
  readonly journals: readonly DataFile[]
}

export const fileName = (kind: Kind, number: number, format = FORMAT): string =>
  `${numbered(kind, number)}.v${format}.ndjson`

/** Where a snapshot or a journal is written until it is whole. */
export const unfinished = (directory: string, kind: Kind): string => join(directory, `${kind}.unfinished`)

/** Where the end of a journal is kept that was cut off at a byte. */
export const tailName = (number: number, at: number): string => `${numbered('journal', number)}.torn-at-${at}`

export const isTail = (name: string): boolean => /^journal-\d+\.torn-at-\d+$/.test(name)

export const isLock = (name: string): boolean => /^lock\.(new\.)?[\da-f]+$/.test(name)

/** Whether a file of that name is of a database, and of nobody else. */
export const isOurs = (name: string): boolean => /^(journal|snapshot)[-.]/.test(name) || isLock(name)

/** A directory held open: to sync it must not need one more file descriptor just when there is none. */
export interface OpenDirectory {
  readonly path: string
  /** Makes created, renamed and removed names durable. Windows neither can nor needs to. */
  sync(): Promise<void>
  close(): Promise<void>
}

export async function openDirectory(path: string): Promise<OpenDirectory> {
  const handle = await handleOf(path)
  return { path, sync: async () => handle?.sync(), close: async () => handle?.close() }
}

export async function listDirectory(directory: string): Promise<Listing> {
  const files = parseNames(await readdir(directory)).toSorted((a, b) => a.number - b.number)
  return {
    snapshot: files.findLast(({ kind }) => kind === 'snapshot'),
    journals: files.filter(({ kind }) => kind === 'journal'),
  }
}

/** Creates the directory where it is missing, such that it is still there after a power cut. */
export async function createDirectory(directory: string): Promise<void> {
  for (const path of await missing(resolve(directory))) {
    // Somebody else may have made it meanwhile.
    await mkdir(path).catch(async (error: unknown) => {
      if (!(await isDirectory(path))) throw error
    })
    await syncDirectory(dirname(path))
  }
}

/** The directories that are missing on the way to this one, and this one, the outermost first. mkdir's own `recursive` spins below /proc. */
async function missing(path: string): Promise<string[]> {
  if (await isDirectory(path)) return []
  const parent = dirname(path)
  return [...(parent === path ? [] : await missing(parent)), path]
}

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/** Removes what the snapshot of this number has made superfluous, and what was never finished. */
export async function removeLeftovers(directory: string, snapshot: number): Promise<void> {
  const old = parseNames(await readdir(directory)).filter(({ number }) => number < snapshot)
  const paths = [...old.map(({ name }) => join(directory, name)), unfinished(directory, 'snapshot')]
  await Promise.all(paths.map((path) => rm(path, { force: true })))
}

const NAME = /^(?<kind>snapshot|journal)-(?<number>\d+)\.v(?<format>\d+)\.ndjson$/

const parseNames = (names: readonly string[]): DataFile[] =>
  names.flatMap((name) => {
    const { kind, number, format } = NAME.exec(name)?.groups ?? {}
    return isOneOf(KINDS, kind) ? [{ name, kind, number: Number(number), format: Number(format) }] : []
  })

const numbered = (kind: Kind, number: number): string => `${kind}-${String(number).padStart(6, '0')}`

const handleOf = async (path: string): Promise<FileHandle | null> =>
  process.platform === 'win32' ? null : open(path, 'r')

async function syncDirectory(path: string): Promise<void> {
  const directory = await openDirectory(path)
  await directory.sync().finally(() => directory.close())
}
