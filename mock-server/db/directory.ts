import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/**
 * What a data directory holds. A snapshot is all content at the time when the journal of the same number was
 * begun; so the content is the newest snapshot, then every journal from its number on (from 1 without one).
 */
export interface Listing {
  /** The newest; 0 when there is none. */
  readonly snapshot: number
  /** Ascending. */
  readonly journals: readonly number[]
  /** The highest format version among the files' names; 0 when there are none. */
  readonly format: number
}

export const FORMAT = 1

type Kind = 'snapshot' | 'journal'

export const fileName = (kind: Kind, number: number): string =>
  `${kind}-${String(number).padStart(6, '0')}.v${FORMAT}.ndjson`

/** Where a snapshot is written until it is whole. */
export const unfinished = (directory: string): string => join(directory, 'snapshot.unfinished')

export async function listDirectory(directory: string): Promise<Listing> {
  const files = parseNames(await readdir(directory))
  return {
    snapshot: Math.max(0, ...numbersOf('snapshot', files)),
    journals: numbersOf('journal', files).toSorted((a, b) => a - b),
    format: Math.max(0, ...files.map(({ format }) => format)),
  }
}

/** Creates the directory where it is missing, such that it is still there after a power cut. */
export async function createDirectory(directory: string): Promise<void> {
  const first = await mkdir(directory, { recursive: true })
  if (first === undefined) return
  for (let made = resolve(directory); made.length >= resolve(first).length; made = dirname(made))
    await syncDirectory(dirname(made))
}

/** Makes created, renamed and removed names durable. Windows neither can nor needs to. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Removes what the snapshot of this number has made superfluous, and a snapshot that was never finished. */
export async function removeLeftovers(directory: string, snapshot: number): Promise<void> {
  const old = parseNames(await readdir(directory)).filter(({ number }) => number < snapshot)
  const paths = [...old.map(({ name }) => join(directory, name)), unfinished(directory)]
  await Promise.all(paths.map((path) => rm(path, { force: true })))
}

const NAME = /^(?<kind>snapshot|journal)-(?<number>\d+)\.v(?<format>\d+)\.ndjson$/

interface DataFile {
  readonly name: string
  readonly kind: string
  readonly number: number
  readonly format: number
}

const parseNames = (names: readonly string[]): DataFile[] =>
  names.flatMap((name) => {
    const { kind, number, format } = NAME.exec(name)?.groups ?? {}
    return kind === undefined ? [] : [{ name, kind, number: Number(number), format: Number(format) }]
  })

const numbersOf = (kind: Kind, files: readonly DataFile[]): number[] =>
  files.filter((file) => file.kind === kind).map(({ number }) => number)
