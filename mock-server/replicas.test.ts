import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noPostgres, sharedPostgres } from './db/testing/postgres.ts'
import { admin, api, KEYS, type Asked } from './testing/replicas/ask.ts'
import { Replica, startReplicas } from './testing/replicas/replicas.ts'

/** How often something is done that only fails now and then where it is wrong. */
const ROUNDS = 8

const create = (replica: Replica, order_id: number | undefined) =>
  api(replica, 'POST', '/invoices', { body: { order_id } })

const leftOf = ({ headers }: Asked) => Number(headers.get('x-ratelimit-remaining'))
const resetOf = ({ headers }: Asked) => Number(headers.get('x-ratelimit-reset'))

describe.skipIf(noPostgres)('three replicas on one database', () => {
  let replicas: Replica[] = []
  beforeAll(async () => {
    replicas = await startReplicas(await sharedPostgres(), 3)
  })
  afterAll(() => Promise.all(replicas.map((replica) => replica.close())))
  beforeEach(async () => {
    await admin(at(0), 'DELETE', '/faults')
    await admin(at(0), 'POST', '/reset')
  })

  /** A replica, counted round and round. */
  const at = (turn: number): Replica => {
    const replica = replicas[turn % replicas.length]
    if (replica === undefined) throw new Error('No replica was started')
    return replica
  }

  const times = (count: number, ask: (replica: Replica, turn: number) => Promise<Asked>): Promise<Asked[]> =>
    Promise.all(Array.from({ length: count }, (_, turn) => ask(at(turn), turn)))

  /** Asks all of them for the same. */
  const everywhere = (ask: (replica: Replica) => Promise<Asked>): Promise<Asked[]> =>
    Promise.all(replicas.map(ask))

  const openOrders = async (): Promise<number[]> => (await admin(at(0), 'GET', '/target')).json.order_ids

  const numberNow = async () =>
    Number((await api(at(1), 'GET', '/settings')).json.settings.next_invoice_number)

  const anInvoice = async (): Promise<{ id: number; slug: string }> =>
    (await api(at(0), 'GET', '/invoices')).json.invoices[0]

  test('fifty simultaneous creations for one order make one invoice', async () => {
    const [order] = await openOrders()
    const { total } = (await api(at(0), 'GET', '/invoices')).json.meta
    const answers = await times(50, (replica) => create(replica, order))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(49).fill(200), 201])
    expect(new Set(answers.map(({ json }) => json.invoice.slug)).size).toBe(1)
    for (const { json } of await everywhere((replica) => api(replica, 'GET', '/invoices')))
      expect(json.meta.total).toBe(total + 1)
  })

  test('what one has answered, the others show at once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const email = `round-${round}@example.com`
      const made = await api(at(round), 'POST', '/customers', { body: { customer: { email } } })
      const path = `/customers/${made.json.customer.id}`
      const read = await api(at(round + 1), 'GET', path)
      expect(read.json.customer).toMatchObject({ email })
      const tags = `seen-${round}`
      expect((await api(at(round + 1), 'PATCH', path, { body: { customer: { tags } } })).status).toBe(200)
      expect((await api(at(round + 2), 'GET', path)).json.customer).toMatchObject({ email, tags })
      expect((await api(at(round + 2), 'DELETE', path)).status).toBeLessThan(300)
      expect((await api(at(round), 'GET', path)).status).toBe(404)
    }
  })

  test('numbers are given once, and none is left out', async () => {
    const orders = (await openOrders()).slice(0, 30)
    const first = await numberNow()
    const made = await times(orders.length, (replica, turn) => create(replica, orders[turn]))
    expect(made.map(({ status }) => status)).toEqual(orders.map(() => 201))
    const numbers = made.map(({ json }) => Number(/\d+$/.exec(json.invoice.number)?.[0]))
    expect(numbers.toSorted((one, other) => one - other)).toEqual(orders.map((_, index) => first + index))
    expect(await numberNow()).toBe(first + orders.length)
  })

  test('no id is given twice, in no store', async () => {
    const keys = [KEYS.rich, KEYS.second]
    const made = await times(120, (replica, turn) =>
      api(replica, 'POST', '/customers', {
        key: keys[turn % 2] ?? '',
        body: { customer: { email: `${turn}@example.com` } },
      }),
    )
    expect(new Set(made.map(({ json }) => json.customer.id)).size).toBe(120)
  })

  test('a bulk action under way is a conflict everywhere', async () => {
    const { id } = await anInvoice()
    const begun = await times(12, (replica) =>
      api(replica, 'POST', '/invoices/bulk_pdf', { body: { invoice_ids: [id] } }),
    )
    const taken = begun.filter(({ status }) => status < 300)
    expect(taken.length).toBe(1)
    expect(begun.filter(({ status }) => status === 409).length).toBe(11)
    await admin(at(1), 'POST', '/stores/rich/bulk_actions/finish')
    const again = await api(at(2), 'POST', '/invoices/bulk_pdf', { body: { invoice_ids: [id] } })
    expect(again.status).toBeLessThan(300)
  })

  test('a quota is one for all', async () => {
    const quota = { requests: 10, window_seconds: 3600 }
    await admin(at(0), 'PATCH', '/stores/limited', { quota })
    const answers = await times(30, (replica) => api(replica, 'GET', '/settings', { key: KEYS.limited }))
    const passed = answers.filter(({ status }) => status === 200)
    expect(answers.filter(({ status }) => status === 429).length).toBe(20)
    const left = passed.map(leftOf)
    expect(left.toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test.each([
    ['the clock', 'PUT', '/clock', { now: '2020-01-01T00:00:00.000Z', frozen: true }],
    ['the dialect', 'PATCH', '/dialect', { 'status.created': 201 }],
  ])('a quota is one for all when one is told %s', async (_, method, path, told) => {
    await admin(at(0), 'PATCH', '/stores/limited', { quota: { requests: 10, window_seconds: 3600 } })
    await everywhere((replica) => api(replica, 'GET', '/settings', { key: KEYS.limited }))
    expect((await admin(at(0), method, path, told)).status).toBe(200)
    const left: number[] = []
    for (let turn = 0; turn < 5; turn++)
      left.push(leftOf(await api(at(turn), 'GET', '/settings', { key: KEYS.limited })))
    const [first = 0] = left
    expect(left).toEqual([first, first - 1, first - 2, first - 3, first - 4])
    await admin(at(0), 'PUT', '/clock', { now: null })
  })

  test('each window has its quota, while the clock is set', async () => {
    await admin(at(0), 'PATCH', '/stores/limited', { quota: { requests: 7, window_seconds: 3600 } })
    for (let round = 0; round < ROUNDS; round++) {
      await admin(at(round), 'PUT', '/clock', { now: `2020-01-0${round + 1}T00:00:00.000Z`, frozen: true })
      // All know of it: who did not, and counts once more then, may lose a number with the window that ends.
      await everywhere((replica) => admin(replica, 'GET', '/clock'))
      const answers = await times(50, async (replica, turn) => {
        if (turn === 25) await admin(replica, 'POST', '/clock/advance', { ms: 4 * 3_600_000 })
        return api(replica, 'GET', '/settings', { key: KEYS.limited })
      })
      expect(answers.map(resetOf).filter((reset) => !(reset > 0))).toEqual([])
      const resets = new Set(answers.map(resetOf))
      for (const reset of resets) {
        const asked = answers.filter((answer) => resetOf(answer) === reset)
        const left = asked.filter(({ status }) => status === 200).map(leftOf)
        const all = [6, 5, 4, 3, 2, 1, 0].slice(0, asked.length)
        // A window that the clock ends may lose the number of one that is under way then.
        const isOver = reset < Math.max(...resets)
        const given = isOver ? all.filter((number) => left.includes(number)) : all
        expect(left.toSorted((one, other) => other - one)).toEqual(given)
      }
    }
    await admin(at(0), 'PUT', '/clock', { now: null })
  })

  test('emails that one has sent, the others show', async () => {
    const { slug } = await anInvoice()
    const sent = await api(at(0), 'POST', `/invoices/${slug}/send_email`, { body: { to: 'a@example.com' } })
    expect(sent.status).toBeLessThan(300)
    for (const { json } of await everywhere((replica) => admin(replica, 'GET', '/emails')))
      expect(json.emails).toEqual([expect.objectContaining({ slug })])
  })

  test('a clock that is set on one is that of all', async () => {
    const now = '2027-01-02T03:04:05.000Z'
    await admin(at(0), 'PUT', '/clock', { now, frozen: true })
    for (const { json } of await everywhere((replica) => admin(replica, 'GET', '/clock')))
      expect(json).toEqual({ now, frozen: true })
    const made = await api(at(1), 'POST', '/customers', { body: { customer: { email: 'a@example.com' } } })
    expect(made.json.customer.created_at).toBe(now)
    await admin(at(2), 'PUT', '/clock', { now: null })
    expect((await admin(at(0), 'GET', '/clock')).json.frozen).toBe(false)
  })

  test('a dialect that one is told is spoken by all', async () => {
    await admin(at(0), 'PATCH', '/dialect', { 'status.unauthorized': 418 })
    for (const { status } of await everywhere((replica) =>
      api(replica, 'GET', '/settings', { key: 'no_such_key_at_all' }),
    ))
      expect(status).toBe(418)
    await admin(at(1), 'PATCH', '/dialect', { 'status.unauthorized': 401 })
  })

  test('a fault that one is told is played by all', async () => {
    const fault = { when: { operation: 'readSettings' }, fault: { kind: 'status', status: 599 } }
    expect((await admin(at(0), 'POST', '/faults', fault)).status).toBe(201)
    for (const { status } of await everywhere((replica) => api(replica, 'GET', '/settings')))
      expect(status).toBe(599)
    await admin(at(2), 'DELETE', '/faults')
    for (const { json } of await everywhere((replica) => admin(replica, 'GET', '/faults')))
      expect(json.faults).toEqual([])
  })

  test('a snapshot that one has kept, another brings back', async () => {
    const before = (await api(at(0), 'GET', '/settings')).json
    expect((await admin(at(0), 'POST', '/snapshots', { name: 'before' })).status).toBe(201)
    await api(at(1), 'PATCH', '/settings', { body: { settings: { business_name: 'Changed' } } })
    expect((await admin(at(2), 'GET', '/snapshots')).json.snapshots).toEqual([
      expect.objectContaining({ name: 'before' }),
    ])
    expect((await admin(at(2), 'POST', '/snapshots/before/restore')).status).toBeLessThan(300)
    for (const { json } of await everywhere((replica) => api(replica, 'GET', '/settings')))
      expect(json).toEqual(before)
    await admin(at(1), 'DELETE', '/snapshots/before')
    expect((await admin(at(0), 'GET', '/snapshots')).json.snapshots).toEqual([])
  })

  test('a scenario that one has loaded is there for all, and so is a reset', async () => {
    expect((await admin(at(0), 'POST', '/scenarios/empty')).status).toBe(200)
    for (const replica of replicas) {
      expect((await api(replica, 'GET', '/settings')).status).toBe(401)
      const key = 'test_key_empty_store'
      expect((await api(replica, 'GET', '/invoices', { key })).json.invoices).toEqual([])
    }
    await api(at(1), 'POST', '/customers', {
      key: 'test_key_empty_store',
      body: { customer: { email: 'a@example.com' } },
    })
    await admin(at(2), 'POST', '/reset')
    const key = 'test_key_empty_store'
    for (const { json } of await everywhere((replica) => api(replica, 'GET', '/customers', { key })))
      expect(json.customers).toEqual([])
    await admin(at(1), 'POST', '/scenarios/default')
  })

  test('stores come and go everywhere', async () => {
    const api_key = 'a_key_of_a_new_store'
    expect((await admin(at(0), 'POST', '/stores', { name: 'new', api_key })).status).toBe(201)
    for (const { status } of await everywhere((replica) =>
      api(replica, 'GET', '/settings', { key: api_key }),
    ))
      expect(status).toBe(200)
    await admin(at(1), 'DELETE', '/stores/new')
    for (const { status } of await everywhere((replica) =>
      api(replica, 'GET', '/settings', { key: api_key }),
    ))
      expect(status).toBe(401)
  })

  test('a download URL leads to the same bytes everywhere', async () => {
    const { slug } = await anInvoice()
    const { pdf_url } = (await api(at(0), 'GET', `/invoices/${slug}/pdf`)).json.invoice
    const documents = await Promise.all(
      replicas.map(async ({ base_url }) => {
        const { pathname, search } = new URL(pdf_url)
        const answer = await fetch(new URL(pathname + search, base_url))
        expect(answer.status).toBe(200)
        return Buffer.from(await answer.arrayBuffer()).toString('latin1')
      }),
    )
    expect(documents[0]).toMatch(/^%PDF/)
    expect(new Set(documents).size).toBe(1)
  })

  test('a replica that has just come may delete what others have been busy with', async () => {
    const made = await times(9, (replica) =>
      api(replica, 'POST', '/customers', { body: { customer: { email: 'short-lived@example.com' } } }),
    )
    const fresh = await Replica.start(await sharedPostgres(), at(0).database)
    for (const { json } of made)
      expect((await api(fresh, 'DELETE', `/customers/${json.customer.id}`)).status).toBeLessThan(300)
    await fresh.close()
  })
})
