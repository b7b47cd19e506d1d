import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty directory that goes with the test. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'db-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** Every file of a directory with its content, but for its locks, which are sockets. */
export async function contentOf(directory: string): Promise<Record<string, string>> {
  const names = (await readdir(directory)).filter((name) => !name.startsWith('lock.')).toSorted()
  const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'latin1')))
  return Object.fromEntries(names.map((name, at) => [name, texts[at] ?? '']))
}
