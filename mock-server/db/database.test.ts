import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { openDatabase, type Database } from './database.ts'
import { fileName } from './directory.ts'
import { ContentGone } from './errors.ts'
import { contentOf, temporaryDirectory } from './testing/temporary-directory.ts'

const reopen = async (database: Database, directory: string): Promise<Database> => {
  await database.close()
  return openDatabase({ directory })
}

describe.each(['memory', 'directory'] as const)('in %s', (kind) => {
  const open = async (): Promise<Database> =>
    openDatabase(kind === 'memory' ? { memory: true } : { directory: await temporaryDirectory() })

  test('is new, gives a table again and lists all rows', async () => {
    const database = await open()
    database.table(null, 'clock').set('now', 5)
    database.table(1, 'invoices').set('a', { total: 1 })
    database.table(2, 'invoices').set(7, { total: 2 })
    await database.write()
    expect(database.isNew).toBe(true)
    expect(database.failure).toBeNull()
    expect(database.table(1, 'invoices').get('a')).toEqual({ total: 1 })
    expect([...database.rows()]).toEqual([
      [null, 'clock', 'now', 5],
      [1, 'invoices', 'a', { total: 1 }],
      [2, 'invoices', 7, { total: 2 }],
    ])
    await database.close()
    await database.close()
  })

  test('replaces everything', async () => {
    const database = await open()
    database.table(1, 'invoices').set('a', 1)
    await database.write()
    await database.replace([[2, 'invoices', 'b', 2]])
    expect([...database.rows()]).toEqual([[2, 'invoices', 'b', 2]])
    expect(database.table(1, 'invoices').size).toBe(0)
    await database.close()
  })

  test('lets nobody change a table from before', async () => {
    const database = await open()
    const dropped = database.table(1, 'invoices').set('a', 1)
    database.dropStore(1)
    expect(() => dropped.set('b', 2)).toThrow(ContentGone)
    expect(() => dropped.delete('a')).toThrow(ContentGone)
    const replaced = database.table(2, 'invoices')
    await database.replace([])
    expect(() => replaced.set('c', 3)).toThrow(ContentGone)
    expect([dropped.size, replaced.size]).toEqual([1, 0])
    await database.write()
    expect([...database.rows()]).toEqual([])
    await database.close()
  })
})

describe('a directory', () => {
  test('is created with those above it', async () => {
    const directory = join(await temporaryDirectory(), 'a', 'b')
    await (await openDatabase({ directory })).close()
    expect(Object.keys(await contentOf(directory))).toEqual([fileName('journal', 1)])
  })

  test('gives back what was written, keys and documents as they were', async () => {
    const directory = await temporaryDirectory()
    const rows = [
      [null, 'dialect', 'k', 'text'],
      [1, 'invoices', 7, { note: 'ü \n " \u0000 😀', lines: [1, null, { a: false }] }],
      [1, 'invoices', '7', 0],
      [1, 'settings', '', ''],
      [1, 'settings', 'off', false],
    ] as const
    let database = await openDatabase({ directory })
    for (const [store, name, key, document] of rows) database.table(store, name).set(key, document)
    await database.write()
    database = await reopen(database, directory)
    expect([...database.rows()]).toEqual(rows)
    expect(database.isNew).toBe(false)
    await database.close()
  })

  test('is still new when nothing was ever saved', async () => {
    const directory = await temporaryDirectory()
    const database = await reopen(await openDatabase({ directory }), directory)
    expect(database.isNew).toBe(true)
    await database.close()
  })

  test('forgets what was deleted and what was dropped', async () => {
    const directory = await temporaryDirectory()
    let database = await openDatabase({ directory })
    database.table(1, 'invoices').set('a', 1).set('b', 2).delete('a')
    database.table(2, 'invoices').set('a', 1)
    await database.write()
    database.table(2, 'invoices').set('b', 1)
    database.dropStore(2)
    database.table(2, 'invoices').set('c', 1)
    database.table(1, 'invoices').delete('b')
    await database.write()
    database = await reopen(database, directory)
    expect([...database.rows()]).toEqual([[2, 'invoices', 'c', 1]])
    await database.close()
  })

  test('holds a replaced content, and what was written while and after it was replaced', async () => {
    const directory = await temporaryDirectory()
    let database = await openDatabase({ directory })
    const replaced = database.replace([[1, 'invoices', 'new', 1]])
    database.table(1, 'invoices').set('old', 1)
    await database.write()
    await replaced
    database.table(1, 'invoices').set('newer', 2)
    await database.write()
    const rows = [...database.rows()]
    database = await reopen(database, directory)
    expect([...database.rows()]).toEqual(rows)
    expect(rows).toEqual([
      [1, 'invoices', 'new', 1],
      [1, 'invoices', 'newer', 2],
    ])
    await database.close()
  })

  test('saves only what changed since the last write', async () => {
    const directory = await temporaryDirectory()
    const database = await openDatabase({ directory })
    const table = database.table(1, 'invoices')
    for (const key of ['a', 'b', 'a']) {
      table.set(key, 1)
      await database.write()
    }
    await database.write()
    const [journal = ''] = Object.values(await contentOf(directory))
    expect(journal.replaceAll(/^\["\w+",/gm, '').split('\n')).toEqual([
      '{"journal":1,"after":null}]',
      '[[1,"invoices","a",1]]]',
      '[[1,"invoices","b",1]]]',
      '[[1,"invoices","a",1]]]',
      '',
    ])
    await database.close()
  })

  test('holds the same as memory when writers go on while it is replaced', async () => {
    const directory = await temporaryDirectory()
    let database = await openDatabase({ directory })
    const state = { replaced: false }
    const done = database.replace([[1, 'invoices', 'new', 1]]).then(() => (state.replaced = true))
    for (let key = 0; !state.replaced; key++) {
      database.table(1, 'invoices').set(key, key)
      await Promise.race([database.write(), setImmediate()])
    }
    await done
    const rows = [...database.rows()]
    database = await reopen(database, directory)
    expect([...database.rows()]).toEqual(rows)
    await database.close()
  })

  test('a replacement that cannot be saved leaves everything as it was', async () => {
    const directory = await temporaryDirectory()
    let database = await openDatabase({ directory })
    database.table(1, 'invoices').set('old', 1)
    await database.write()
    const before = await contentOf(directory)
    const unwritable = database.replace([[1, 'invoices', 'new', 1n]])
    await expect(unwritable).rejects.toThrow('The content is what it was before.')
    expect(await contentOf(directory)).toEqual(before)
    expect(database.failure).toBeNull()
    expect([...database.rows()]).toEqual([[1, 'invoices', 'old', 1]])
    database.table(1, 'invoices').set('more', 1)
    database = await reopen(database, directory)
    expect([...database.rows()]).toHaveLength(2)
    await database.close()
  })

  test('saves the waiting writers together', async () => {
    const directory = await temporaryDirectory()
    const database = await openDatabase({ directory })
    const table = database.table(1, 'invoices')
    await Promise.all(
      Array.from({ length: 100 }, (_, key) => {
        table.set(key, key)
        return database.write()
      }),
    )
    const [journal = ''] = Object.values(await contentOf(directory))
    expect(journal.trim().split('\n').length).toBeLessThan(6)
    await database.close()
  })
})
