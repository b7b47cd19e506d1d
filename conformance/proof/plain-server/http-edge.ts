import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Reply } from './refusal.ts'

const MAX_BODY = 24 * 1024 * 1024

/** A whole request; the path is as it was sent, undecoded. */
export interface Incoming {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders & { 'x-auth-token'?: string }
  readonly body: Buffer
}

interface Manner {
  compresses: boolean
  latencyMs: number
}

/** Listens on loopback; port 0 takes any free one. */
export async function listen(
  port: number,
  manner: Manner,
  answer: (request: Incoming) => Reply,
): Promise<Server> {
  const server = createServer({ maxHeaderSize: 256 * 1024 }, (request, response) => {
    void converse(request, response, manner, answer)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return server
}

/** Where a server listens, e.g. `http://127.0.0.1:4010`. */
export function originOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen')
  return `http://127.0.0.1:${address.port}`
}

/** Stops a server at once, open connections included. */
export async function stop(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await closed
}

async function converse(
  request: IncomingMessage,
  response: ServerResponse,
  manner: Manner,
  answer: (request: Incoming) => Reply,
): Promise<void> {
  const body = await read(request)
  if (body === 'aborted') return
  const tooLarge = { status: 413, body: { message: 'too large' } }
  const reply = body === 'too large' ? tooLarge : guarded(answer, incoming(request, body))
  if (manner.latencyMs > 0) await sleep(manner.latencyMs)
  const zipped = manner.compresses && /\bgzip\b/.test(String(request.headers['accept-encoding']))
  send(response, reply, zipped)
}

/** A fault of ours must not end the process of whoever runs us: it is told as the 500 that no server should answer. */
function guarded(answer: (request: Incoming) => Reply, request: Incoming): Reply {
  try {
    return answer(request)
  } catch (error) {
    return { status: 500, body: { error: String(error) } }
  }
}

async function read(request: IncomingMessage): Promise<Buffer | 'too large' | 'aborted'> {
  const chunks: Buffer[] = []
  let length = 0
  request.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length <= MAX_BODY) chunks.push(chunk)
  })
  const whole = await new Promise<boolean>((resolve) => {
    request.once('end', () => resolve(true))
    request.once('close', () => resolve(false))
  })
  if (!whole) return 'aborted'
  return length > MAX_BODY ? 'too large' : Buffer.concat(chunks)
}

function incoming({ method = '', url = '', headers }: IncomingMessage, body: Buffer): Incoming {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1))
  // A header that Node does not know comes as one text.
  return { method, path, query, headers: headers as Incoming['headers'], body }
}

function send(response: ServerResponse, { status, body, headers = {} }: Reply, zipped: boolean): void {
  if (body === undefined) {
    response.writeHead(status, headers).end()
    return
  }
  const raw = Buffer.isBuffer(body)
  const plain = raw ? body : Buffer.from(JSON.stringify(body))
  const sent = zipped && !raw ? gzipSync(plain) : plain
  const type = raw ? {} : { 'Content-Type': 'application/json; charset=utf-8' }
  const coding = sent === plain ? {} : { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' }
  response.writeHead(status, { ...type, ...coding, 'Content-Length': sent.length, ...headers }).end(sent)
}
