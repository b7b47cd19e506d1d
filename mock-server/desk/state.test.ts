import { expect, test } from 'vitest'
import type { Scenario } from '../../scenarios/scenario.ts'
import { listScenarios } from '../../scenarios/files.ts'
import type { StartedMock } from '../testing/engine.ts'
import { startingWith } from '../testing/starting.ts'
import { answersOf } from './testing/answers.ts'
import { clientOf } from './testing/client.ts'
import { makeTraffic } from './testing/traffic.ts'

const start = startingWith({ scenario: 'empty' })

/** What the next invoice of each store on a paid plan is, but for its slug, which is made up, and its id, which is a new one. */
async function nextInvoices(mock: StartedMock): Promise<unknown[]> {
  const { api } = clientOf(mock)
  const paid = mock.stores.filter(({ plan, order_ids }) => plan === 'paid' && order_ids.length > 0)
  const { stores } = mock.state()
  const taken = new Set(stores.flatMap(({ records }) => records?.invoices?.map(({ id }) => id) ?? []))
  return Promise.all(
    paid.map(async ({ api_key, order_ids }) => {
      const { status, body } = await api(api_key, 'POST', '/invoices', { order_id: order_ids[0] })
      return [status, { ...body.invoice, slug: null, id: taken.has(body.invoice.id) }]
    }),
  )
}

/** Those that hold something which the others do not; `npm run states` takes every scenario of the kit. */
const TELLING = ['default', 'broken-service', 'bulk-in-progress', 'edited-order', 'packing-slips', 'unicode']
const SCENARIOS = process.env['STATES'] === 'all' ? listScenarios() : TELLING

/** Those of which some documents are drawn. */
const DRAWN = ['default', 'edited-order', 'packing-slips']

test.each(SCENARIOS)('the state of %s after some traffic loads to the same answers', async (name) => {
  const first = await start({ scenario: name })
  const { faults = [] } = first.state()
  await first.dropFaults()
  await makeTraffic(clientOf(first), 11)
  const answer = await clientOf(first).admin('GET', '/state')
  expect(answer.body).toEqual(JSON.parse(JSON.stringify(first.state())))

  const second = await start()
  expect((await clientOf(second).admin('PUT', '/state', answer.body)).status).toBe(200)
  expect(second.state()).toEqual({ ...first.state(), description: second.state().description })
  const draws = DRAWN.includes(name) ? 3 : 0
  const [before, after] = [await answersOf(first, { draws }), await answersOf(second, { draws })]
  expect(before.size).toBeGreaterThan(25)
  expect([...after.keys()]).toEqual([...before.keys()])
  expect(after).toEqual(before)
  expect(await nextInvoices(second)).toEqual(await nextInvoices(first))
  const { description, stores } = first.state()
  await second.load({ description, faults, stores })
  expect(second.state().faults).toEqual(faults)
})

test('the traffic leaves something of everything that a state can hold', async () => {
  const mock = await start({ scenario: 'default' })
  await mock.fault({ when: { operation: 'readInvoice', times: 3 }, fault: { kind: 'latency', ms: 1 } })
  await makeTraffic(clientOf(mock), 11)
  const { clock, dialect, faults, next_ids, stores } = mock.state()
  const [{ clock: own, dialect: ownDialect, records } = {}] = stores
  expect(clock).toMatchObject({ frozen: true })
  expect([dialect?.['list.order'], ownDialect?.['list.order']]).toEqual(['oldest_first', 'name'])
  expect(faults).toHaveLength(1)
  expect(next_ids?.record).toBeGreaterThan(1000)
  expect(own?.now).toBe('2026-02-03T04:05:06.000Z')
  expect(records?.emails).toHaveLength(4)
  expect(records?.bulk_actions?.map(({ ended_at }) => ended_at === null)).toEqual([false, true])
  for (const list of Object.values(records?.revisions ?? {})) expect(list.length).toBeGreaterThan(0)
  expect(records?.invoices?.some(({ shows }) => shows)).toBe(true)
  expect(records?.invoices?.some(({ shows }) => !shows)).toBe(true)
})

test('a fault goes on in a loaded state where it stood: the same requests suffer', async () => {
  const first = await start({ scenario: 'small' })
  await first.fault({
    when: { operation: 'readSettings', share: 0.5, after: 2, times: 9 },
    fault: { kind: 'status', status: 500 },
  })
  const statuses = async (mock: StartedMock, count: number) => {
    const headers = { 'x-auth-token': first.target.api_key }
    const all: number[] = []
    for (let done = 0; done < count; done++)
      all.push((await fetch(`${mock.base_url}/settings`, { headers })).status)
    return all
  }
  expect(new Set(await statuses(first, 7))).toEqual(new Set([200, 500]))
  const second = await start()
  await second.load(first.state())
  const [here, there] = [await statuses(first, 30), await statuses(second, 30)]
  expect(new Set(here)).toEqual(new Set([200, 500]))
  expect(there).toEqual(here)
})

/** By the admin API: a method that answers at once knows, on a database, what its own process counted last. */
const stateOf = async (mock: StartedMock): Promise<Scenario> =>
  (await clientOf(mock).admin('GET', '/state')).body

test('what is used of a rate limit is of a saved state, and of a snapshot', async () => {
  const first = await start({ scenario: 'rate-limited' })
  await first.clock.freeze('2026-03-01T09:30:00Z')
  const { api_key } = first.target
  const left = async (mock: StartedMock) => {
    const answer = await fetch(`${mock.base_url}/settings`, { headers: { 'x-auth-token': api_key } })
    await answer.arrayBuffer()
    return Number(answer.headers.get('x-ratelimit-remaining'))
  }
  const begun = await left(first)
  await first.clock.advance(1000)
  expect(await left(first)).toBe(begun - 1)
  await first.snapshot('used two')
  const saved = await stateOf(first)
  expect(saved.stores[0]?.rate_window).toEqual({ start: '2026-03-01T09:30:00.000Z', used: 2 })

  expect(await left(first)).toBe(begun - 2)
  await first.restore('used two')
  expect(await left(first)).toBe(begun - 2)

  const second = await start()
  await second.load(saved)
  expect((await stateOf(second)).stores).toEqual(saved.stores)
  expect(await left(second)).toBe(begun - 2)
  await second.clock.advance(3_600_000)
  expect((await stateOf(second)).stores[0]).not.toHaveProperty('rate_window')
  expect(await left(second)).toBe(begun)
})
