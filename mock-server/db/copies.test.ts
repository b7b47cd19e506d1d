import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Copy } from './copies.ts'
import { openDatabase, type Database } from './database.ts'
import type { CopyChange, Row } from './change.ts'
import { temporaryDirectory } from './testing/temporary-directory.ts'

const text = 'x'.repeat(200)

/** Documents in the order of their table; in which order stores and tables came says nothing. */
function inTables(rows: Iterable<Row>): Record<string, unknown[]> {
  const tables: Record<string, unknown[]> = {}
  for (const [store, table, key, document] of rows) (tables[`${store}/${table}`] ??= []).push([key, document])
  return tables
}

function* rowsOf({ content }: Copy): Generator<Row> {
  for (const [store, tables] of content)
    for (const [table, documents] of tables)
      for (const [key, document] of documents) yield [store, table, key, document]
}

/** All that is kept: the content and each copy. */
const everything = (database: Database) => ({
  content: inTables(database.rows()),
  copies: [...database.copies].map(([name, copy]) => [name, copy.about, copy.store, inTables(rowsOf(copy))]),
})

const change = (database: Database, what: CopyChange) => database.changeCopies((make) => make(what))

test('a copy stays as it was, and is brought back as often as asked', async () => {
  const database = await openDatabase({ memory: true })
  const documents = database.table<string>(1, 'documents')
  documents.set('a', 'first').set('b', 'first')
  await change(database, { keep: 'one', store: null, about: 'first' })
  for (const _ of ['once', 'twice']) {
    const held = database.table<string>(1, 'documents').set('a', 'second').set('c', 'second')
    held.delete('b')
    await change(database, { bring: 'one', as: null })
    expect([...database.table(1, 'documents').entries()]).toEqual([
      ['a', 'first'],
      ['b', 'first'],
    ])
    expect(() => held.set('a', 'third')).toThrow('was reset')
  }
  expect(database.copies.get('one')).toMatchObject({ about: 'first', size: 2 })
})

test('a copy of one store is brought in the place of another, and leaves the rest alone', async () => {
  const database = await openDatabase({ memory: true })
  for (const store of [null, 1, 2]) database.table(store, 'documents').set('a', String(store))
  await change(database, { keep: 'one', store: 1, about: null })
  database.dropStore(1)
  const other = database.table(null, 'documents')
  await change(database, { bring: 'one', as: 2 })
  expect([...database.rows()]).toEqual([
    [null, 'documents', 'a', 'null'],
    [2, 'documents', 'a', '1'],
  ])
  other.set('b', 'still held')
})

test('what is done with copies between other changes is the same after a restart, compacted or not', async () => {
  const directory = await temporaryDirectory()
  let database = await openDatabase({ directory, compactAtBytes: 30_000 })
  let seed = 7
  const draw = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const compactions = new Set<string>()
  for (let round = 0; round < 200; round++) {
    const store = [null, 1, 2, 3][draw(4)] ?? null
    const table = database.table<object, number>(store, ['documents', 'others'][draw(2)] ?? '')
    const known = [...table.keys()]
    // A key that is gone is used again only where a copy brings it: two changes of one tick are saved as one.
    for (let times = draw(4); times > 0; times--) table.set(round * 10 + times, { round, text })
    for (const key of known) if (draw(6) === 0) table.set(key, { round, text })
    for (const key of known) if (draw(9) === 0) table.delete(key)
    const name = ['a', 'b', 'c'][draw(3)] ?? ''
    const about = { round }
    const saved = [
      draw(5) === 0 && change(database, { keep: name, store: draw(2) === 0 ? null : store, about }),
      draw(5) === 0 && database.copies.has(name) && change(database, { bring: name, as: null }),
      draw(40) === 0 && change(database, { forget: name }),
      draw(40) === 0 && database.replace([[1, 'documents', round * 10 + 9, { round, text }]]),
    ]
    await Promise.all([...saved, database.write()])
    if (draw(9) === 0) database.dropStore(2)
    for (const file of await readdir(directory)) if (file.startsWith('snapshot-')) compactions.add(file)
    if (round % 20 < 19) continue
    await database.write()
    const before = everything(database)
    await database.close()
    database = await openDatabase({ directory, compactAtBytes: 30_000 })
    expect(everything(database)).toEqual(before)
  }
  expect(compactions.size).toBeGreaterThan(2)
  await database.close()
})

test('documents that copies and content share are there once on disk, and after a restart in memory', async () => {
  const directory = await temporaryDirectory()
  const database = await openDatabase({ directory })
  await database.replace(
    Array.from({ length: 200 }, (_, key) => [1, 'documents', key, { key, text }] as const),
  )
  for (const name of ['a', 'b', 'c']) await change(database, { keep: name, store: null, about: null })
  await database.replace([])
  for (const name of ['c', 'a']) await change(database, { bring: name, as: null })
  await database.close()
  const again = await openDatabase({ directory, compactAtBytes: 1 })
  const documents = again.table<object>(1, 'documents')
  for (const { content } of again.copies.values())
    for (const [key, document] of content.get(1)?.get('documents') ?? [])
      expect(document).toBe(documents.get(Number(key)))
  await again.close()
})
