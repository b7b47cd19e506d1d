import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMock, type StartedMock } from '../../mock-server/index.ts'
import type { TargetFile } from '../../schemas/types.ts'
import { selectClauses } from '../judge/select-clauses.ts'
import { planTerminal } from '../command/plan-terminal.ts'
import { plan } from '../run/plan.ts'
import { run } from '../run/run.ts'
import { parseTarget } from '../server/load-target.ts'
import { recordingProxy, type RecordingProxy } from './testing/recording-proxy.ts'

let mock: StartedMock
let proxy: RecordingProxy

beforeAll(async () => {
  mock = await startMock({ scenario: 'default', seed: 3 })
  proxy = await recordingProxy(mock.base_url)
})
afterAll(async () => {
  await proxy.close()
  await mock.close()
})

const targetWith = (given: Partial<TargetFile>) =>
  parseTarget({ ...mock.target, base_url: proxy.base_url, ...given })

test.each<NonNullable<TargetFile['profile']>>(['production', 'staging', 'disposable'])(
  'a plan for the profile %s sends five GET requests at most',
  async (profile) => {
    proxy.received.length = 0
    const made = await plan(targetWith({ profile }), selectClauses([]))
    expect(proxy.received.length).toBeLessThanOrEqual(5)
    expect(proxy.received.every(({ method }) => method === 'GET')).toBe(true)
    expect(made.requests).toBe(proxy.received.length)
    expect(planTerminal(made)).toContain(`judges       up to ${made.judged.length} of 148 clauses`)
  },
)

test.each([502, 503, 429])(
  'a plan sends five requests at most to a server that answers %i',
  async (status) => {
    let received = 0
    const server = createServer((_, response) => {
      received++
      response.writeHead(status, { 'content-type': 'text/html' }).end('<html><body>try later</body></html>')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo // it listens on TCP
    const target = targetWith({ base_url: `http://127.0.0.1:${port}` })
    await expect(plan(target, selectClauses([]))).rejects.toThrow(/5 requests/)
    expect(received).toBeLessThanOrEqual(5)
    server.close()
  },
)

test('a plan without permissions names no effect, and what each clause needs', async () => {
  const made = await plan(targetWith({ allow: [] }), selectClauses([]))
  expect(made.effects).toMatchObject({ created: {}, changed: {}, emails: [], counters: [] })
  expect(made.effects.documents).toBeLessThanOrEqual(3)
  expect(made.judged).toContain('list.envelope')
  expect(made.unjudged.get('needs --allow bulk')).toContain('bulk.queued')
})

test('a run does no more than its plan', async () => {
  const clauses = selectClauses(['templates', 'create', 'regenerate'])
  const target = targetWith({ allow: ['writes', 'invoices', 'orders', 'documents'] })
  const { effects: planned } = await plan(target, clauses)
  const { effects: done } = await run(target, { clauses, seed: 1 })
  for (const kind of ['invoices', 'templates', 'customers'])
    expect(done?.created[kind] ?? 0).toBeLessThanOrEqual(planned.created[kind] ?? 0)
  expect(done?.changed['orders']).toBeLessThanOrEqual(planned.changed['orders'] ?? 0)
  expect(done?.emails).toEqual([])
  expect(done?.requests['sendInvoiceEmail']).toBeUndefined()
})
