import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { placeOf, startMock, type StartedMock } from '../testing/engine.ts'
import { startMockProcess } from '../testing/cli-process.ts'
import { answersOf } from './testing/answers.ts'
import { clientOf } from './testing/client.ts'
import { makeTraffic } from './testing/traffic.ts'

const KEY = 'test_key_small_store'

const ofShop = (answers: Map<string, unknown>) => [...answers].filter(([asked]) => asked.startsWith('small '))

describe('in one process', () => {
  let mock: StartedMock
  beforeEach(async () => {
    mock = await startMock({ scenario: 'small' })
  })
  afterEach(() => mock.close())

  const admin = (method: string, path: string, body?: unknown) => clientOf(mock).admin(method, path, body)
  const create = async (order_id: number | undefined) =>
    (await clientOf(mock).api(KEY, 'POST', '/invoices', { order_id })).body.invoice

  test('what is restored answers as it did, as often as asked, and the next record has the same id and number', async () => {
    await makeTraffic(clientOf(mock), 3)
    expect(await mock.snapshot('before')).toMatchObject({
      name: 'before',
      store: null,
      taken_at: expect.stringMatching(/^2026-03-01T22:5/),
    })
    const { order_ids } = mock.store('small')
    const before = await answersOf(mock, { draws: 2 })
    const made = new Set<string>()
    for (const _ of ['first', 'second']) {
      const answers = await answersOf(mock, { draws: 2 })
      expect(answers).toEqual(before)
      const { id, number } = await create(order_ids[0])
      made.add(`${id} ${number}`)
      expect(made.size).toBe(1)
      await makeTraffic(clientOf(mock), 5)
      await mock.load('rate-limited')
      await mock.setDialect({})
      await mock.clock.set(null)
      await mock.restore('before')
    }
  })

  test('one of a store puts back that store alone', async () => {
    await mock.clock.freeze('2026-03-01T09:30:00Z')
    await mock.snapshot('shop', { store: 'small' })
    const before = await answersOf(mock)
    const gone = await create(mock.store('small').order_ids[0])
    await mock.patchStore('neighbour', { plan: 'free' })
    await mock.restore('shop')
    const after = await answersOf(mock)
    expect(ofShop(after)).toEqual(ofShop(before))
    expect(mock.store('neighbour').plan).toBe('free')
    // Ids are counted on, so that no old URL leads to another document; numbers are the store's.
    const { id, number } = await create(mock.store('small').order_ids[0])
    expect(number).toBe(gone.number)
    expect(id).toBeGreaterThan(gone.id)
  })

  test('a store that was dropped, and one of its name that came after, make way', async () => {
    await mock.snapshot('shop', { store: 'small' })
    const { order_ids } = mock.store('small')
    await mock.dropStore('small')
    await mock.restore('shop')
    expect(mock.store('small')).toMatchObject({ api_key: KEY, order_ids })
    await mock.dropStore('small')
    await mock.addStore({ name: 'small' })
    await mock.restore('shop')
    expect(mock.store('small')).toMatchObject({ api_key: KEY, order_ids })
    expect((await create(order_ids[0])).number).toMatch(/^CS-/)
  })

  test('a store cannot be put back where its key or its ids are others', async () => {
    await mock.snapshot('shop', { store: 'small' })
    await mock.dropStore('small')
    await mock.addStore({ name: 'other', api_key: KEY })
    await expect(mock.restore('shop')).rejects.toThrow('its key is now that of "other"')
    await mock.load('many-invoices:20')
    await expect(mock.restore('shop')).rejects.toThrow('"many" has records with its ids now')
    expect((await clientOf(mock).api('test_key_many_store', 'GET', '/invoices')).status).toBe(200)
  })

  test('after a reset ids are counted from beyond those of a store that is put back', async () => {
    const [order] = mock.store('small').order_ids
    const { id } = await create(order)
    await mock.snapshot('shop', { store: 'small' })
    await mock.reset()
    await mock.restore('shop')
    const [next] = mock.store('small').order_ids
    expect((await create(next)).id).toBeGreaterThan(id)
  })

  test('URLs from before a restore lead nowhere, as ids begin again', async () => {
    await mock.snapshot('before')
    const { slug } = await create(mock.store('small').order_ids[0])
    const url = (await clientOf(mock).api(KEY, 'GET', `/invoices/${slug}/pdf`)).body.invoice.pdf_url
    await mock.restore('before')
    expect((await fetch(url)).status).toBe(403)
  })

  test('a clock that runs goes on from where it stood', async () => {
    await mock.clock.set('2026-03-01T09:30:00Z')
    await mock.snapshot('before')
    await mock.clock.advance(86_400_000)
    await mock.restore('before')
    const passed = mock.clock.now().getTime() - Date.parse('2026-03-01T09:30:00Z')
    expect(passed).toBeGreaterThanOrEqual(0)
    expect(passed).toBeLessThan(86_400_000)
  })

  test('one of a name that is taken is replaced', async () => {
    await mock.snapshot('a')
    await mock.snapshot('b')
    await create(mock.store('small').order_ids[0])
    const { order_ids } = mock.store('small')
    await mock.snapshot('a')
    await mock.reset()
    await mock.restore('a')
    expect(mock.store('small').order_ids).toEqual(order_ids)
    expect(mock.snapshots().map(({ name }) => name)).toEqual(['b', 'a'])
  })

  test('the admin API takes, lists, restores and forgets them', async () => {
    const taken = await admin('POST', '/snapshots', { name: 'before checkout', store: 'small' })
    expect(taken).toMatchObject({ status: 201, body: { name: 'before checkout', store: 'small' } })
    expect((await admin('GET', '/snapshots')).body).toEqual({ snapshots: [taken.body] })
    expect(await admin('POST', '/snapshots/before%20checkout/restore')).toEqual({ ...taken, status: 200 })
    expect(await admin('DELETE', '/snapshots/before%20checkout')).toEqual({ status: 204, body: null })
    expect(mock.snapshots()).toEqual([])
  })

  test.each([
    ['POST', '/snapshots', {}, 422, 'Give the snapshot a name'],
    ['POST', '/snapshots', { name: '' }, 422, '1 to 100 characters'],
    ['POST', '/snapshots', { name: 'a\nb' }, 422, '1 to 100 characters'],
    ['POST', '/snapshots', { name: 'a', store: 'smal' }, 404, 'There is no store "smal"'],
    ['POST', '/snapshots', { name: 'a', shop: 'small' }, 422, 'There is no field "shop"'],
    [
      'POST',
      '/snapshots/befor/restore',
      undefined,
      404,
      'There is no snapshot "befor"; did you mean before?',
    ],
    ['DELETE', '/snapshots/befor', undefined, 404, 'did you mean before?'],
  ])('%s %s %j is refused', async (method, path, body, status, says) => {
    await mock.snapshot('before')
    expect(await admin(method, path, body)).toMatchObject({
      status,
      body: { error: expect.stringContaining(says) },
    })
    expect(mock.snapshots()).toHaveLength(1)
  })

  test('no more are kept than there is room for, and what to do is said', async () => {
    for (let count = 0; count < 100; count++) await mock.snapshot(`s${count}`, { store: 'neighbour' })
    await expect(mock.snapshot('more')).rejects.toThrow(
      '100 snapshots are kept at most: drop one that is not needed any more, such as "s0"',
    )
    await mock.snapshot('s7')
    await mock.dropSnapshot('s8')
    await mock.snapshot('more')
  })
})

describe('on a directory', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mock-snapshots-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('what was answered is there after a kill, and after a restart', async () => {
    const data = join(folder, 'data')
    const killed = await startMockProcess([...(await placeOf(data)), '--scenario', 'small'])
    await makeTraffic(clientOf(killed), 3)
    const before = await answersOf(killed, { draws: 1 })
    expect((await clientOf(killed).admin('POST', '/snapshots', { name: 'kept' })).status).toBe(201)
    await killed.end('SIGKILL')

    const second = await startMock({ data })
    expect(await answersOf(second, { draws: 1 })).toEqual(before)
    await second.load('rate-limited')
    await second.restore('kept')
    await second.close()

    const third = await startMock({ data })
    expect(await answersOf(third, { draws: 1 })).toEqual(before)
    await third.close()
  })

  test('a directory that is filled anew has none', async () => {
    const data = join(folder, 'reset')
    const first = await startMock({ data, scenario: 'small' })
    await first.snapshot('old')
    await first.close()
    const again = await startMock({ data })
    expect(again.snapshots()).toHaveLength(1)
    await again.close()
    const anew = await startMock({ data, reset: true, scenario: 'small' })
    expect(anew.snapshots()).toEqual([])
    await anew.close()
  })
})
