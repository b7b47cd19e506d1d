import { createServer, type AddressInfo } from 'node:net'
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

/** A message of the wire protocol: its type, its length, its contents. */
const message = (type: string, contents: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeInt32BE(contents.length + 4)
  return Buffer.concat([Buffer.from(type), length, contents])
}

const GREETING = [message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]
const ENDED = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'))

/** Stands in for a PostgreSQL server that ends each connection in the breath in which it greets. */
async function endingServer() {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.concat([...GREETING, ENDED])))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { url: `postgres://kit@127.0.0.1:${port}/kit`, close: () => server.close() }
}

describe('a connection that the server ends in the breath in which it greets', () => {
  test('fails what asked for it, and nothing else', async () => {
    const ending = await endingServer()
    const server = await Server.at(ending.url)
    await expect(server.query({ text: 'select 1' })).rejects.toThrow(/connection|terminat/i)
    await expect(server.transaction((queries) => queries.query(WHO))).rejects.toThrow(/connection|terminat/i)
    await server.close()
    ending.close()
  })
})
