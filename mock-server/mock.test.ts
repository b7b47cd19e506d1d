import { appendFile, cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EARLIER_FORMATS, FORMAT } from './db/formats.ts'
import { startMock } from './index.ts'
import { keepData } from './db/testing/keep-format.ts'
import type { Mock } from './mock.ts'
import { openMock } from './testing/engine.ts'
import { documentSource } from './rules/documents.ts'

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

/** As whoever tells a mock something does, so that what others do meanwhile meets it whole. */
const alone = <T>(work: () => T | Promise<T>) => mock.db.alone(work)

const reopen = async () => {
  await mock.close()
  mock = await openMock({ data })
}

test('what is set while a scenario is loaded outlives it, and a restart', async () => {
  const before = mock.secret
  mock.clock.set(Date.parse('2027-01-02T03:04:05Z'), true)
  await Promise.all([
    alone(() => mock.load(mock.source)),
    alone(() => mock.load({ scenario: 'small', seed: 3, definition: null })),
    alone(() => mock.setDialect({ 'status.unauthorized': 418 })),
    alone(() => mock.saveClock()),
  ])
  await reopen()
  expect(mock.dialect['status.unauthorized']).toBe(418)
  expect(new Date(mock.clock.now()).toISOString()).toBe('2027-01-02T03:04:05.000Z')
  expect(mock.source).toEqual({ scenario: 'small', seed: 3, definition: null })
  expect(mock.stores.records().map(({ name }) => name)).toContain('small')
  const { secret } = mock
  expect(secret).not.toBe(before)
  await reopen()
  expect(mock.secret).toBe(secret)
})

test('a store can be written to all the while, before and after another content takes its place', async () => {
  await mock.load({ scenario: 'small', seed: 1, definition: null })
  const state = { loaded: false }
  const loading = mock.load(mock.source).then(() => (state.loaded = true))
  const names = new Set<string>()
  while (!state.loaded) {
    const store = mock.stores.byName('small')
    store?.bulk_progress.set(1, 1)
    names.add(String(store?.record.name))
    await setImmediate()
  }
  await loading
  expect([...names]).toEqual(['small'])
})

/** A directory of that format, which an earlier version wrote. */
const keptBefore = (format: number, directory: string) =>
  cp(join(import.meta.dirname, 'db', 'testing', `format-${format}`), directory, { recursive: true })

test.each([...EARLIER_FORMATS, FORMAT])(
  'the data that a version of format %i kept is all there',
  async (format) => {
    const kept = join(data, 'kept')
    await (format === FORMAT ? keepData(kept) : keptBefore(format, kept))
    const old = await openMock({ data: kept })
    const store = old.stores.byKey('test_key_kept_store')
    expect(
      store && [...store.invoices.values()].map(({ number, total_price }) => [number, total_price]),
    ).toEqual([['INV-1001', '10.80']])
    expect(store && [...store.customers.values()].map(({ email }) => email)).toEqual([
      'ada@example.com',
      'bob@example.com',
    ])
    expect(store?.settings.get('settings')?.business_name).toBe('Renamed')
    const [document] = store?.documents.values() ?? []
    expect(store && document && documentSource(store, document).settings.business_name).toBe('Kept & Söhne')
    expect([...old.db.copies.keys()]).toEqual(format < 3 ? [] : ['kept'])
    await old.close()
  },
)

test.each(EARLIER_FORMATS)(
  'what a version of format %i kept is answered with all that the contract wants by now',
  async (format) => {
    const kept = join(data, 'kept')
    await keptBefore(format, kept)
    const old = await startMock({ data: kept })
    const headers = { 'x-auth-token': 'test_key_kept_store' }
    // What breaks its schema is answered 500 here.
    const get = async (path: string) => {
      const answer = await fetch(`${old.base_url}${path}`, { headers })
      expect([path, answer.status]).toEqual([path, 200])
      return (await answer.json()) as Record<string, { id: number; slug?: string }[]>
    }
    await get('/settings')
    for (const many of ['templates', 'customers', 'invoices']) {
      const records = (await get(`/${many}`))[many] ?? []
      expect(records).not.toEqual([])
      for (const { id, slug = id } of records) await get(`/${many}/${slug}`)
    }
    await old.close()
  },
)

test('what is told of the data is told to who listens, and kept', async () => {
  await mock.close()
  const [journal = ''] = (await readdir(data)).filter((name) => name.startsWith('journal-'))
  await appendFile(join(data, journal), '["torn')
  const told: string[] = []
  mock = await openMock({ data, tell: (warning) => told.push(warning) })
  expect(told).toEqual([expect.stringContaining(`The last 6 bytes of ${journal}`)])
  expect(mock.warnings).toEqual(told)
})

test('a scenario that is none leaves everything as it was', async () => {
  const before = [...mock.db.rows()]
  const loading = alone(() => mock.load({ scenario: 'none-such', seed: 1, definition: null }))
  await expect(loading).rejects.toThrow('none-such')
  expect([...mock.db.rows()]).toEqual(before)
  await alone(() => mock.setDialect({}))
})

test('--dialect replaces the stored one, and without it the stored one holds', async () => {
  await alone(() => mock.setDialect({ 'status.unauthorized': 418, 'status.not_found': 410 }))
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
    await alone(() => mock.saveClock())
    await reopen()
    expect(Math.abs(mock.clock.now() - Date.now())).toBeLessThan(60_000)
    await alone(() => mock.load({ scenario: 'small', seed: 1, definition: null }))
  },
)

test('secrets of two mocks differ', async () => {
  const other = await openMock({ scenario: 'empty' })
  expect(other.secret).not.toBe(mock.secret)
  expect(mock.secret.length).toBeGreaterThan(40)
  await other.close()
})
