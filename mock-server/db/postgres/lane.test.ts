import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { until } from '../../faults/testing/faulty-mock.ts'
import { noPostgres, query, sharedPostgres } from '../testing/postgres.ts'
import { Lane } from './lane.ts'

const WHO = { text: 'select pg_backend_pid() as pid' }

async function opened(idleMs?: number) {
  const url = await (await sharedPostgres()).newDatabase()
  const pool = new pg.Pool({ connectionString: url })
  pool.on('error', () => {})
  const lane = new Lane(pool, idleMs)
  const who = async () => (await lane.query<{ pid: number }>(WHO))[0]?.pid
  const close = async () => {
    lane.close()
    await pool.end()
  }
  return { url, pool, lane, who, close }
}

describe.skipIf(noPostgres)('the connection for questions', () => {
  test('is one, however many ask at once', async () => {
    const { pool, who, close } = await opened()
    const all = await Promise.all([who(), who(), who()])
    expect([new Set(all).size, await who()]).toEqual([1, all[0]])
    expect(pool.totalCount - pool.idleCount).toBe(1)
    await close()
  })

  test('is another one after it broke while nobody used it', async () => {
    const { url, pool, who, close } = await opened()
    const first = await who()
    await query(url, `select pg_terminate_backend(${first})`)
    await until(async () => pool.totalCount === 0)
    expect(await who()).not.toBe(first)
    await close()
  })

  test('is another one after a statement failed', async () => {
    const { lane, who, close } = await opened()
    const first = await who()
    await expect(lane.query({ text: 'select 1 / 0' })).rejects.toThrow('division by zero')
    expect(await who()).not.toBe(first)
    await close()
  })

  test('is given back where nobody used it for a while, never while it is in use, and taken again', async () => {
    const { url, pool, lane, who, close } = await opened(1)
    const other = new pg.Client(url)
    await other.connect()
    await other.query('select pg_advisory_lock(1)')
    await who()
    const waiting = lane.query({ text: 'select pg_advisory_lock(1)' })
    await setTimeout(50)
    expect(pool.idleCount).toBe(0)
    await other.end()
    await waiting
    await until(async () => pool.idleCount === 1)
    expect(await who()).toBeGreaterThan(0)
    await close()
  })
})
