import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PARTS, startMock } from '../../mock-server/index.ts'
import { runProperty } from '../judge/property.ts'
import { Violation } from '../judge/verdict.ts'
import { serverError } from '../judge/watch/server-error.ts'
import { drips, isCreation, isWrite, only, pass } from '../proof/hostile-server/answers.ts'
import { startHostileServer } from '../proof/hostile-server/hostile-server.ts'
import { around } from '../proof/mutants/answers.ts'
import { startPlainServer, type PlainServer } from '../proof/plain-server/plain-server.ts'
import { Client, Unreachable, type Waiting } from '../server/client/client.ts'
import { parseTarget } from '../server/load-target.ts'
import type { Session } from '../server/session.ts'
import type { Target } from '../server/target.ts'
import { run } from './run.ts'

/** A family name of ours: what has none is refused. */
const MARKED = /"Kit ik/

let plain: PlainServer
let readOnly: Target
beforeAll(async () => {
  plain = await startPlainServer()
  readOnly = parseTarget({ ...plain.target, allow: [], hooks: {} })
})
afterAll(() => plain.close())

describe('a run that ends early answers a result', () => {
  test('by a time budget that ends before anything is judged', async () => {
    const slow = await startHostileServer(plain.target.base_url, drips)
    const target = parseTarget({ ...plain.target, base_url: slow.base_url, allow: [] })
    const { stopped, verdicts } = await run(target, { clauses: ['list.envelope'], time_budget: 0.1 })
    await slow.close()
    expect(stopped).toBe('the time budget ended')
    expect(verdicts).toMatchObject([{ outcome: 'not_exercised', reason: 'the time budget ended' }])
  })

  test('and no other end: neither odd nor endless limits are too much', async () => {
    const target = { ...readOnly, patience_ms: 1e12 + 0.5 }
    const options = { clauses: ['list.envelope'] as const, time_budget: 1e9 + 0.1, max_rps: 999.7 }
    expect(await run(target, options)).toMatchObject({ stopped: null, verdicts: [{ outcome: 'pass' }] })
  })

  test('by a signal that was aborted before', async () => {
    const { stopped } = await run(readOnly, {
      clauses: ['list.envelope'],
      signal: AbortSignal.abort('at once'),
    })
    expect(stopped).toBe('at once')
  })

  test('wherever in what it asks at once it is stopped: an answer that nobody waited for would end the process', async () => {
    for (let nth = 2; nth < 30; nth += 3) {
      const abort = new AbortController()
      let lists = 0
      const stopping = around('listCustomers', (request, handler) => {
        if (++lists === nth) abort.abort('interrupted')
        return handler(request)
      })
      const mock = await startMock({ ...stopping(PARTS), seed: 1 })
      const { stopped } = await run(parseTarget(mock.target), {
        clauses: ['customers.delete'],
        signal: abort.signal,
        seed: 1,
      })
      expect(stopped).toBe('interrupted')
      await mock.close()
    }
  })

  test('while a write drips; the record that it made is taken back', async () => {
    const { customers } = plain.stores.A
    const before = customers.size
    const slow = await startHostileServer(
      plain.target.base_url,
      only((visit) => isWrite(visit) && visit.path.endsWith('/customers'), drips),
    )
    const allowed = { ...plain.target, base_url: slow.base_url, allow: ['writes'], patience_seconds: 1 }
    const abort = new AbortController()
    const running = run(parseTarget(allowed), { clauses: ['customers.read'], signal: abort.signal })
    await vi.waitUntil(() => customers.size > before, { timeout: 60_000 })
    abort.abort('interrupted')
    const result = await running
    await slow.close()
    expect(result.stopped).toBe('interrupted')
    expect(customers.size).toBe(before)
  })

  test('while a creation is on its way that arrives after the first look: the second takes its record back', async () => {
    const { customers } = plain.stores.A
    const before = customers.size
    const abort = new AbortController()
    const looking = new EventEmitter()
    const looked = once(looking, 'end')
    const creations: Promise<unknown>[] = []
    let looks = 0
    const late = await startHostileServer(plain.target.base_url, async (visit) => {
      if (isCreation(visit) && MARKED.test(visit.sent)) {
        abort.abort('interrupted')
        return void creations.push(looked.then(() => visit.behind()))
      }
      const isLook = abort.signal.aborted && visit.path.includes('/customers')
      if (isLook && ++looks > 1) await Promise.all(creations)
      await pass(visit, await visit.behind())
      if (isLook) looking.emit('end')
    })
    const allowed = { ...plain.target, base_url: late.base_url, allow: ['writes'], patience_seconds: 2 }
    const result = await run(parseTarget(allowed), { clauses: ['customers.read'], signal: abort.signal })
    await late.close()
    expect(result).toMatchObject({ stopped: 'interrupted', left_behind: [] })
    expect(looks).toBeGreaterThan(1)
    expect(customers.size).toBe(before)
  })
})

test('a fault of a watcher is an error of its clauses, in words', async () => {
  const broken = vi.spyOn(serverError, 'watch').mockImplementation(() => {
    throw new TypeError('no such thing')
  })
  const { verdicts } = await run(readOnly, { clauses: ['list.envelope', 'http.no-server-error'] })
  broken.mockRestore()
  expect(verdicts).toMatchObject([
    { clause: 'list.envelope', outcome: 'pass' },
    {
      clause: 'http.no-server-error',
      outcome: 'error',
      reason: expect.stringMatching(
        /^the suite itself is at fault in "no answer is a server error" \(run\.test\.ts:\d+\): no such thing$/,
      ),
    },
  ])
})

describe('a property', () => {
  const session = { seedOf: () => 1, replayPath: () => undefined, runs: 5 } as unknown as Session

  test('is not made smaller where the server is in the way', async () => {
    let tries = 0
    const unreachable = async () => {
      tries++
      throw new Unreachable('gone')
    }
    await expect(runProperty(session, 'c', fc.integer(), unreachable, {})).rejects.toThrow('gone')
    expect(tries).toBe(1)
  })

  test('keeps what it found when the server goes away while it is made smaller', async () => {
    let tries = 0
    const goes = async () => {
      if (++tries > 1) throw new Unreachable('gone')
      throw new Violation('http.json', { expected: 'a', got: 'b', exchanges: [] })
    }
    await expect(runProperty(session, 'c', fc.integer({ min: 9 }), goes, {})).rejects.toBeInstanceOf(
      Violation,
    )
  })
})

test('a request without an answer is told of after ten seconds, once for those under way together', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const told: Waiting[] = []
  const ending = new AbortController()
  const client = new Client({
    target: parseTarget({ base_url: `http://127.0.0.1:${port}/api`, api_key: 'k' }),
    max_rps: Infinity,
    signal: ending.signal,
    onExchange: () => {},
    onWaiting: (waiting) => told.push(waiting),
  })
  const calls = Promise.allSettled([client.call('readSettings'), client.call('listInvoices')])
  await once(silent, 'request')
  vi.advanceTimersByTime(10_000)
  expect(told).toEqual([
    { method: 'GET', url: `http://127.0.0.1:${port}/api/settings`, waited_ms: 10_000, left_ms: 20_000 },
  ])
  ending.abort()
  await calls
  vi.useRealTimers()
  await client.close()
  silent.closeAllConnections()
  silent.close()
})

const empty = () => ({ outcome: 'ok', body: { templates: [] } }) as const

test('with bail the first failure ends what waits beside it, too', async () => {
  const mock = await startMock({ handlers: { ...PARTS.handlers, listTemplates: empty } })
  const quota = { requests: 5, window_seconds: 3600 }
  const headers = { 'content-type': 'application/json' }
  const patch = { method: 'PATCH', headers, body: JSON.stringify({ quota }) }
  await fetch(`${mock.admin_url}/stores/limited`, patch)
  const target = parseTarget({ ...mock.target, patience_seconds: 7200 })
  // Without it the run would wait for an hour.
  const { verdicts, stopped } = await run(target, {
    clauses: ['templates.create', 'rate.recovers'],
    bail: true,
  })
  await mock.close()
  expect(stopped).toBeNull()
  expect(verdicts.map(({ outcome }) => outcome)).toEqual(['fail', 'not_exercised'])
})
