import { describe, expect, test } from 'vitest'
import { until } from '../../faults/testing/faulty-mock.ts'
import { openDatabase } from '../database.ts'
import type { Database } from '../interface.ts'
import { noPostgres, query, sharedPostgres } from '../testing/postgres.ts'
import type { Counted } from '../window.ts'

/** Milliseconds of a window. */
const LENGTH = 1000
const [ONE, OTHER] = [7, 8]

/** The clock and the limit are of the whole system; each store has something, so that it is there. */
const opened = async (count: number, limit = 1e9) => {
  const url = await (await sharedPostgres()).newDatabase()
  const first = await openDatabase({ database: url })
  await first.replace([
    [null, 'said', 'now', 5000],
    [null, 'said', 'limit', limit],
    [ONE, 'counts', 'begun', 1],
    [OTHER, 'counts', 'begun', 1],
  ])
  const others = Array.from({ length: count - 1 }, () => openDatabase({ database: url }))
  return { url, databases: [first, ...(await Promise.all(others))] as [Database, Database] }
}

const said = (database: Database) => database.table<number, string>(null, 'said')

const say = (database: Database, what: string, value: number) =>
  database.turn(() => void said(database).set(what, value))

/** Counts a request in the window, as the gate of the rate limit does; null where that is full. */
function counted(database: Database, store: number): Counted | null {
  const now = said(database).get('now') ?? 0
  const window = database.window(store)
  const { latest } = window
  const isOpen = latest && now >= latest.start && now < latest.start + LENGTH
  const { start, used } = isOpen ? latest : { start: now, used: 0 }
  if (used >= (said(database).get('limit') ?? 0)) return null
  const next = { start, used: used + 1 }
  window.enter(next, { now, length: LENGTH, by: 1 })
  return next
}

const count = (database: Database, store = ONE) => database.turn(() => counted(database, store))

/** Whether a statement waits for another's. */
const isWaiting = async (url: string) =>
  (
    await query(
      url,
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).length > 0

const closeAll = (databases: readonly Database[]) =>
  Promise.all(databases.map((database) => database.close()))

describe.skipIf(noPostgres)('a window that several count in', () => {
  test('has one number for each request, whoever counts it', async () => {
    const { databases } = await opened(3)
    let number = 0
    for (let round = 0; round < 4; round++)
      for (const database of databases) expect((await count(database))?.used).toBe(++number)
    await closeAll(databases)
  })

  test('is read as the others left it', async () => {
    const { databases } = await opened(2)
    const [one, other] = databases
    for (const number of [1, 3]) {
      await count(one)
      await count(one)
      expect(await other.turn(() => other.window(ONE).latest)).toEqual({ start: 5000, used: number + 1 })
    }
    await closeAll(databases)
  })

  test('keeps numbers that were counted for requests that had to be refused, while it lasts', async () => {
    const { databases } = await opened(2, 4)
    const [one, other] = databases
    await other.turn(() => other.need(ONE))
    for (const number of [1, 2, 3]) expect((await count(one))?.used).toBe(number)
    // While the first is under way the others wait, and are then done together.
    const asked = await Promise.all([other.turn(() => null), ...[1, 2, 3, 4].map(() => count(other))])
    expect(asked.map((each) => each?.used)).toEqual([undefined, 4, undefined, undefined, undefined])
    await say(one, 'limit', 20)
    expect((await count(one))?.used).toBe(8)
    for (const number of [5, 6]) {
      await say(one, 'now', 5000 + number)
      expect((await count(other))?.used).toBe(number)
    }
    await say(one, 'now', 1000)
    expect(await count(one)).toEqual({ start: 1000, used: 1 })
    expect(await count(other)).toEqual({ start: 1000, used: 2 })
    await closeAll(databases)
  })

  test('has no number for a request that is refused by what was said meanwhile', async () => {
    const { databases } = await opened(2)
    const [one, other] = databases
    for (const database of databases) await count(database)
    await say(one, 'limit', 0)
    expect(await count(other)).toBe(null)
    await say(one, 'limit', 20)
    expect((await count(one))?.used).toBe(3)
    await closeAll(databases)
  })

  test('has the number of a request that had to be done again, as another wrote at the very moment it was counted', async () => {
    const { url, databases } = await opened(2)
    const [one] = databases
    for (const number of [1, 2]) expect((await count(one))?.used).toBe(number)
    const { default: pg } = await import('pg')
    const writer = new pg.Client(url)
    await writer.connect()
    await writer.query('begin')
    await writer.query('update invoicing_kit.logs set head = head + 1 where store = 7')
    const late = one.turn(() => {
      const { used } = counted(one, ONE) ?? {}
      const counts = one.table<number, string>(ONE, 'counts')
      const saw = counts.get('begun')
      counts.set('begun', 3)
      return { used, saw }
    })
    await until(() => isWaiting(url))
    await writer.query(
      `insert into invoicing_kit.journal select id, head, gen_random_uuid(), '[["counts","begun",2]]'
       from invoicing_kit.logs where store = 7`,
    )
    await writer.query('commit')
    await writer.end()
    expect(await late).toEqual({ used: 3, saw: 2 })
    expect((await count(one))?.used).toBe(4)
    await closeAll(databases)
  })

  test('is not begun anew by one who did not know yet that the clock was set', async () => {
    const { url, databases } = await opened(2)
    const [one, other] = databases
    for (const database of databases) for (const store of [ONE, OTHER]) await count(database, store)
    const { default: pg } = await import('pg')
    const held = new pg.Client(url)
    await held.connect()
    await held.query('begin')
    await held.query(
      'select from invoicing_kit.windows w join invoicing_kit.logs l on l.id = w.log where store = 7 for update of w',
    )
    const late = other.turn(() => [counted(other, ONE), counted(other, OTHER)])
    await until(() => isWaiting(url))
    await say(one, 'now', 1000)
    expect(await count(one, OTHER)).toEqual({ start: 1000, used: 1 })
    await held.query('commit')
    await held.end()
    expect((await late)[1]).toEqual({ start: 1000, used: 2 })
    expect(await count(one, OTHER)).toEqual({ start: 1000, used: 3 })
    await closeAll(databases)
  })
})
