import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { fileName } from './directory.ts'
import { temporaryDirectory } from './testing/temporary-directory.ts'

test('a change may have more rows than a call has room for arguments', async () => {
  const directory = await temporaryDirectory()
  const database = await openDatabase({ directory })
  const table = database.table<number>(1, 'invoices')
  for (let key = 0; key < 300_000; key++) table.set(key, key)
  await database.write()
  expect(database.failure).toBeNull()
  await database.close()
  const again = await openDatabase({ directory })
  expect(again.table(1, 'invoices').size).toBe(300_000)
  await again.close()
})

test('a change that is written in parts is there when all of it is, and else not at all', async () => {
  const directory = await temporaryDirectory()
  const path = join(directory, fileName('journal', 1))
  const text = 'x'.repeat(600_000)
  let database = await openDatabase({ directory })
  database.table(1, 'invoices').set('before', 1)
  await database.write()
  for (const key of [1, 2, 3, 4, 5]) database.table(1, 'invoices').set(key, text)
  await database.close()

  const whole = await readFile(path, 'latin1')
  const ends = [...whole.matchAll(/\n/g)].map(({ index }) => index + 1)
  expect(whole.match(/"more"\]\n/g)?.length).toBeGreaterThan(1)
  database = await openDatabase({ directory })
  expect([...database.table(1, 'invoices').keys()]).toEqual(['before', 1, 2, 3, 4, 5])
  await database.close()

  const parts = ends.slice(2, -1)
  for (const end of [...parts.map((part) => part + 700), ...parts].toSorted((a, b) => b - a)) {
    const notes: string[] = []
    await truncate(path, end)
    database = await openDatabase({ directory, tell: (note) => notes.push(note) })
    expect([...database.table(1, 'invoices').keys()]).toEqual(['before'])
    expect(notes[0]).toContain(`The last ${end - (ends[1] ?? 0)} bytes of journal-000001`)
    await database.close()
    await writeFile(path, whole, 'latin1')
  }
})
