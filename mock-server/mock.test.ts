import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openMock, type Mock } from './mock.ts'

let data = ''
let mock: Mock
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'mock-'))
  mock = await openMock({ data, scenario: 'empty' })
})
afterEach(async () => {
  await mock.close()
  await rm(data, { recursive: true })
})

const reopen = async () => {
  await mock.close()
  mock = await openMock({ data })
}

test('what is set while a scenario is loaded outlives it, and a restart', async () => {
  const before = mock.secret
  mock.clock.set(Date.parse('2027-01-02T03:04:05Z'), true)
  await Promise.all([
    mock.load(mock.source),
    mock.load({ scenario: 'small', seed: 3, definition: null }),
    mock.setDialect({ 'status.unauthorized': 418 }),
    mock.saveClock(),
  ])
  await reopen()
  expect(mock.dialect['status.unauthorized']).toBe(418)
  expect(new Date(mock.clock.now()).toISOString()).toBe('2027-01-02T03:04:05.000Z')
  expect(mock.source).toEqual({ scenario: 'small', seed: 3, definition: null })
  expect(mock.stores.records().map(({ name }) => name)).toContain('small')
  expect(mock.secret).toBe(before)
})

test('a scenario that is none leaves everything as it was', async () => {
  const before = [...mock.db.rows()]
  await expect(mock.load({ scenario: 'none-such', seed: 1, definition: null })).rejects.toThrow('none-such')
  expect([...mock.db.rows()]).toEqual(before)
  await mock.setDialect({})
})

test('--dialect replaces the stored one, and without it the stored one holds', async () => {
  await mock.setDialect({ 'status.unauthorized': 418, 'status.not_found': 410 })
  await mock.close()
  mock = await openMock({ data, dialect: { 'status.not_found': 400 } })
  expect(mock.dialect).toMatchObject({ 'status.unauthorized': 401, 'status.not_found': 400 })
  await reopen()
  expect(mock.dialect).toMatchObject({ 'status.unauthorized': 401, 'status.not_found': 400 })
})

test.each([
  ['frozen', { ahead_ms: 0, frozen_at: 8.64e15 }],
  ['running', { ahead_ms: 8.6e15, frozen_at: null }],
])(
  'a clock beyond its range, as earlier versions saved it, runs with the machine again: %s',
  async (_, state) => {
    mock.clock.state = state
    await mock.saveClock()
    await reopen()
    expect(Math.abs(mock.clock.now() - Date.now())).toBeLessThan(60_000)
    await mock.load({ scenario: 'small', seed: 1, definition: null })
  },
)

test('secrets of two mocks differ', async () => {
  const other = await openMock({ scenario: 'empty' })
  expect(other.secret).not.toBe(mock.secret)
  expect(mock.secret.length).toBeGreaterThan(40)
  await other.close()
})
