import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startMock, type StartedMock } from '../../index.ts'
import { clientOf } from '../../desk/testing/client.ts'
import { noPostgres, sharedPostgres } from '../testing/postgres.ts'

const KEY = 'test_key_small_store'

/** A customer that nobody else is. */
const customer = (name: string) => ({ customer: { first_name: name, last_name: 'Of Many', email: '' } })

const counted = async (replica: ReturnType<typeof clientOf>) =>
  (await replica.admin('GET', '/coverage')).body.operations.listTemplates.requests

describe.skipIf(noPostgres)('three replicas on one database', () => {
  let replicas: StartedMock[]
  let asked = 0

  beforeAll(async () => {
    const server = await sharedPostgres()
    const database = await server.newDatabase()
    replicas = await Promise.all([1, 2, 3].map(() => startMock({ database, scenario: 'small' })))
  })
  afterAll(() => Promise.all(replicas.map((replica) => replica.close())))

  const next = () => clientOf(replicas[asked++ % replicas.length] as StartedMock) // there are three
  const api = (method: string, path: string, body?: unknown) => next().api(KEY, method, path, body)
  const admin = (method: string, path: string, body?: unknown) => next().admin(method, path, body)
  const onEach = <T>(work: (replica: ReturnType<typeof clientOf>) => Promise<T>) =>
    Promise.all(replicas.map((replica) => work(clientOf(replica))))

  test('are filled once, by one of them', async () => {
    const stores = await onEach((replica) => replica.admin('GET', '/stores'))
    expect(stores[0]?.body.stores).toHaveLength(2)
    for (const { body } of stores) expect(body).toEqual(stores[0]?.body)
  })

  test('lose none of two hundred writes at once', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `Writer ${index}`)
    const made = await Promise.all(names.map((name) => api('POST', '/customers', customer(name))))
    expect(new Set(made.map(({ body }) => body.customer.id)).size).toBe(200)
    for (const { body } of await onEach((replica) =>
      replica.api(KEY, 'GET', '/customers?search=Writer&per_page=1'),
    ))
      expect(body).toMatchObject({ meta: { total: 200 } })
  })

  test('advance one clock, each as far as it was told', async () => {
    await admin('PUT', '/clock', { now: '2030-01-01T00:00:00Z', frozen: true })
    await Promise.all(Array.from({ length: 6 }, () => admin('POST', '/clock/advance', { ms: 1000 })))
    for (const { body } of await onEach((replica) => replica.admin('GET', '/clock')))
      expect(body).toEqual({ now: '2030-01-01T00:00:06.000Z', frozen: true })
  })

  test('play a fault as often as it says, in all', async () => {
    await admin('POST', '/faults', { when: { times: 4 }, fault: { kind: 'status', status: 418 } })
    const answers = await Promise.all(Array.from({ length: 30 }, () => api('GET', '/settings')))
    expect(answers.filter(({ status }) => status === 418)).toHaveLength(4)
    for (const { body } of await onEach((replica) => replica.admin('GET', '/faults')))
      expect(body.faults).toMatchObject([{ played: 4, left: 0 }])
    await admin('DELETE', '/faults')
  })

  test('tell of the requests of all, by name, and stream what happens at any', async () => {
    await admin('DELETE', '/requests')
    const { body: stream } = await fetch(`${replicas[0]?.admin_url}/events`)
    if (!stream) throw new Error('There is no stream')
    await onEach((replica) => replica.api(KEY, 'GET', '/settings'))
    const names = (await onEach((replica) => replica.admin('GET', '/health'))).map(({ body }) => body.replica)
    expect(new Set(names).size).toBe(3)
    for (const replica of replicas.map(clientOf)) {
      const page = async () => (await replica.admin('GET', '/requests')).body.requests
      while ((await page()).length < 3);
      expect(new Set((await page()).map((one: { replica: string }) => one.replica))).toEqual(new Set(names))
      const { body: whole } = await replica.admin('GET', `/requests/${(await page())[0].seq}`)
      expect(whole).toMatchObject({ operation: 'readSettings', answer: { body: { settings: {} } } })
    }
    let told = ''
    for await (const part of stream.pipeThrough(new TextDecoderStream())) {
      told += part
      if (names.every((name) => told.includes(`"replica":"${name}"`))) break
    }
    await admin('DELETE', '/requests')
    for (const { body } of await onEach((replica) => replica.admin('GET', '/requests')))
      expect(body.requests).toEqual([])
  })

  test('forget what one was asked before, and nothing that it was asked after, in the same millisecond too', async () => {
    const [one] = replicas
    if (!one) throw new Error('There are three')
    const first = clientOf(one)
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    await first.api(KEY, 'GET', '/settings')
    one.clearRequests()
    await first.api(KEY, 'GET', '/templates')
    now.mockRestore()
    const { body } = await first.admin('GET', '/requests')
    expect(body.requests).toMatchObject([{ operation: 'listTemplates' }])
  })

  test('forget what another was asked before, though that is told later', async () => {
    const [one, other] = replicas.map(clientOf)
    if (!one || !other) throw new Error('There are three')
    await other.api(KEY, 'GET', '/settings')
    await one.admin('DELETE', '/requests')
    await other.api(KEY, 'GET', '/templates')
    for (const each of [other, one])
      expect((await each.admin('GET', '/requests')).body.requests).toMatchObject([
        { operation: 'listTemplates' },
      ])
  })

  test('count one coverage', async () => {
    await admin('DELETE', '/coverage')
    await onEach((replica) => replica.api(KEY, 'GET', '/templates'))
    for (const replica of replicas.map(clientOf)) while ((await counted(replica)) < 3);
    expect(await onEach(counted)).toEqual([3, 3, 3])
  })

  test('do in their processes what the admin API does', async () => {
    const [one, other] = replicas
    if (!one || !other) throw new Error('There are three')
    const { name, api_key } = await one.addStore({ name: 'in-process' })
    expect((await clientOf(other).api(api_key, 'GET', '/settings')).status).toBe(200)
    await other.clock.advance(1000)
    await other.patchStore(name, { plan: 'free' })
    expect((await clientOf(one).api(api_key, 'GET', '/settings')).status).toBe(403)
    await other.orders(name).add({ note: 'of another' })
    await one.dropStore(name)
    expect((await clientOf(other).api(api_key, 'GET', '/settings')).status).toBe(401)
  })
})

describe.skipIf(noPostgres)('a replica that comes later', () => {
  test('takes what is there, and is refused where it wants another scenario', async () => {
    const database = await (await sharedPostgres()).newDatabase()
    const first = await startMock({ database, scenario: 'small', seed: 3 })
    await clientOf(first).api(KEY, 'POST', '/customers', customer('Kept'))
    await clientOf(first).admin('POST', '/clock/advance', { ms: 1000 })
    await first.close()
    await expect(startMock({ database, scenario: 'default' })).rejects.toThrow(
      'filled with the scenario small and seed 3',
    )
    await expect(startMock({ database, seed: 4 })).rejects.toThrow(
      'filled with the scenario small and seed 3',
    )
    for (const options of [{}, { scenario: 'small' }, { scenario: 'small', seed: 3 }]) {
      const later = await startMock({ database, ...options })
      const { body } = await clientOf(later).api(KEY, 'GET', '/customers?search=Kept')
      expect(body.meta.total).toBe(1)
      await later.close()
    }
  })
})

describe.skipIf(noPostgres)('snapshots', () => {
  test('are of all replicas, and bring back everything, or a store', async () => {
    const database = await (await sharedPostgres()).newDatabase()
    const [one, other] = await Promise.all([1, 2].map(() => startMock({ database, scenario: 'small' })))
    if (!one || !other) throw new Error('Two were started')
    const [first, second] = [clientOf(one), clientOf(other)]
    const names = async (by: typeof first) =>
      (await by.api(KEY, 'GET', '/customers')).body.customers.map(
        (each: { first_name: string }) => each.first_name,
      )
    const before = await names(first)
    expect((await first.admin('POST', '/snapshots', { name: 'all' })).body).toMatchObject({ name: 'all' })
    expect((await second.admin('POST', '/snapshots', { name: 'shop', store: 'small' })).status).toBe(201)
    for (const round of [1, 2]) {
      for (const name of ['all', 'shop']) {
        await second.api(KEY, 'POST', '/customers', customer(`After ${round}`))
        await first.admin('POST', '/stores', { name: `extra-${round}-${name}` })
        expect(await names(first)).toHaveLength(before.length + 1)
        expect((await first.admin('POST', `/snapshots/${name}/restore`)).status).toBe(200)
        expect(await names(second)).toEqual(before)
        expect(await names(first)).toEqual(before)
      }
      expect((await second.admin('GET', '/stores')).body.stores).toHaveLength(3)
    }
    expect((await second.admin('GET', '/snapshots')).body.snapshots).toMatchObject([
      { name: 'all' },
      { name: 'shop' },
    ])
    expect((await first.admin('DELETE', '/snapshots/all')).status).toBe(204)
    expect((await second.admin('POST', '/snapshots/all/restore')).status).toBe(404)
    await Promise.all([one.close(), other.close()])
  })
})
