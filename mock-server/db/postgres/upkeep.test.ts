import { describe, expect, test } from 'vitest'
import { until } from '../../faults/testing/faulty-mock.ts'
import { openDatabase } from '../database.ts'
import type { Database } from '../interface.ts'
import { noPostgres, query, sharedPostgres } from '../testing/postgres.ts'

const STORE = 7

const append = (database: Database, key: string, value: number) =>
  database.turn(() => void database.table<number, string>(STORE, 'counts').set(key, value))

const countsIn = (database: Database) =>
  database.turn(() => Object.fromEntries(database.table<number, string>(STORE, 'counts').entries()))

const groupsIn = async (url: string) =>
  Number((await query(url, 'select count(*) from invoicing_kit.journal'))[0]?.['count'])

describe.skipIf(noPostgres)('a database that others have open too', () => {
  test('keeps a long log short, and whoever is behind or comes later reads all of it', async () => {
    const url = await (await sharedPostgres()).newDatabase()
    const first = await openDatabase({ database: url, longAt: 300, lookMs: 20 })
    await first.replace([[STORE, 'counts', 'begun', 1]])
    const behind = await openDatabase({ database: url, lookMs: 1_000_000 })
    expect(await countsIn(behind)).toEqual({ begun: 1 })
    await append(first, 'early', 7)
    for (let value = 1; value <= 1000; value++) await append(first, `key ${value % 3}`, value)
    await until(async () => (await groupsIn(url)) < 600)
    // What came early is in no group any more.
    const all = { begun: 1, early: 7, 'key 0': 999, 'key 1': 1000, 'key 2': 998 }
    expect(await countsIn(first)).toEqual(all)
    expect(await countsIn(behind)).toEqual(all)
    await append(behind, 'begun', 2)
    const later = await openDatabase({ database: url })
    expect(await countsIn(later)).toEqual({ ...all, begun: 2 })
    await Promise.all([first.close(), behind.close(), later.close()])
  })

  test('writes a large store anew when its log is long beside it, and not before', async () => {
    const url = await (await sharedPostgres()).newDatabase()
    const database = await openDatabase({ database: url, longAt: 100, lookMs: 5 })
    await database.replace(Array.from({ length: 1600 }, (_, at) => [STORE, 'counts', `begun ${at}`, at]))
    for (let value = 1; value <= 350; value++) await append(database, 'begun 0', value)
    expect(await groupsIn(url)).toBe(350)
    for (let value = 1; value <= 100; value++) await append(database, 'begun 0', value)
    await until(async () => (await groupsIn(url)) < 350)
    await database.close()
  })

  test('lets go of stores of which nobody asks anything, and brings them again', async () => {
    const url = await (await sharedPostgres()).newDatabase()
    const stores = Array.from({ length: 30 }, (_, index) => index + 1)
    const database = await openDatabase({ database: url, idleMs: 0, lookMs: 10 })
    await database.replace(stores.map((store) => [store, 'counts', 'begun', store]))
    await until(async () => stores.filter((store) => database.isAtHand(store)).length <= 20)
    for (const store of stores)
      expect(await database.turn(() => database.table(store, 'counts').get('begun'))).toBe(store)
    await database.close()
  })
})
