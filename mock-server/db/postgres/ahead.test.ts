import { describe, expect, test } from 'vitest'
import { until } from '../../faults/testing/faulty-mock.ts'
import type { Database } from '../interface.ts'
import { openBehindWire } from '../testing/behind-wire.ts'
import { noPostgres } from '../testing/postgres.ts'

const [ONE, OTHER, UNREAD] = [7, 8, 9]

const BEGUN = [
  [null, 'said', 'now', 0],
  ...['first', 'second', 'third'].map((key) => [ONE, 'counts', key, 0] as const),
  [OTHER, 'counts', 'first', 0],
  [UNREAD, 'counts', 'first', 0],
] as const

/** A database whose answers can be held, and another process of it that they reach at once; both know two stores. */
async function opened() {
  const behind = await openBehindWire(BEGUN)
  for (const each of [behind.database, behind.others])
    await each.turn(() => [ONE, OTHER].map((store) => each.table(store, 'counts').size))
  return behind
}

const counts = (database: Database, store = ONE) => database.table<number, string>(store, 'counts')

/** Counts once: what is done twice is seen. */
function countUp(database: Database, store = ONE): number {
  const next = (counts(database, store).get('first') ?? 0) + 1
  counts(database, store).set('first', next)
  return next
}

const entries = (database: Database) => database.turn(() => [...counts(database).entries()])

/** Work whose answer is held, and some that was done meanwhile. */
async function meanwhile<T>(
  { database, wire }: Awaited<ReturnType<typeof opened>>,
  work: (again: boolean) => T,
  store = ONE,
) {
  let [asked, times] = [0, 0]
  wire.holdAnswers()
  const before = database.turn(() => (asked++, countUp(database, store)))
  await until(() => asked > 0)
  const after = database.turn((again) => (times++, work(again)))
  await until(() => times > 0)
  return { before, after, times: () => times }
}

describe.skipIf(noPostgres)('work that comes while the database is asked', () => {
  test('is done then, once, on top of what is asked, and answered when it is kept', async () => {
    const mock = await opened()
    const { database, others, wire } = mock
    const { before, after, times } = await meanwhile(mock, () => countUp(database))
    const isAnswered = await Promise.race([
      after.then(() => true),
      new Promise((go) => setImmediate(go, false)),
    ])
    expect(isAnswered).toBe(false)
    await until(async () => (await entries(others))[0]?.[1] === 1)
    wire.mend()
    expect([await before, await after, times()]).toEqual([1, 2, 1])
    expect((await entries(others))[0]).toEqual(['first', 2])
    await mock.close()
  })

  test('is done anew where what it stood on was not as it was seen, and takes back what it did', async () => {
    const mock = await opened()
    const { database, others, wire } = mock
    await others.turn(() => countUp(others))
    const { before, after, times } = await meanwhile(mock, () => {
      counts(database).delete('second')
      countUp(database, OTHER)
      return countUp(database)
    })
    wire.mend()
    expect([await before, await after]).toEqual([2, 3])
    expect(times()).toBeGreaterThan(1)
    for (const each of [database, others]) {
      expect(await entries(each)).toEqual([
        ['first', 3],
        ['third', 0],
      ])
      expect(await each.turn(() => counts(each, OTHER).get('first'))).toBe(1)
    }
    await mock.close()
  })

  test('that misses a store halfway leaves all as it was, and in order', async () => {
    const mock = await opened()
    const { database, others, wire } = mock
    const { before, after } = await meanwhile(mock, (again) => {
      if (!again) counts(database).delete('first')
      database.need(UNREAD)
    })
    wire.mend()
    await after
    expect(await before).toBe(1)
    expect(await entries(database)).toEqual(await entries(others))
    expect((await entries(database)).map(([key]) => key)).toEqual(['first', 'second', 'third'])
    await mock.close()
  })

  test('is answered with the failure where the database fails', async () => {
    const mock = await opened()
    const { database, wire, told } = mock
    const { before, after } = await meanwhile(mock, () => countUp(database))
    wire.cut()
    const results = await Promise.allSettled([before, after])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    wire.mend()
    await until(() => database.failure === null)
    // Once each, however often it was tried meanwhile.
    expect(told).toEqual([
      expect.stringMatching(/^The database \S+ does not save anything now: /),
      expect.stringMatching(/^The database \S+ saves again\.$/),
    ])
    expect(await database.turn(() => counts(database).get('first'))).toBeLessThan(2)
    await mock.close()
  })

  test('waits where it has to be alone, and so does what comes after that', async () => {
    const mock = await opened()
    const { database, wire } = mock
    const order: string[] = []
    const { before, after } = await meanwhile(mock, () => order.push('ahead'))
    const alone = database.alone(() => order.push('alone'))
    const last = database.turn(() => order.push('last'))
    await new Promise((go) => setImmediate(go))
    expect(order).toEqual(['ahead'])
    wire.mend()
    await Promise.all([before, after, alone, last])
    expect(order).toEqual(['ahead', 'alone', 'last'])
    await mock.close()
  })
})
