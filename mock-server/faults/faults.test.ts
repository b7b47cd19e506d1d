import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { ERROR_KINDS, type ErrorKind } from '../../schemas/operations.ts'
import type { FaultEffect, FaultInput, FaultWhen } from '../../schemas/types.ts'
import { startMock } from '../testing/engine.ts'
import { Faults } from './faults.ts'
import { logNormal, seededShare } from './seeded.ts'
import { CLIENTS, type Asked } from './testing/clients.ts'
import { faultyMock, until, type FaultyMock } from './testing/faulty-mock.ts'

const KEY = 'test_key_small_store'
const { fetch: ask } = CLIENTS

const request = (
  operation: FaultWhen['operation'] | null = 'listInvoices',
  store = 'small',
  method = 'GET',
) => ({
  operation,
  method,
  store: () => store,
})

describe('which requests are hit', () => {
  /** Which of a number of requests are hit, counted from 1. */
  function hits(input: FaultInput, requests = 10, faults = new Faults()): number[] {
    faults.add(input)
    const all = Array.from({ length: requests }, (_, index) => index + 1)
    return all.filter(() => faults.meet(request()) !== null)
  }

  const fault: FaultEffect = { kind: 'reset' }

  test('all; or some by their number', () => {
    expect(hits({ fault }, 3)).toEqual([1, 2, 3])
    expect(hits({ when: { after: 2 }, fault }, 4)).toEqual([3, 4])
    expect(hits({ when: { times: 2 }, fault }, 4)).toEqual([1, 2])
    expect(hits({ when: { after: 1, times: 2 }, fault }, 5)).toEqual([2, 3])
    expect(hits({ when: { share: 0 }, fault })).toEqual([])
  })

  test('a share of them: by the seed the same, and about as many as it says', () => {
    const tenth = (seed?: number) => hits({ when: { share: 0.1, ...(seed && { seed }) }, fault }, 1000)
    expect(tenth(7)).toEqual(tenth(7))
    expect(tenth()).toEqual(tenth(1))
    expect(tenth(7)).not.toEqual(tenth(8))
    expect(tenth().length).toBeGreaterThan(60)
    expect(tenth().length).toBeLessThan(140)
    // Made more frequent, it hits those of before too.
    const fifth = hits({ when: { share: 0.2 }, fault }, 1000)
    expect(fifth).toEqual(expect.arrayContaining(tenth()))
    // Two faults of one seed do not hit the same.
    expect(hits({ when: { share: 0.1 }, fault: { kind: 'hang' } }, 1000)).not.toEqual(tenth())
  })

  test('a share is drawn of the requests that fit, whatever else stands', () => {
    const faults = new Faults()
    faults.add({ when: { operation: 'listInvoices', times: 5 }, fault: { kind: 'hang' } })
    const alone = hits({ when: { share: 0.3 }, fault }, 40)
    expect(hits({ when: { share: 0.3 }, fault }, 40, faults)).toEqual(
      [1, 2, 3, 4, 5].concat(alone.filter((number) => number > 5)),
    )
  })

  test.each<[when: FaultWhen, given: ReturnType<typeof request>, fits: boolean]>([
    [{}, request(null), true],
    [{}, request('download'), true],
    [{ operation: 'listInvoices' }, request(), true],
    [{ operation: 'listInvoices' }, request(null), false],
    [{ operation: 'listInvoices' }, request('readInvoice'), false],
    [{ operation: 'download' }, request(), false],
    [{ operation: 'download' }, request('download'), true],
    [{ store: 'small' }, request(), true],
    [{ store: 'small' }, request('listInvoices', 'neighbour'), false],
    [{ method: 'GET' }, request(), true],
    [{ method: 'GET', store: 'small' }, request('createInvoice', 'small', 'POST'), false],
  ])('%o of %o: %s', (when, given, fits) => {
    const faults = new Faults()
    faults.add({ when, fault })
    expect(faults.meet(given) !== null).toBe(fits)
    expect(faults.shown).toMatchObject([{ matched: fits ? 1 : 0, played: fits ? 1 : 0 }])
  })

  test('an error of the API is none of a download, and nothing else expires', () => {
    const faults = new Faults()
    faults.add({ fault: { kind: 'answer', error: 'conflict' } })
    faults.add({ fault: { kind: 'expired' } })
    expect(faults.meet(request('download'))?.effect?.kind).toBe('expired')
    expect(faults.meet(request())?.effect?.kind).toBe('answer')
  })

  test('the first that is due is played, and a latency with one other', () => {
    const faults = new Faults()
    faults.add({ when: { times: 1 }, fault })
    faults.add({ fault: { kind: 'hang' } })
    faults.add({ when: { times: 2 }, fault: { kind: 'latency', ms: 20 } })
    faults.add({ fault: { kind: 'latency', ms: 30 } })
    const played = () => {
      const { id, wait, effect } = faults.meet(request()) ?? {}
      return [id, wait, effect?.kind]
    }
    expect(played()).toEqual(['fault-1', 20, 'reset'])
    expect(played()).toEqual(['fault-2', 20, 'hang'])
    expect(played()).toEqual(['fault-2', 30, 'hang'])
    faults.drop('fault-2')
    expect(played()).toEqual(['fault-4', 30, undefined])
    expect(faults.shown.map(({ matched, played: count, left }) => [matched, count, left])).toEqual([
      [1, 1, 0],
      [2, 2, 0],
      [4, 2, null],
    ])
  })

  test('once all have been played their times, requests are not looked at any more', () => {
    const faults = new Faults()
    hits({ when: { times: 2 }, fault }, 5, faults)
    expect([faults.armed, faults.shown[0]?.left]).toEqual([0, 0])
  })

  test('ids are counted on', () => {
    const faults = new Faults([{ id: 'fault-4', when: {}, fault }])
    faults.drop('fault-4')
    expect(faults.add({ fault }).id).toBe('fault-5')
  })
})

test('a varying latency has its median and its 99th percentile', () => {
  const draws = Array.from({ length: 5000 }, (_, index) => logNormal(100, 900, `${index}`)).toSorted(
    (a, b) => a - b,
  )
  expect(draws[2500]).toBeGreaterThan(90)
  expect(draws[2500]).toBeLessThan(110)
  expect(draws[4950]).toBeGreaterThan(700)
  expect(draws[4950]).toBeLessThan(1150)
  expect(logNormal(100, 900, 'one')).toBe(logNormal(100, 900, 'one'))
  expect(seededShare('one')).not.toBe(seededShare('two'))
})

describe('on a mock', () => {
  let mock: FaultyMock
  beforeAll(async () => {
    mock = await faultyMock()
  })
  afterAll(() => mock.close())
  afterEach(() => mock.desk.dropFaults())

  /** The creation of an invoice of an order that has none. */
  const creation = async (): Promise<Asked> => {
    const { id } = await mock.desk.orders().add({})
    return mock.ask('/invoices', { method: 'POST', body: { order_id: id } })
  }

  const garbage = async (seed: number): Promise<string> => {
    await mock.desk.dropFaults()
    await mock.desk.fault({ when: { seed }, fault: { kind: 'garbage' } })
    return (await ask(mock.ask('/templates'))).body
  }

  /** What a store has left of its limit, as an answer says it that counts itself. */
  const remaining = async (): Promise<number> =>
    Number((await ask(mock.ask('/templates'))).headers['x-ratelimit-remaining'])

  test.each<FaultEffect['kind']>(['lost-answer', 'cut', 'garbage', 'drip', 'latency'])(
    '%s: the work is done',
    async (kind) => {
      const rest = { cut: { bytes: 9 }, drip: { bytes_per_second: 1e5 }, latency: { ms: 1 } }
      // Each kind has what it needs.
      const fault = { kind, ...Reflect.get(rest, kind) } as FaultEffect
      await mock.desk.fault({ when: { operation: 'createInvoice', times: 1 }, fault })
      const asked = await creation()
      await ask(asked)
      // Created by this one it would be 201.
      expect((await ask(asked)).status).toBe(200)
    },
  )

  test.each<FaultEffect>([
    { kind: 'reset' },
    { kind: 'status', status: 502 },
    { kind: 'answer', error: 'conflict' },
  ])('%o: nothing is done', async (fault) => {
    await mock.desk.fault({ when: { times: 1 }, fault })
    const asked = await creation()
    await ask(asked)
    expect((await ask(asked)).status).toBe(201)
  })

  test('a latency is at least as long as it says, and comes before an error', async () => {
    await mock.desk.fault({ fault: { kind: 'status', status: 503 } })
    await mock.desk.fault({ fault: { kind: 'latency', ms: 30 } })
    const begun = performance.now()
    expect((await ask(mock.ask('/templates'))).status).toBe(503)
    expect(performance.now() - begun).toBeGreaterThan(29)
  })

  test('drip takes as long as it says', async () => {
    await mock.desk.fault({ fault: { kind: 'drip', bytes_per_second: 20_000 } })
    const begun = performance.now()
    const { body } = await ask(mock.ask('/templates'))
    expect(performance.now() - begun).toBeGreaterThan(body.length / 20 - 2)
  })

  test('garbage is the same by the same seed', async () => {
    expect(await garbage(3)).toBe(await garbage(3))
    expect(await garbage(3)).not.toBe(await garbage(4))
  })

  test('of many requests at once so many are hit as it says', async () => {
    await mock.desk.fault({ when: { after: 3, times: 5 }, fault: { kind: 'status', status: 503 } })
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(mock.ask('/templates'))))
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(5)
    expect(mock.desk.faults()).toMatchObject([{ matched: 8, played: 5, left: 0 }])
  })

  test('of one store no other suffers, and nobody without a key', async () => {
    await mock.desk.fault({ when: { store: 'small' }, fault: { kind: 'status', status: 503 } })
    const statuses = [KEY, 'test_key_neighbour_store', 'test_key_of_nobody'].map(
      async (key) => (await ask(mock.ask('/templates', { key }))).status,
    )
    expect(await Promise.all(statuses)).toEqual([503, 200, 401])
  })

  test('unknown paths and methods are hit where all are', async () => {
    await mock.desk.fault({ fault: { kind: 'status', status: 503 } })
    expect((await ask(mock.ask('/nowhere'))).status).toBe(503)
    expect((await ask(mock.ask('/templates', { method: 'PUT' }))).status).toBe(503)
  })

  describe('an error of the API', () => {
    const STATUSES: Record<ErrorKind, number> = {
      unauthorized: 401,
      forbidden: 403,
      'rate-limited': 429,
      'not-found': 404,
      unprocessable: 422,
      conflict: 409,
    }

    beforeEach(() => mock.desk.setDialect({ 'rate.headers_always': true }))
    afterEach(() => mock.desk.setDialect({}))

    test.each(ERROR_KINDS)('%s has status, headers and body of a real one', async (error) => {
      const before = await remaining()
      await mock.desk.fault({ when: { times: 1 }, fault: { kind: 'answer', error } })
      const { status, headers, body } = await ask(mock.ask('/templates'))
      expect([status, JSON.parse(body).error]).toEqual([STATUSES[error], expect.any(String)])
      // Who is let in neither by key nor by plan is told of no limit, and no request of his counts.
      const isIn = error !== 'unauthorized' && error !== 'forbidden'
      expect('x-ratelimit-limit' in headers).toBe(isIn)
      expect(await remaining()).toBe(before - (isIn ? 2 : 1))
    })

    test('rate-limited says how long to wait, and that nothing is left', async () => {
      await mock.desk.fault({ when: { times: 1 }, fault: { kind: 'answer', error: 'rate-limited' } })
      const { headers, body } = await ask(mock.ask('/templates'))
      expect(headers).toMatchObject({ 'retry-after': '1', 'x-ratelimit-remaining': '0' })
      expect(JSON.parse(body).retry_after).toBe(1)
    })

    test('is given by the dialect of the store', async () => {
      await mock.desk.patchStore('small', { dialect: { 'status.conflict': 418 } })
      onTestFinished(async () => void (await mock.desk.patchStore('small', { dialect: null })))
      await mock.desk.fault({ fault: { kind: 'answer', error: 'conflict' } })
      expect((await ask(mock.ask('/templates'))).status).toBe(418)
    })

    test('unprocessable says what is wrong with which field', async () => {
      const errors = { 'customer.email': ['is taken'] }
      await mock.desk.fault({ when: { times: 1 }, fault: { kind: 'answer', error: 'unprocessable', errors } })
      expect(JSON.parse((await ask(mock.ask('/templates'))).body).errors).toEqual(errors)
    })

    test('is given to whoever asks, with a wrong key too', async () => {
      await mock.desk.fault({ fault: { kind: 'answer', error: 'conflict' } })
      expect((await ask(mock.ask('/templates', { key: 'nobody' }))).status).toBe(409)
    })
  })

  test('a status is a proxy’s: no request of it counts', async () => {
    await mock.desk.setDialect({ 'rate.headers_always': true })
    const before = await remaining()
    await mock.desk.fault({ when: { times: 1 }, fault: { kind: 'status', status: 502 } })
    expect((await ask(mock.ask('/templates'))).headers).not.toHaveProperty('x-ratelimit-limit')
    expect(await remaining()).toBe(before - 1)
    await mock.desk.setDialect({})
  })
})

describe('on disk', () => {
  let data = ''
  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), 'faults-'))
  })
  afterEach(() => rm(data, { recursive: true }))

  test('a lost answer is saved, and the fault stands after a restart, a reset, and another scenario', async () => {
    const first = await startMock({ data, scenario: 'small' })
    const { id } = await first.fault({
      when: { operation: 'createInvoice', times: 1 },
      fault: { kind: 'lost-answer' },
    })
    const creation = { key: KEY, method: 'POST', body: { order_id: first.target.order_ids?.[0] } } as const
    expect(await ask({ url: `${first.base_url}/invoices`, ...creation })).toMatchObject({
      error: 'ECONNRESET',
    })
    expect(first.faults()).toMatchObject([{ id, played: 1, left: 0 }])
    await first.close()

    const second = await startMock({ data })
    const again = { url: `${second.base_url}/invoices`, ...creation }
    // It begins anew with its counts.
    expect(second.faults()).toEqual([{ ...first.faults()[0], matched: 0, played: 0, left: 1 }])
    expect(await ask(again)).toMatchObject({ error: 'ECONNRESET' })
    expect((await ask(again)).status).toBe(200)
    await second.reset()
    await second.load('empty')
    expect(second.faults()).toMatchObject([{ id, played: 1, left: 0 }])
    await second.dropFault(id)
    await second.close()

    const third = await startMock({ data })
    expect(third.faults()).toEqual([])
    await third.close()
  })

  test('a scenario that has faults puts them in the place of those that stood', async () => {
    const stores = [{ name: 'one', api_key: 'test_key_of_one_store' }]
    const faults = [{ when: { store: 'one' }, fault: { kind: 'hang' } }, { fault: { kind: 'reset' } }]
    const first = await startMock({ data, scenario: 'empty' })
    await first.fault({ fault: { kind: 'garbage' } })
    await first.load({ description: 'One', faults, stores })
    const kept = [
      { id: 'fault-1', ...faults[0] },
      { id: 'fault-2', when: {}, ...faults[1] },
    ]
    expect(first.faults()).toMatchObject(kept)
    await first.snapshot('hanging')
    await first.load({ description: 'One', faults: [], stores })
    expect(first.faults()).toEqual([])
    await first.restore('hanging')
    expect(first.faults()).toMatchObject(kept)
    await first.close()
    const second = await startMock({ data })
    expect(second.faults()).toMatchObject(kept)
    await second.close()
  })
})

test.each<FaultEffect>([
  { kind: 'hang' },
  { kind: 'drip', bytes_per_second: 0.01 },
  { kind: 'latency', ms: 3_600_000 },
])('a mock that closes ends %o', async (fault) => {
  const mock = await startMock({ scenario: 'small' })
  await mock.fault({ fault })
  const asked = Object.values(CLIENTS).map((client) =>
    client({ url: `${mock.base_url}/templates`, key: KEY }),
  )
  await until(() => mock.faults()[0]?.played === asked.length)
  await mock.close()
  const seen = await Promise.all(asked)
  // Who only has to wait is answered at once.
  const status = fault.kind === 'hang' ? undefined : 200
  expect(seen.map((each) => each.status)).toEqual([status, status, status])
})
