import { describe, expect, test } from 'vitest'
import { until } from '../../faults/testing/faulty-mock.ts'
import { noPostgres, query, sharedPostgres } from '../testing/postgres.ts'
import { Server } from './server.ts'

const WHO = { text: 'select pg_backend_pid() as pid' }
const left = (url: string, pid: number) => query(url, `select from pg_stat_activity where pid = ${pid}`)

describe.skipIf(noPostgres)('a transaction', () => {
  test.each([
    [
      'between its statements',
      async (url: string, pid: number) => until(async () => (await left(url, pid)).length === 0),
    ],
    ['amid one', async () => {}],
  ] as const)('whose connection ends %s is refused, and harms nothing else', async (_, meanwhile) => {
    const url = await (await sharedPostgres()).newDatabase()
    const server = await Server.at(url)
    await server.query({ text: 'create table kept (n int)' })
    const work = server.transaction(async (queries) => {
      await queries.query({ text: 'insert into kept values (1)' })
      const [{ pid = 0 } = {}] = await queries.query<{ pid: number }>(WHO)
      await query(url, `select pg_terminate_backend(${pid})`)
      await meanwhile(url, pid)
      await queries.query({ text: 'insert into kept values (2)' })
    })
    await expect(work).rejects.toThrow(/connection|terminat/i)
    expect(await server.query({ text: 'select n from kept' })).toEqual([])
    await server.close()
  })
})
