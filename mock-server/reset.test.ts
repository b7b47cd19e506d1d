import { once } from 'node:events'
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startMock, type StartedMock } from './testing/engine.ts'

const KEY = 'test_key_small_store'

let mock: StartedMock
const agent = new Agent()

beforeEach(async () => {
  mock = await startMock({ scenario: 'small' })
})
afterEach(async () => {
  agent.destroy()
  await mock.close()
})

const admin = (method: string, path: string) => fetch(`${mock.admin_url}${path}`, { method })
const api = (path: string) => fetch(`${mock.base_url}${path}`, { headers: { 'x-auth-token': KEY } })
/** How many invoices the store has; undefined for none that the key opens. */
const totalOf = async () => ((await (await api('/invoices')).json()) as Partial<Listed>).meta?.total

interface Listed {
  invoices: { slug: string }[]
  meta: { total: number }
}

/** Begins to send a body, of which more is to come; resolves when the mock has taken the request. */
async function begin(path: string, body: string): Promise<ClientRequest> {
  const headers = {
    'x-auth-token': KEY,
    'content-type': 'application/json',
    'content-length': body.length,
    expect: '100-continue',
  }
  const sent = request(`${mock.base_url}${path}`, { method: 'POST', agent, headers })
  sent.flushHeaders()
  await once(sent, 'continue')
  sent.write(body.slice(0, 5))
  return sent
}

async function finish(sent: ClientRequest, body: string): Promise<number | undefined> {
  sent.end(body.slice(5))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  await json(answer)
  return answer.statusCode
}

test.each([
  ['reset', () => admin('POST', '/reset'), 201],
  ['load of another scenario', () => admin('POST', '/scenarios/default'), 401],
  ['drop of its store', () => admin('DELETE', '/stores/small'), 401],
])('a write whose body comes after a %s is done to what is there then', async (_, overtake, status) => {
  const body = JSON.stringify({ order_id: mock.target.order_ids?.[0] })
  const sent = await begin('/invoices', body)
  expect((await overtake()).ok).toBe(true)
  const before = await totalOf()
  expect(await finish(sent, body)).toBe(status)
  expect(await totalOf()).toBe(before === undefined ? undefined : before + 1)
})

/** A download URL of the first invoice in the list. */
async function urlOfFirst(): Promise<string> {
  const { invoices } = (await (await api('/invoices')).json()) as Listed
  const answer = await api(`/invoices/${invoices[0]?.slug}/pdf`)
  return ((await answer.json()) as { invoice: { pdf_url: string } }).invoice.pdf_url
}

test('no URL from before a reset leads to a document, though ids begin again', async () => {
  const old = await urlOfFirst()
  expect((await fetch(old)).status).toBe(200)
  await admin('POST', '/reset')
  const fresh = await urlOfFirst()
  expect(new URL(fresh).pathname).toBe(new URL(old).pathname)
  expect([(await fetch(old)).status, (await fetch(fresh)).status]).toEqual([403, 200])
})
