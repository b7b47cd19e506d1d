import { once } from 'node:events'
import http, { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Coverage, Seen } from '../../../schemas/types.ts'
import { validate } from '../../../schemas/validate.ts'
import { parseTarget } from '../../server/load-target.ts'
import { startProxy, type Proxy } from '../proxy/proxy.ts'
import { Traffic } from '../traffic.ts'
import { Desk } from './desk.ts'
import { serveDesk, type ServedDesk } from './serve.ts'

const KEY = 'secret-key-of-a-client'
/** A page number that nobody asked for. */
const PAGE = JSON.stringify({ invoices: [], meta: { total: 0, page: 2, per_page: 25, total_pages: 0 } })

let ofDeployment = ''
let [origin, traffic, proxy, served]: [Server?, Traffic?, Proxy?, ServedDesk?] = []
beforeAll(async () => {
  origin = createServer((incoming, outgoing) => {
    if (incoming.url?.startsWith('/api')) outgoing.setHeader('content-type', 'application/json').end(PAGE)
    else if (incoming.url === '/requests') outgoing.end('requests of the deployment')
    else outgoing.destroy()
  })
  origin.listen(0, '127.0.0.1')
  await once(origin, 'listening')
  const { port } = origin.address() as AddressInfo // it listens at a port
  const base_url = `http://127.0.0.1:${port}/api/v1/external`
  traffic = await Traffic.open({ target: parseTarget({ base_url, api_key: '-' }) })
  const desk = new Desk(traffic)
  proxy = await startProxy({ traffic, onOver: (over) => desk.note(over) })
  served = await serveDesk(desk)
  const headers = { 'x-auth-token': KEY }
  await (await fetch(`${proxy.base_url}/invoices`, { headers })).text()
  await (await fetch(`${proxy.base_url}/invoices?per_pge=2&q=${KEY}`, { headers })).text()
  ofDeployment = await (await fetch(new URL('/requests', proxy.base_url))).text()
  await fetch(new URL('/gone', proxy.base_url))
})
afterAll(async () => {
  await served?.close()
  await proxy?.close()
  await traffic?.close()
  origin?.close()
})

const at = (path: string) => `${served?.url}${path}`
const textAt = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(at(path), { headers })).text()
const pageAt = async (query: string): Promise<{ requests: Seen[]; dropped: number }> =>
  JSON.parse(await textAt(`/requests${query}`))

/** What passed is judged when the next is passed on: asked for until all four are there. */
async function all(): Promise<Seen[]> {
  for (;;) {
    const { requests } = await pageAt('')
    if (requests.length === 4) return requests
  }
}

test('shows what passed as the desk of the mock does, and what it broke', async () => {
  const requests = await all()
  expect(requests.map((one) => validate('desk/seen', one))).toEqual([[], [], [], []])
  const of = (path: string) => requests.filter((one) => one.path.endsWith(path))
  expect(of('/invoices')).toMatchObject([
    {
      store: '***ient',
      operation: 'listInvoices',
      answer: { status: 200, outcome: 'ok' },
      broken: [{ clause: 'list.defaults' }],
    },
    { violations: [{ rule: 'unknown-parameter' }, {}], query: { per_pge: '2', q: '***ient' } },
  ])
  expect(of('/requests')).toMatchObject([
    { operation: null, answer: { status: 200, outcome: 'no-operation' } },
  ])
  expect(of('/gone')).toMatchObject([{ answer: { status: null, outcome: 'unanswered' } }])
  expect(await textAt('/requests')).not.toContain(KEY)
  expect(ofDeployment).toBe('requests of the deployment')
})

test('chooses by filters and numbers, and says what is wrong with one', async () => {
  await all()
  expect((await pageAt('?operation=listInvoices&violations=true')).requests).toHaveLength(1)
  const [latest] = (await pageAt('?limit=1')).requests
  expect(latest?.seq).toBe(4)
  expect(JSON.parse(await textAt('/requests/4'))).toEqual(latest)
  expect(JSON.parse(await textAt('/requests/5'))).toEqual({
    error: 'There is no request 5: the latest is 4.',
  })
  expect(await textAt('/requests?stats=200')).toContain('did you mean status?')
  expect(await textAt('/requests?limit=many')).toContain('limit must be a whole number from 1 on')
  expect(await textAt('/request')).toContain('GET / lists what there is')
  expect(Object.keys(JSON.parse(await textAt('/')))).toContain('GET /requests/SEQ')
})

test('coverage as JSON, table and page', async () => {
  await all()
  const coverage: Coverage = JSON.parse(await textAt('/coverage'))
  expect(validate('desk/coverage', coverage)).toEqual([])
  expect(coverage.operations['listInvoices']?.requests).toBe(2)
  expect(await textAt('/coverage?as=table')).toMatch(/listInvoices +2 /)
  expect(await textAt('/coverage', { accept: 'text/html' })).toMatch(/^<!doctype html>/)
})

test('tells of each request as it ends, and is told of no other site', async () => {
  const response = await fetch(at('/events'))
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  await fetch(`${proxy?.base_url}/settings`)
  let told = ''
  while (!told.includes('event: request')) told += (await reader?.read())?.value ?? ''
  expect(told).toContain('"operation":"readSettings"')
  await reader?.cancel()
  expect(await textAt('/requests', { origin: 'https://evil.example' })).toContain('other origins')
  const [answer] = (await once(
    http.get(at('/requests'), { headers: { host: 'evil.example' } }),
    'response',
  )) as [http.IncomingMessage] // what the event comes with
  expect(answer.resume().statusCode).toBe(403)
  expect((await fetch(at('/requests'), { method: 'DELETE' })).status).toBe(204)
  expect((await pageAt('')).requests).toEqual([])
})
