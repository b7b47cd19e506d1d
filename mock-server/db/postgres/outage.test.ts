import { expect, test, describe } from 'vitest'
import { startMock, type StartedMock } from '../../index.ts'
import { clientOf } from '../../desk/testing/client.ts'
import { until } from '../../faults/testing/faulty-mock.ts'
import { noPostgres, query, startPostgres, type PostgresServer } from '../testing/postgres.ts'

const KEY = 'test_key_small_store'

const customer = (first_name: string) => ({ customer: { first_name, last_name: 'Written', email: '' } })

async function withReplicas(
  work: (
    replicas: readonly [StartedMock, StartedMock],
    server: PostgresServer,
    database: string,
  ) => Promise<void>,
): Promise<void> {
  const server = await startPostgres()
  const database = await server.newDatabase()
  const options = { database, scenario: 'small' }
  const replicas = [await startMock(options), await startMock(options)] as const
  try {
    await work(replicas, server, database)
  } finally {
    await Promise.all(replicas.map((replica) => replica.close()))
    await server.close()
  }
}

const healthOf = async (replica: StartedMock) => (await clientOf(replica).admin('GET', '/health')).body.status

/** Writers that go on until they are stopped; resolves to how many customers of each name there must be. */
function writers(replicas: readonly StartedMock[]) {
  const over = new AbortController()
  const acknowledged: string[] = []
  const statuses = new Set<number>()
  const write = async (writer: number) => {
    for (let round = 0; !over.signal.aborted; round++) {
      const name = `Writer ${writer} ${round}`
      const replica = clientOf(replicas[(writer + round) % replicas.length] as StartedMock) // it is one of them
      const { status } = await replica.api(KEY, 'POST', '/customers', customer(name))
      statuses.add(status)
      if (status === 201) acknowledged.push(name)
    }
  }
  const all = Promise.all(Array.from({ length: 6 }, (_, writer) => write(writer)))
  return {
    statuses,
    acknowledged,
    stop: async () => {
      over.abort()
      await all
    },
  }
}

async function expectKept(replica: StartedMock, names: readonly string[]): Promise<void> {
  const found: string[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { body } = await clientOf(replica).api(
      KEY,
      'GET',
      `/customers?search=Written&per_page=100&page=${page}`,
    )
    pages = body.meta.total_pages
    found.push(...body.customers.map((each: { first_name: string }) => each.first_name))
  }
  expect(new Set(found).size).toBe(found.length)
  expect(names.filter((name) => !found.includes(name))).toEqual([])
}

describe.skipIf(noPostgres)('a database', () => {
  test('that goes away: requests are answered 503, nothing that was acknowledged is lost, and all goes on by itself', () =>
    withReplicas(async (replicas, server) => {
      const [one] = replicas
      const writing = writers(replicas)
      await until(async () => writing.acknowledged.length > 10)
      for (const how of ['fast', 'immediate'] as const) {
        await server.stop(how)
        await until(async () => (await healthOf(one)) === 'failed')
        const { status, body } = await clientOf(one).api(KEY, 'GET', '/settings')
        expect([status, body.error]).toEqual([503, 'Service unavailable'])
        expect(body.message).toMatch(/^The database .* does not save anything now: .*it goes on by itself/)
        await server.start()
        const before = writing.acknowledged.length
        await until(async () => writing.acknowledged.length > before + 10)
      }
      for (const replica of replicas) await until(async () => (await healthOf(replica)) === 'ok')
      await writing.stop()
      expect([...writing.statuses].toSorted()).toEqual([201, 503])
      for (const replica of replicas) await expectKept(replica, writing.acknowledged)
    }))

  test('that ends connections amid commits loses nothing, and keeps nothing twice', () =>
    withReplicas(async (replicas, _server, database) => {
      const writing = writers(replicas)
      for (let round = 1; round <= 10; round++) {
        await until(async () => writing.acknowledged.length > round * 10)
        await query(
          database,
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'invoicing-kit'",
        )
      }
      await writing.stop()
      expect([...writing.statuses]).toEqual([201])
      for (const replica of replicas) await expectKept(replica, writing.acknowledged)
    }))
})
