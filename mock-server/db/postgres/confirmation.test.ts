import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../database.ts'
import type { Database } from '../interface.ts'
import { openBehindWire } from '../testing/behind-wire.ts'
import { noPostgres, query, sharedPostgres } from '../testing/postgres.ts'

const [ONE, OTHER] = [7, 8]

const BEGUN = [
  [null, 'said', 'now', 0],
  [ONE, 'counts', 'times', 0],
  [OTHER, 'counts', 'times', 0],
] as const

const counts = (database: Database, store: number | null, name = 'counts') =>
  database.table<number, string>(store, name)

const timesIn = (database: Database, store: number): number => counts(database, store).get('times') ?? 0

/** Counts once: what is done twice is seen. */
const countUp = (database: Database, store: number): void =>
  void counts(database, store).set('times', timesIn(database, store) + 1)

const says = (database: Database, now: number) =>
  database.turn(() => void counts(database, null, 'said').set('now', now))

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10))
}

const closeAll = (...databases: readonly Database[]) =>
  Promise.all(databases.map((database) => database.close()))

/** Has the log of a store, so that whoever appends to it waits. */
async function holderOf(url: string, store: number) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('begin')
  await client.query(`select from invoicing_kit.logs where store = ${store} for update`)
  const waiting = async () =>
    (
      await query(
        url,
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' order by query_start`,
      )
    ).map(({ pid }) => Number(pid))
  return { waiting, letGo: () => client.end() }
}

describe.skipIf(noPostgres)('work that changes something', () => {
  test('is done once where another store that it saw was changed by others meanwhile', async () => {
    const url = await (await sharedPostgres()).newDatabase()
    const database = await openDatabase({ database: url })
    await database.replace(BEGUN)
    const others = await openDatabase({ database: url })
    const seen = await database.turn(() => timesIn(database, OTHER))
    await others.turn(() => countUp(others, OTHER))
    const then = await database.turn(() => {
      const sees = timesIn(database, OTHER)
      countUp(database, ONE)
      return sees
    })
    expect([seen, then]).toEqual([0, 1])
    expect(await others.turn(() => timesIn(others, ONE))).toBe(1)
    await closeAll(database, others)
  })

  test.each([
    ['is kept', async () => {}],
    [
      'is taken back',
      async (url: string, pid: number | undefined) =>
        void (await query(url, `select pg_terminate_backend(${pid})`)),
    ],
  ])(
    'is done once where its answer is lost and the clock set before a statement that waits %s',
    async (_, befall) => {
      const { url, wire, others, database, close } = await openBehindWire(BEGUN)
      await database.turn(() => timesIn(database, ONE))
      const holder = await holderOf(url, ONE)
      const done = database.turn(() => countUp(database, ONE))
      await until(async () => (await holder.waiting()).length === 1)
      await says(others, 1)
      wire.cut()
      wire.mend()
      await until(async () => (await holder.waiting()).length === 2)
      const [first] = await holder.waiting()
      await befall(url, first)
      await holder.letGo()
      await done
      expect(await others.turn(() => timesIn(others, ONE))).toBe(1)
      expect(await database.turn(() => timesIn(database, ONE))).toBe(1)
      await close()
    },
  )
})
