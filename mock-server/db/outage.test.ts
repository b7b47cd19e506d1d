import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../faults/testing/faulty-mock.ts'
import { noPostgres, query, startPostgres, type PostgresServer } from './testing/postgres.ts'
import { admin, api } from '../testing/replicas/ask.ts'
import { startReplicas, type Replica } from '../testing/replicas/replicas.ts'

/** Every table refuses to be written, as PostgreSQL does when its disk is full. */
const FULL = `
create function public.disk_full() returns trigger language plpgsql as
  $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
do $$ declare name text; begin
  for name in select tablename from pg_tables where schemaname = 'invoicing_kit' loop
    execute format('create trigger disk_full before insert or update on invoicing_kit.%I execute function public.disk_full()', name);
  end loop;
end $$`

const emailOf = (attempt: number) => `attempt-${attempt}@example.com`

const emailsOn = async (replica: Replica): Promise<string[]> => {
  const { customers }: { customers: { email: string }[] } = (
    await api(replica, 'GET', '/customers?per_page=250')
  ).json
  return customers.map(({ email }) => email).filter((email) => email.startsWith('attempt-'))
}

/** Whether the replica says that it is ready, or that it is not, with the reason. */
const isReady = async (replica: Replica): Promise<boolean> => {
  const { status, json } = await admin(replica, 'GET', '/health')
  if (status === 200 && json.status === 'ok') return true
  expect([status, json]).toEqual([
    503,
    expect.objectContaining({ status: 'failed', reason: expect.stringMatching(/\w/) }),
  ])
  return false
}

const untilReady = (replica: Replica): Promise<void> => until(() => isReady(replica))

/** A number that grows with each group that is written. */
const written = async ({ database }: Replica) =>
  (await query(database, 'select sum(seq) as seq from invoicing_kit.journal'))[0]?.['seq']

/** Resolves when so many statements wait for others to end. */
const untilWaiting = ({ database }: Replica, count: number): Promise<void> =>
  until(async () => {
    const waiting = await query(
      database,
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return waiting.length === count
  })

describe.skipIf(noPostgres)('a database that fails', () => {
  let postgres: PostgresServer
  let replicas: Replica[] = []
  /** Email addresses of customers that were acknowledged. */
  let acknowledged: string[] = []
  let attempts = 0

  // Each test leaves them whole, as is what it proves.
  beforeAll(async () => {
    postgres = await startPostgres()
    replicas = await startReplicas(postgres, 2)
  })
  beforeEach(() => {
    acknowledged = []
  })
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.close()))
    await postgres.close()
  })

  async function create(replica: Replica) {
    const email = emailOf(++attempts)
    const answer = await api(replica, 'POST', '/customers', { body: { customer: { email } } })
    if (answer.status === 201) acknowledged.push(email)
    return answer
  }

  const send = (statement: string) => query(replicas[0]?.database ?? '', statement)

  const readOnly = async (value: 'on' | 'off') => {
    await send(`alter system set default_transaction_read_only = ${value}`)
    await send('select pg_reload_conf()')
  }

  /** How it fails, and what heals it. */
  const OUTAGES: Readonly<Record<string, readonly [() => unknown, () => unknown]>> = {
    'is stopped and started': [() => postgres.stop('fast'), () => postgres.start()],
    'becomes read-only, as a standby is': [() => readOnly('on'), () => readOnly('off')],
    'is full': [() => send(FULL), () => send('drop function public.disk_full cascade')],
    'is out of reach': [
      () => replicas.forEach(({ wire }) => wire.cut()),
      () => replicas.forEach(({ wire }) => wire.mend()),
    ],
  }

  test.each(Object.entries(OUTAGES))(
    '%s: writes are refused meanwhile, and all goes on by itself',
    async (_, [fail, heal]) => {
      for (const replica of replicas) expect((await create(replica)).status).toBe(201)
      await fail()
      for (const replica of replicas) {
        // What is under way may still be done.
        await until(async () => (await create(replica)).status !== 201)
        const { status, json } = await create(replica)
        expect(status).toBe(503)
        expect(json).toMatchObject({ error: 'Service unavailable', message: expect.any(String) })
        expect(await isReady(replica)).toBe(false)
      }
      await heal()
      for (const replica of replicas) await until(async () => (await create(replica)).status === 201)
      for (const replica of replicas) {
        const emails = await emailsOn(replica)
        expect(emails).toEqual(expect.arrayContaining(acknowledged))
        expect(new Set(emails).size).toBe(emails.length)
        await untilReady(replica)
      }
    },
  )

  const AWAY: Readonly<Record<string, (replica: Replica) => void>> = {
    'is away': ({ wire }) => wire.cut(),
    'says nothing': ({ wire }) => wire.hold(),
  }

  test.each(Object.entries(AWAY))(
    '%s: the first who asks whether a replica is ready is told, and that it is ready again',
    async (_, fail) => {
      const [one, other] = replicas
      if (one === undefined || other === undefined) throw new Error('No replica was started')
      await untilReady(one)
      fail(one)
      expect(await isReady(one)).toBe(false)
      await untilReady(other)
      one.wire.mend()
      await untilReady(one)
      expect((await create(one)).status).toBe(201)
    },
  )

  test.each([
    ['', 'GET', undefined],
    [', and another replica changed the clock since', 'PUT', { now: '2027-01-02T03:04:05.000Z' }],
  ])('has done what it could not answer any more%s: it is done once', async (_, method, clock) => {
    const [one, other] = replicas
    if (one === undefined || other === undefined) throw new Error('No replica was started')
    await create(one)
    const before = await written(one)
    one.wire.holdAnswers()
    const answer = create(one)
    const lost = emailOf(attempts)
    await until(async () => (await written(one)) !== before)
    expect((await admin(other, method, '/clock', clock)).status).toBe(200)
    one.wire.cut()
    one.wire.mend()
    expect([201, 503]).toContain((await answer).status)
    await until(async () => (await create(one)).status === 201)
    await admin(other, 'PUT', '/clock', { now: null })
    const emails = await emailsOn(other)
    // It was written, whatever was answered.
    expect(emails).toContain(lost)
    expect(emails).toEqual(expect.arrayContaining(acknowledged))
    expect(new Set(emails).size).toBe(emails.length)
  })

  test('is not done yet with what it could not answer any more: it is done once', async () => {
    const [one] = replicas
    if (one === undefined) throw new Error('No replica was started')
    await create(one)
    const owner = new pg.Client(one.database)
    await owner.connect()
    await owner.query('begin')
    await owner.query('select from invoicing_kit.logs for update')
    const answer = create(one)
    await untilWaiting(one, 1)
    one.wire.cut()
    one.wire.mend()
    // What was sent first goes on, though nobody waits for its answer.
    await untilWaiting(one, 2)
    await owner.query('rollback')
    await owner.end()
    expect((await answer).status).toBe(201)
    const emails = await emailsOn(one)
    expect(emails).toEqual(expect.arrayContaining(acknowledged))
    expect(new Set(emails).size).toBe(emails.length)
  })

  test('does not answer for a while: what waited is answered then', async () => {
    const [one, other] = replicas
    if (one === undefined || other === undefined) throw new Error('No replica was started')
    one.wire.hold()
    const waiting = Promise.all([create(one), api(one, 'GET', '/settings')])
    for (let round = 0; round < 5; round++) expect((await create(other)).status).toBe(201)
    one.wire.mend()
    for (const { status } of await waiting) expect([200, 201, 503]).toContain(status)
    await until(async () => (await create(one)).status === 201)
    expect(await emailsOn(other)).toEqual(expect.arrayContaining(acknowledged))
  })
})
