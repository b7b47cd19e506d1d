import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startMock, type StartedMock } from '../testing/engine.ts'
import { serveMock } from '../serve.ts'

let mock: StartedMock
beforeEach(async () => {
  mock = await startMock({ scenario: 'small' })
})
afterEach(() => mock.close())

interface Told {
  id: string
  event: string
  data: Record<string, unknown>
}

/** Listens, as a browser does. */
async function listen(lastId?: string) {
  const headers = lastId === undefined ? {} : { 'last-event-id': lastId }
  const answer = await fetch(`${mock.admin_url}/events`, { headers })
  if (answer.status !== 200 || !answer.body) throw new Error(await answer.text())
  const reader = answer.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  const next = async (): Promise<Told | null> => {
    for (let end = text.indexOf('\n\n'); ; end = text.indexOf('\n\n')) {
      if (end < 0) {
        const { done, value } = await reader.read()
        if (done) return null
        text += decoder.decode(value)
        continue
      }
      const fields = new Map(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)] as const),
      )
      text = text.slice(end + 2)
      const data = fields.get('data')
      if (data !== undefined)
        return { id: fields.get('id') ?? '', event: fields.get('event') ?? '', data: JSON.parse(data) }
    }
  }
  return { answer, next, stop: () => reader.cancel() }
}

const call = (path: string, body?: object) =>
  fetch(`${mock.base_url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-auth-token': mock.target.api_key, 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
  })

test('tells of requests, emails, clocks, faults and states as they happen', async () => {
  const { answer, next, stop } = await listen()
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const order_id = mock.target.order_ids?.[0]
  const { invoice } = JSON.parse(await (await call('/invoices', { order_id })).text())
  expect(await next()).toMatchObject({
    id: '1',
    event: 'request',
    data: { seq: 1, operation: 'createInvoice', answer: { status: 201 }, violations: [] },
  })
  await call(`/invoices/${invoice.slug}/send_email`, {})
  const two = [await next(), await next()]
  expect(two.map((one) => one?.event).toSorted()).toEqual(['email', 'request'])
  expect(two.find((one) => one?.event === 'email')?.data).toMatchObject({
    store: 'small',
    slug: invoice.slug,
  })
  for (const one of two) expect(one?.data).not.toHaveProperty('answer.body')
  await mock.clock.advance(1000)
  expect(await next()).toMatchObject({ event: 'clock', data: { store: null, frozen: false } })
  const { id } = await mock.fault({ fault: { kind: 'latency', ms: 1 } })
  expect(await next()).toMatchObject({ event: 'fault', data: { change: 'added', fault: { id } } })
  await fetch(`${mock.base_url}/nothing`)
  const played = { change: 'played', id, operation: null, method: 'GET' }
  expect(await next()).toMatchObject({ event: 'fault', data: played })
  expect(await next()).toMatchObject({ event: 'request', data: { fault: id } })
  await mock.dropFaults()
  expect(await next()).toMatchObject({ event: 'fault', data: { change: 'dropped', id: null } })
  await mock.reset()
  expect(await next()).toMatchObject({ event: 'state', data: { change: 'reset', scenario: 'small' } })
  await stop()
})

test('Last-Event-ID resumes, and says how much is gone for good', async () => {
  const first = await listen()
  await call('/settings')
  const heard = await first.next()
  await first.stop()
  for (let count = 0; count < 3; count++) await call('/templates')
  const second = await listen(heard?.id)
  for (const id of ['2', '3', '4'])
    expect(await second.next()).toMatchObject({ id, event: 'request', data: { operation: 'listTemplates' } })
  await second.stop()
  for (let count = 0; count < 510; count++) await mock.clock.set('2026-03-01T10:00:00Z')
  const third = await listen('4')
  expect(await third.next()).toMatchObject({ event: 'missed', data: { events: 10 } })
  expect(await third.next()).toMatchObject({ id: '15', event: 'clock' })
  await third.stop()
  // Ids of a mock that ran before.
  const fourth = await listen('99999')
  expect(await fourth.next()).toMatchObject({ event: 'missed', data: { events: 14 } })
  await fourth.stop()
  const refused = await fetch(`${mock.admin_url}/events`, { headers: { 'last-event-id': 'x' } })
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('a whole number')])
})

test('a mock that closes ends the stream at once', async () => {
  const { next } = await listen()
  await mock.close()
  expect(await next()).toBeNull()
})

test('who never reads is hung up on, and holds nothing up', async () => {
  const running = await serveMock({ scenario: 'empty', port: 0, host: '127.0.0.1' })
  const { hostname, port, host } = new URL(running.admin_url)
  const socket = connect(Number(port), hostname)
  socket.write(`GET /__admin/events HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  await once(socket, 'data')
  socket.pause()
  const closed = once(socket, 'close')
  socket.on('error', () => {})
  // More than the machine buffers for a connection.
  const text = 'x'.repeat(100_000)
  for (let sent = 0; sent < 300; sent++) running.mock.events.emit('state', { text })
  socket.resume()
  await closed
  expect((await fetch(`${running.admin_url}/health`)).status).toBe(200)
  await running.close()
})
