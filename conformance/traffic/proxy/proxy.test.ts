import { createHash, randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import {
  Agent,
  createServer,
  request,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { parseTarget } from '../../server/load-target.ts'
import { outcomeOf } from '../outcome.ts'
import { Traffic, type Judged } from '../traffic.ts'
import { startProxy, type Proxy } from './proxy.ts'

const BASE = '/api/v1/external'
const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

interface Stage {
  proxy: Proxy
  traffic: Traffic
  judged: Judged[]
  faults: string[]
}

/** A proxy in front of a server that answers as it is told. */
async function before(answer: RequestListener, port?: number): Promise<Stage> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push(() => closed(server))
  return inFrontOf(port ?? portOf(server))
}

async function inFrontOf(port: number): Promise<Stage> {
  const target = parseTarget({ base_url: `http://127.0.0.1:${port}${BASE}`, api_key: '-' })
  const traffic = await Traffic.open({ target })
  const [judged, faults]: [Judged[], string[]] = [[], []]
  const proxy = await startProxy({
    traffic,
    onJudged: (one) => judged.push(one),
    onFault: (says) => faults.push(says),
  })
  open.push(
    () => traffic.close(),
    () => proxy.close(),
  )
  return { proxy, traffic, judged, faults }
}

const portOf = (server: Server) => (server.address() as AddressInfo).port // it listens at a port

async function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

interface Sent {
  method?: string
  headers?: Record<string, string | string[]>
  body?: Buffer | string
  agent?: Agent
}

interface Got {
  answer: IncomingMessage
  body: Buffer
}

/** One request by a bare client, which unpacks nothing. */
async function send({ base_url }: Proxy, path: string, sent: Sent = {}): Promise<Got> {
  const { method = 'GET', headers = {}, body, agent } = sent
  const sending = request(base_url + path, { method, headers, ...(agent && { agent }) })
  sending.end(body)
  const [answer] = (await once(sending, 'response')) as [IncomingMessage] // what the event carries
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer) // no encoding is set
  return { answer, body: Buffer.concat(chunks) }
}

const bodyOf = async (incoming: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer) // no encoding is set
  return Buffer.concat(chunks)
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const KEY = { 'x-auth-token': 'a-key' }

describe('what passes is not altered:', () => {
  test('bodies of any size and packing, in both directions, and every header but those of a connection', async () => {
    const big = randomBytes(9 * 2 ** 20)
    const packed = gzipSync('{"error":"Not found"}')
    const { proxy, judged, faults } = await before((incoming, outgoing) => {
      void (async () => {
        const sent = await bodyOf(incoming)
        if (incoming.url?.endsWith('/packed')) {
          outgoing.writeHead(404, 'Nowhere', {
            'content-encoding': 'gzip',
            'content-type': 'application/json',
            'content-length': packed.length,
            'set-cookie': ['a=1', 'b=2'],
            connection: 'x-hop',
            'x-hop': 'gone',
          })
          return outgoing.end(packed)
        }
        outgoing.setHeader('x-sent', digest(sent))
        outgoing.setHeader('x-headers', JSON.stringify(incoming.rawHeaders))
        for (let at = 0; at < big.length; at += 1_000_000) outgoing.write(big.subarray(at, at + 1_000_000))
        outgoing.end()
      })()
    })
    const headers = {
      ...KEY,
      'X-Twice': ['1', '2'],
      'X-Mixed-Case': 'y',
      'transfer-encoding': 'chunked',
      te: 'gzip',
    }
    const { answer, body } = await send(proxy, '/invoices', { method: 'POST', headers, body: big })
    expect(digest(body)).toBe(digest(big))
    expect(answer.headers['x-sent']).toBe(digest(big))
    const sent = JSON.parse(String(answer.headers['x-headers'])) as string[]
    expect(sent.filter((_, at) => sent[at - (at % 2)] === 'X-Twice')).toEqual([
      'X-Twice',
      '1',
      'X-Twice',
      '2',
    ])
    expect(sent).toContain('X-Mixed-Case')
    expect(sent).not.toContain('te')

    const { answer: refused, body: bytes } = await send(proxy, '/packed', { headers: KEY })
    expect(bytes.equals(packed)).toBe(true)
    expect(refused).toMatchObject({ statusCode: 404, statusMessage: 'Nowhere' })
    expect(refused.headers).toMatchObject({ 'content-encoding': 'gzip', 'set-cookie': ['a=1', 'b=2'] })
    expect(refused.headers['x-hop']).toBeUndefined()
    await proxy.close()
    expect(judged.map(({ passed }) => passed.response.text)).toEqual(['', '{"error":"Not found"}'])
    expect(faults).toEqual([])
  })

  test('an answer to a read on condition that names the length of the body it leaves out', async () => {
    const { proxy } = await before((_, outgoing) => {
      outgoing.writeHead(304, { 'content-length': '42', etag: '"a"' })
      outgoing.end()
    })
    const { answer } = await send(proxy, '/invoices', { headers: { ...KEY, 'if-none-match': '"a"' } })
    expect(answer).toMatchObject({ statusCode: 304, headers: { 'content-length': '42', etag: '"a"' } })
  })

  test('the text of a status in any bytes', async () => {
    const { proxy } = await before((_, outgoing) => {
      outgoing.socket?.end('HTTP/1.1 200 Schön\r\ncontent-length: 0\r\n\r\n')
    })
    const { answer } = await send(proxy, '/invoices', { headers: KEY })
    expect(answer.statusMessage).toBe(Buffer.from('Schön').toString('latin1'))
  })

  test('an answer without a body, and one to HEAD', async () => {
    const { proxy } = await before((incoming, outgoing) => {
      if (incoming.method === 'HEAD') outgoing.writeHead(200, { 'content-length': '42' })
      else outgoing.writeHead(204)
      outgoing.end()
    })
    const head = await send(proxy, '/invoices', { method: 'HEAD', headers: KEY })
    expect(head.answer.headers['content-length']).toBe('42')
    const deleted = await send(proxy, '/templates/5', { method: 'DELETE', headers: KEY })
    expect(deleted.answer.statusCode).toBe(204)
    expect(deleted.answer.headers['transfer-encoding']).toBeUndefined()
  })

  test('an answer in pieces goes on piece by piece', async () => {
    const hasFirst = new EventEmitter()
    const { proxy } = await before((_, outgoing) => {
      outgoing.write('{"invoices":')
      hasFirst.once('told', () => outgoing.end('[]}'))
    })
    const asking = request(`${proxy.base_url}/invoices`, { headers: KEY })
    asking.end()
    const [answer] = (await once(asking, 'response')) as [IncomingMessage] // what the event carries
    const [first] = (await once(answer, 'data')) as [Buffer] // no encoding is set
    expect(String(first)).toBe('{"invoices":')
    hasFirst.emit('told')
    expect(String(await bodyOf(answer))).toBe('[]}')
  })

  test('many requests at once: none is lost, and each gets its own answer', async () => {
    const arrived: string[] = []
    const { proxy, judged, faults } = await before((incoming, outgoing) => {
      void bodyOf(incoming).then((sent) => {
        arrived.push(incoming.url ?? '')
        outgoing.writeHead(200, { 'content-type': 'application/json' })
        outgoing.end(JSON.stringify({ url: incoming.url, sent: sent.toString('hex') }))
      })
    })
    const agent = new Agent({ keepAlive: true, maxSockets: 16 })
    const answers = await Promise.all(
      Array.from({ length: 150 }, async (_, at) => {
        const body = randomBytes(at)
        const got = await send(proxy, `/customers?search=${at}`, {
          method: 'POST',
          headers: KEY,
          body,
          agent,
        })
        return (
          got.body.toString() ===
          JSON.stringify({ url: `${BASE}/customers?search=${at}`, sent: body.toString('hex') })
        )
      }),
    )
    agent.destroy()
    expect(answers.filter((isRight) => !isRight)).toEqual([])
    expect(new Set(arrived).size).toBe(150)
    await proxy.close()
    expect(judged).toHaveLength(150)
    expect(faults).toEqual([])
  })
})

describe('what breaks off:', () => {
  test('a deployment that is not there is told as an error in JSON', async () => {
    const { proxy, traffic } = await inFrontOf(9)
    const { answer, body } = await send(proxy, '/invoices', { headers: KEY })
    expect(answer.statusCode).toBe(502)
    expect(JSON.parse(body.toString())).toEqual({
      error: expect.stringMatching(/^Bad gateway: .*ECONNREFUSED/),
    })
    await proxy.close()
    // It is no answer of the deployment, so nothing is judged by it.
    expect(outcomeOf(traffic, 0).verdicts.filter(({ outcome }) => outcome === 'fail')).toEqual([])
  })

  test('a client that goes away ends its request to the deployment', async () => {
    const server = new EventEmitter()
    const { proxy } = await before((_, outgoing) => {
      outgoing.on('close', () => server.emit('left', outgoing.writableFinished))
      outgoing.writeHead(200, { 'content-type': 'application/json' })
      outgoing.write('{"invoices":[')
    })
    const left = once(server, 'left')
    const sending = request(`${proxy.base_url}/invoices`, { headers: KEY })
    sending.on('error', () => {})
    sending.end()
    await once(sending, 'response')
    sending.destroy()
    expect(await left).toEqual([false])
  })

  test('a read whose kept connection was closed is sent once more; one on a new connection is not', async () => {
    const asked: string[] = []
    const { proxy } = await before((incoming, outgoing) => {
      asked.push(incoming.url ?? '')
      if (asked.length === 2) incoming.socket.end()
      else outgoing.end('{}')
    })
    const statusOf = async (path: string) => (await send(proxy, path, { headers: KEY })).answer.statusCode
    expect(await statusOf('/first')).toBe(200)
    await setImmediate() // the connection is free
    expect(await statusOf('/again')).toBe(200)
    expect(asked.map((url) => url.slice(BASE.length))).toEqual(['/first', '/again', '/again'])
    const { proxy: other } = await before((incoming) => {
      asked.push('never')
      incoming.socket.end()
    })
    expect((await send(other, '/never', { headers: KEY })).answer.statusCode).toBe(502)
    expect(asked.filter((url) => url === 'never')).toHaveLength(1)
  })

  test('an answer that the deployment breaks off is broken off for the client', async () => {
    const { proxy, traffic } = await before((_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      outgoing.write('{"invoices":[', () => outgoing.destroy())
    })
    await expect(send(proxy, '/invoices', { headers: KEY })).rejects.toThrow(/aborted|hang up/)
    await proxy.close()
    expect([...traffic.unjudged.keys()]).toEqual([expect.stringContaining('without a whole answer')])
  })
})

test('an answer that breaks a clause is told with what broke, and the client with what it did wrong', async () => {
  const { proxy, judged, traffic } = await before((_, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'application/json' })
    outgoing.end('{"invoices":[],"meta":{"total":0,"page":2,"per_page":25,"total_pages":0}}')
  })
  await send(proxy, '/invoices', { headers: KEY })
  await send(proxy, '/invoices?per_pge=3', { headers: KEY })
  await proxy.close()
  expect(judged.map(({ broken }) => broken.map(({ clause }) => clause))).toEqual([['list.defaults'], []])
  expect(judged[1]?.passed).toMatchObject({ odd: true, violations: [{ rule: 'unknown-parameter' }] })
  expect(traffic.keys).toEqual(['a-key'])
  const { verdicts } = outcomeOf(traffic, 0)
  expect(verdicts.find(({ clause }) => clause === 'list.defaults')?.outcome).toBe('fail')
  expect(verdicts.find(({ clause }) => clause === 'bulk.conflict')).toMatchObject({
    outcome: 'not_exercised',
  })
})

test('what is no request is told why, and a long address passes', async () => {
  const { proxy, judged } = await before(({ url }, response) => response.end(`${url?.length}`))
  const { port, pathname } = new URL(proxy.base_url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`GET ${pathname}/invoices/search?q=M\u00fcller HTTP/1.1\r\nHost: a\r\n\r\n`, 'latin1')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [^]*percent-encoded"\]\}\}$/)
  const hostless = connect(Number(port), '127.0.0.1')
  hostless.write(`GET ${pathname}/invoices HTTP/1.1\r\n\r\n`)
  expect(await text(hostless)).toMatch(/^HTTP\/1\.1 400 [^]*it names no Host"\]\}\}$/)
  const long = `/invoices/search?q=${'x'.repeat(15_000)}`
  expect(await (await fetch(proxy.base_url + long)).text()).toBe(`${pathname.length + long.length}`)
  await proxy.close()
  expect(judged).toHaveLength(1)
})
