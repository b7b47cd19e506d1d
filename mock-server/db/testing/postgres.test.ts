import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../faults/testing/faulty-mock.ts'
import { noPostgres, query, sharedPostgres, startPostgres, type PostgresServer } from './postgres.ts'
import { startWire } from './wire.ts'

/** Resolves when the client's connection has ended, with or without a word. */
function ended(client: pg.Client): Promise<void> {
  client.on('error', () => {})
  return new Promise((resolve) => client.on('end', resolve))
}

describe.skipIf(noPostgres)('PostgreSQL for tests', () => {
  let postgres: PostgresServer
  beforeAll(async () => {
    postgres = await startPostgres({ max_connections: '7' })
  })
  afterAll(() => postgres.close())

  test('never runs as root', () => {
    expect(statSync(join(postgres.directory, 'data/postmaster.pid')).uid).not.toBe(0)
  })

  test('has the settings that were asked for', async () => {
    expect(await query(postgres.url('postgres'), 'show max_connections')).toEqual([{ max_connections: '7' }])
  })

  test('each new database is empty and another', async () => {
    const all = await sharedPostgres()
    const [one, other] = [await all.newDatabase(), await all.newDatabase()]
    await query(one, 'create table only_here (id int)')
    expect(await query(other, "select to_regclass('only_here') as there")).toEqual([{ there: null }])
  })

  test.each(['fast', 'immediate'] as const)(
    '%s: it ends connections, and comes back with its data',
    async (how) => {
      const url = await postgres.newDatabase()
      await query(url, 'create table kept as select 1 as id')
      const client = new pg.Client(url)
      await client.connect()
      const told = ended(client)
      await postgres.stop(how)
      await told
      await expect(query(url, 'select 1')).rejects.toThrow(/ENOENT|ECONNREFUSED/)
      await postgres.start()
      expect(await query(url, 'select id from kept')).toEqual([{ id: 1 }])
    },
  )

  test('says why it does not start', async () => {
    await expect(startPostgres({ shared_buffers: 'many' })).rejects.toThrow('shared_buffers')
  })

  test('ends with its process, however that ends, and leaves nothing', async () => {
    const script = fileURLToPath(new URL('postgres-child.ts', import.meta.url))
    const child = spawn(process.execPath, ['--import', 'tsx', script])
    const [said] = await once(child.stdout.setEncoding('utf8'), 'data')
    const directory = String(said).trim()
    expect(existsSync(directory)).toBe(true)
    child.kill('SIGKILL')
    await until(() => !existsSync(directory))
  })

  test('a wire is cut and mended', async () => {
    const wire = await startWire(postgres)
    const url = wire.url('postgres')
    const client = new pg.Client(url)
    await client.connect()
    const told = ended(client)
    wire.cut()
    await told
    await expect(query(url, 'select 1')).rejects.toThrow(/ECONNRESET|terminated/)
    wire.mend()
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    await wire.close()
  })

  test('what a wire holds passes when it is mended', async () => {
    const wire = await startWire(postgres)
    const client = new pg.Client(wire.url('postgres'))
    await client.connect()
    wire.hold()
    let answered = false
    const answer = client.query('select 1 as one').finally(() => (answered = true))
    await query(postgres.url('postgres'), 'select 1')
    expect(answered).toBe(false)
    wire.mend()
    expect((await answer).rows).toEqual([{ one: 1 }])
    await client.end()
    await wire.close()
  })
})
