import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { randomOf, type Random } from './random.ts'

/** One message as it was, without what belongs to one connection. */
export interface Message {
  /** Method and path, or status and its text. */
  readonly line: string
  /** Names and values in turn, as sent. */
  readonly headers: readonly string[]
  readonly bytes: number
  readonly hash: string
}

/** A server that answers the n-th request in the n-th way, and remembers what it was asked and what it answered. */
export interface Origin {
  readonly base_url: string
  readonly asked: ReadonlyMap<number, Message>
  readonly answered: ReadonlyMap<number, Message>
  /** Resolves when a request is there that it never answers, and then when it went away. */
  came(n: number): Promise<void>
  left(n: number): Promise<void>
  close(): Promise<void>
}

const HOP_BY_HOP = /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|host)$/i

/** Headers that pass a proxy. */
export const passing = (raw: readonly string[]): string[] =>
  raw.filter((_, at) => !HOP_BY_HOP.test(raw[at - (at % 2)] ?? ''))

export const hashOf = (body: Buffer): string => createHash('sha256').update(body).digest('hex')

/** A message whose body comes; what is broken off is what came of it. */
export async function messageOf(line: string, incoming: IncomingMessage): Promise<Message> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  return { line, headers: passing(incoming.rawHeaders), bytes: body.length, hash: hashOf(body) }
}

/** How a request ends that has no whole answer. */
export type Ending = 'whole' | 'broken off' | 'never'

/** How the n-th request ends. */
export const endingOf = (n: number): Ending =>
  n % 97 === 5 ? 'broken off' : n % 89 === 7 ? 'never' : 'whole'

const STATUSES = [200, 200, 200, 201, 204, 301, 304, 400, 401, 404, 422, 429, 500, 502, 503]

const PACKINGS: readonly (readonly [string | null, (body: Buffer) => Buffer])[] = [
  [null, (body) => body],
  ['gzip', (body) => gzipSync(body)],
  ['br', (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ['deflate', (body) => deflateSync(body)],
  // It says so, and is not.
  ['gzip', (body) => body],
]

/** A body of any size, JSON or bytes, and what it is packed in. */
export function bodyOf(random: Random): { body: Buffer; headers: string[] } {
  const size = random.pick([0, 1, 100, 2000, 15_000, 70_000])
  const plain = random.chance(0.7)
    ? Buffer.from(JSON.stringify({ invoices: [], text: 'ä€😀'.repeat(size / 20) }))
    : random.bytes(size)
  const [encoding, pack] = random.pick(PACKINGS)
  const type = random.pick(['application/json; charset=utf-8', 'application/pdf', 'text/plain'])
  const headers = ['Content-Type', type, ...(encoding === null ? [] : ['Content-Encoding', encoding])]
  return { body: pack(plain), headers }
}

async function breakOff(outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(200, { 'content-length': 1000 })
  await new Promise((resolve) => outgoing.write('{"invoices":', resolve))
  await setImmediate()
  outgoing.destroy()
}

/** Pieces of any length, which come one after the other. */
export async function writePieces(
  to: { write(piece: Buffer): boolean; end(): unknown },
  body: Buffer,
  random: Random,
): Promise<void> {
  for (let at = 0; at < body.length;) {
    const next = at + 1 + random.below(20_000)
    to.write(body.subarray(at, next))
    at = next
    await setImmediate()
  }
  to.end()
}

/** What is waited for, or was there before. */
class Signs {
  readonly #signs = new Map<number, { promise: Promise<void>; resolve(): void }>()

  of(n: number): Promise<void> {
    return this.#at(n).promise
  }

  give(n: number): void {
    this.#at(n).resolve()
  }

  #at(n: number): { promise: Promise<void>; resolve(): void } {
    const known = this.#signs.get(n)
    if (known) return known
    const sign = { resolve: () => {}, promise: Promise.resolve() }
    sign.promise = new Promise((resolve) => (sign.resolve = resolve))
    this.#signs.set(n, sign)
    return sign
  }
}

export async function startOrigin(): Promise<Origin> {
  const asked = new Map<number, Message>()
  const answered = new Map<number, Message>()
  const [came, left] = [new Signs(), new Signs()]
  const server = createServer(async (incoming, outgoing) => {
    const n = Number(incoming.headers['x-number'])
    incoming.on('error', () => {})
    outgoing.on('close', () => left.give(n))
    asked.set(n, await messageOf(`${incoming.method} ${incoming.url}`, incoming))
    if (endingOf(n) === 'never') came.give(n)
    else await answer(n, incoming, outgoing, answered)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens at a port
  return {
    base_url: `http://127.0.0.1:${port}/api/v1/external`,
    asked,
    answered,
    came: (n) => came.of(n),
    left: (n) => left.of(n),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function answer(
  n: number,
  { method }: IncomingMessage,
  outgoing: ServerResponse,
  answered: Map<number, Message>,
): Promise<void> {
  if (endingOf(n) === 'broken off') return breakOff(outgoing)
  const random = randomOf(`answer ${n}`)
  const status = random.pick(STATUSES)
  const isBare = status === 204 || status === 304 || method === 'HEAD'
  const { body, headers } = bodyOf(random)
  const isStream = random.chance(0.4)
  const own = ['X-Number', String(n), 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'x-OdD-cAsE', 'ü'.normalize()]
  const length = isStream || isBare ? [] : ['Content-Length', String(body.length)]
  const sent = ['Date', 'Thu, 01 Jan 2026 00:00:00 GMT', ...own, ...headers, ...length]
  const text = random.pick(['OK', 'As It Is', 'Odd'])
  outgoing.sendDate = false
  outgoing.writeHead(status, text, sent)
  answered.set(n, {
    line: `${status} ${text}`,
    headers: passing(sent),
    bytes: isBare ? 0 : body.length,
    hash: hashOf(isBare ? Buffer.alloc(0) : body),
  })
  if (isBare) outgoing.end()
  else if (isStream) await writePieces(outgoing, body, random)
  else outgoing.end(body)
}
