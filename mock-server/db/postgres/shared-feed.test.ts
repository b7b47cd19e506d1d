import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Told } from '../feed.ts'
import { noPostgres, query, sharedPostgres } from '../testing/postgres.ts'
import { startWire, type Wire } from '../testing/wire.ts'
import { prepareSchema } from './schema.ts'
import { Server } from './server.ts'
import { SharedFeed } from './shared-feed.ts'

describe.skipIf(noPostgres)('what processes tell each other', () => {
  let wire: Wire
  let url = ''
  let servers: Server[] = []
  beforeAll(async () => {
    const postgres = await sharedPostgres()
    wire = await startWire(postgres)
    url = await postgres.newDatabase()
    const { pathname } = new URL(url)
    servers = await Promise.all([wire.url(pathname.slice(1)), url].map((each) => Server.at(each)))
    for (const server of servers) await prepareSchema(server)
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close()))
    await wire.close()
  })

  /** A feed of each server, and what it heard. */
  const feeds = () =>
    servers.map((server) => {
      const [feed, heard] = [new SharedFeed(server), [] as Told[]] // nothing yet
      feed.hear(
        (told) => heard.push(told),
        () => {},
        0,
      )
      return { feed, heard }
    })

  const told = async () =>
    Number(
      (await query(url, 'select coalesce(sum(count), 0) as count from invoicing_kit.told'))[0]?.['count'],
    )

  test('is heard by all in the same order, with the same numbers', async () => {
    const [one, other] = feeds()
    if (!one || !other) throw new Error('There are two')
    for (const value of [1, 2, 3]) one.feed.tell('count', value)
    await one.feed.catchUp()
    for (const value of [4, 5]) other.feed.tell('count', value)
    await other.feed.catchUp()
    await one.feed.catchUp()
    expect(one.heard.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5])
    expect(other.heard).toEqual(one.heard)
    const [first] = one.heard
    expect(one.heard.map(({ number }) => number - (first?.number ?? 0))).toEqual([0, 1, 2, 3, 4])
    expect(one.heard.map(({ replica }) => replica === one.feed.replica)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    await Promise.all([one.feed.close(), other.feed.close()])
  })

  test('is heard once where the answer of the database was lost', async () => {
    const [one, other] = feeds()
    if (!one || !other) throw new Error('There are two')
    await Promise.all([one.feed.catchUp(), other.feed.catchUp()])
    const before = [one.heard.length, other.heard.length]
    const there = await told()
    wire.holdAnswers()
    one.feed.tell('lost', 'answer')
    const lost = one.feed.catchUp()
    while ((await told()) === there) await new Promise((resolve) => setTimeout(resolve, 10))
    wire.cut()
    await lost
    wire.mend()
    await one.feed.catchUp()
    await other.feed.catchUp()
    for (const [index, { heard }] of [one, other].entries())
      expect(heard.slice(before[index]).map(({ value }) => value)).toEqual(['answer'])
    await Promise.all([one.feed.close(), other.feed.close()])
  })

  test('is known only when its millisecond is over, so that what is told then has a later time', async () => {
    const [one] = feeds()
    if (!one) throw new Error('There are two')
    const now = vi.spyOn(Date, 'now').mockReturnValue(1000)
    one.feed.tell('moment', 1)
    let isKnown = false
    const known = one.feed.catchUp().then(() => (isKnown = true))
    while (!(await query(url, "select from invoicing_kit.told where body like '%moment%'")).length);
    // More than it would take without a clock that stands.
    for (let round = 0; round < 20; round++) await query(url, 'select 1')
    expect(isKnown).toBe(false)
    now.mockReturnValue(1001)
    await known
    now.mockRestore()
    await one.feed.close()
  })

  test('is to be brief while much of it waits', async () => {
    const [one] = feeds()
    if (!one) throw new Error('There are two')
    expect(one.feed.isBusy).toBe(false)
    one.feed.tell('much', 'x'.repeat(600_000))
    expect(one.feed.isBusy).toBe(true)
    await one.feed.catchUp()
    expect(one.feed.isBusy).toBe(false)
    expect(one.heard.at(-1)?.value).toHaveLength(600_000)
    await one.feed.close()
  })

  test('is of many that come while much waits the latest thousand, and all else, in its order', async () => {
    const [one, other] = feeds()
    if (!one || !other) throw new Error('There are two')
    const much = 'x'.repeat(600_000)
    one.feed.tell('much', much)
    one.feed.tell('few', 'before')
    for (let value = 1; value <= 3500; value++) one.feed.tell('many', value, 1)
    one.feed.tell('few', 'after')
    const latest = Array.from({ length: 1000 }, (_, index) => 2501 + index)
    for (const { feed, heard } of [one, other]) {
      await feed.catchUp()
      expect(heard.slice(-1003).map(({ value }) => value)).toEqual([much, 'before', ...latest, 'after'])
    }
    await Promise.all([one.feed.close(), other.feed.close()])
  })

  test('is of what is heavy no more than goes into one batch, and all else', async () => {
    const [one] = feeds()
    if (!one) throw new Error('There are two')
    const heavy = 'x'.repeat(700_000)
    one.feed.tell('first', heavy)
    for (let value = 1; value <= 100; value++) one.feed.tell('heavy', `${value}${heavy}`, heavy.length)
    one.feed.tell('few', 'after')
    await one.feed.catchUp()
    const heard = one.heard.slice(-25).map(({ value }) => String(value).replace(heavy, ''))
    const latest = Array.from({ length: 23 }, (_, index) => String(78 + index))
    expect(heard).toEqual(['', ...latest, 'after'])
    await one.feed.close()
  })

  test('ends, however much comes while it is told: that is told the next time', async () => {
    const [one] = feeds()
    if (!one) throw new Error('There are two')
    one.feed.tell('much', 'x'.repeat(600_000))
    let isOver = false
    let latest = 0
    const tellMore = (): void => {
      for (let more = 0; more < 300; more++) one.feed.tell('many', ++latest, 1)
      if (!isOver) setImmediate(tellMore)
    }
    tellMore()
    await one.feed.catchUp()
    isOver = true
    await new Promise((resolve) => setImmediate(resolve))
    await one.feed.catchUp()
    expect(one.heard.at(-1)?.value).toBe(latest)
    await one.feed.close()
  })

  test('while the database was away comes after what was on its way then', async () => {
    const [one] = feeds()
    if (!one) throw new Error('There are two')
    await one.feed.catchUp()
    const before = one.heard.length
    wire.cut()
    one.feed.tell('count', 'on its way')
    await one.feed.catchUp()
    one.feed.tell('count', 'since')
    wire.mend()
    await one.feed.catchUp()
    expect(one.heard.slice(before).map(({ value }) => value)).toEqual(['on its way', 'since'])
    await one.feed.close()
  })
})
