import { cp, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { fileName } from './directory.ts'
import type { Row } from './change.ts'
import { contentOf, temporaryDirectory } from './testing/temporary-directory.ts'

const text = 'x'.repeat(500)

/** Rows by place, so that neither order nor a row that stands twice goes unnoticed. */
const sorted = (rows: Iterable<Row>): string[] => Array.from(rows, (row) => JSON.stringify(row)).toSorted()

test('what is written, replaced, deleted and dropped while a snapshot is streamed is kept as it is at the end', async () => {
  const directory = await temporaryDirectory()
  const database = await openDatabase({ directory, compactAtBytes: 50_000 })
  const documents = database.table(1, 'documents')
  const snapshots = new Set<string>()
  for (let round = 0; round < 60; round++) {
    for (let key = 0; key < 40; key++) documents.set((round * 7 + key * 13) % 1500, { round, text })
    documents.delete((round * 31) % 1500)
    database.table(2 + (round % 3), 'documents').set(round, text)
    if (round % 10 === 9) database.dropStore(2 + (round % 3))
    await database.write()
    for (const name of await readdir(directory)) if (name.startsWith('snapshot-')) snapshots.add(name)
  }
  const expected = sorted(database.rows())
  await database.close()
  const again = await openDatabase({ directory })
  expect(sorted(again.rows())).toEqual(expected)
  expect(snapshots.size).toBeGreaterThan(2)
  await again.close()
})

test('removes what the snapshot made superfluous', async () => {
  const directory = await temporaryDirectory()
  const database = await openDatabase({ directory, compactAtBytes: 1000 })
  for (let count = 0; count < 100; count++) {
    database.table(1, 'documents').set('one', { count, text })
    await database.write()
  }
  await database.close()
  const files = await contentOf(directory)
  expect(Object.keys(files).map((name) => name.split('-')[0])).toEqual(['journal', 'snapshot'])
  const kept = Object.values(files).join('')
  expect(kept).toContain('"count":99,')
  expect(kept).not.toContain('"count":0,')
})

test('a replacement asked for during a compaction comes after it', async () => {
  const directory = await temporaryDirectory()
  const database = await openDatabase({ directory, compactAtBytes: 1000 })
  const documents = database.table(1, 'documents')
  for (let key = 0; key < 500; key++) documents.set(key, text)
  await database.write()
  documents.set('more', text)
  await Promise.all([database.write(), database.replace([[1, 'documents', 'new', 1]])])
  database.table(1, 'documents').set('newer', text.repeat(3))
  await database.write()
  const expected = sorted(database.rows())
  expect(expected).toHaveLength(2)
  await database.close()
  const again = await openDatabase({ directory })
  expect(sorted(again.rows())).toEqual(expected)
  await again.close()
})

test('a snapshot never holds half of a write that was not saved yet', async () => {
  const directory = await temporaryDirectory()
  const copy = await temporaryDirectory()
  const database = await openDatabase({ directory, compactAtBytes: 1000 })
  const documents = database.table(1, 'documents')
  for (let key = 0; key < 5000; key++) documents.set(key, text)
  await database.write()
  await database.write()
  while (!(await isWriting(directory))) await setImmediate()
  documents.set(0, 'changed').set(4999, 'changed')
  while (!(await readdir(directory)).includes(fileName('snapshot', 2))) await setImmediate()
  // As a kill would leave it: the two were never written, or both were.
  await cp(directory, copy, { recursive: true, filter: (path) => !/000001|lock\.|unfinished/.test(path) })
  const killed = await openDatabase({ directory: copy })
  const recovered = killed.table(1, 'documents')
  expect(recovered.size).toBe(5000)
  expect(recovered.get(0)).toEqual(recovered.get(4999))
  await killed.close()
  await database.close()
})

/** A first slice of a snapshot is written. */
const isWriting = async (directory: string): Promise<boolean> =>
  (await readdir(directory)).includes('snapshot.unfinished') &&
  (await stat(join(directory, 'snapshot.unfinished'))).size > 0
