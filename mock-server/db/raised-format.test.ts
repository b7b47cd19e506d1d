import { readdir } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { temporaryDirectory } from './testing/temporary-directory.ts'

/** The database as a version has it whose newest format is the one after ours. */
async function nextVersion() {
  const now = await vi.importActual<typeof import('./formats.ts')>('./formats.ts')
  const next = now.FORMAT + 1
  vi.doMock('./formats.ts', () => ({
    FORMAT: next,
    formatOf: (format: number) => now.formatOf(format === next ? now.FORMAT : format),
  }))
  vi.resetModules()
  const { openDatabase } = await import('./database.ts')
  return { openDatabase, next }
}

test('a later version with a format of its own takes over all that ours kept, and ours then leaves it alone', async () => {
  const directory = await temporaryDirectory()
  const ours = await import('./database.ts')
  const before = await ours.openDatabase({ directory })
  await before.replace([[1, 'invoices', 'a', 'first']])
  before.table(1, 'invoices').set('b', 'second')
  await before.write()
  const rows = [...before.rows()]
  await before.close()

  const { openDatabase, next } = await nextVersion()
  for (const _ of ['taken over', 'opened again']) {
    const after = await openDatabase({ directory })
    expect([...after.rows()]).toEqual(rows)
    await after.close()
  }
  const names = await readdir(directory)
  expect(names.filter((name) => name.endsWith('.ndjson'))).toEqual([
    `journal-000003.v${next}.ndjson`,
    `snapshot-000003.v${next}.ndjson`,
  ])
  await expect(ours.openDatabase({ directory })).rejects.toThrow(`has format version ${next}`)
})
