import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, deflateSync } from 'node:zlib'
import { closes, lasting, only, pass } from '../hostile-server/answers.ts'
import type { Answer, Behaviour } from '../hostile-server/hostile-server.ts'

// Odd ways of HTTP and JSON that nothing forbids, in front of a server that is right.

/** Answers later than it works: a deployment at a distance. */
export const late =
  (ms: number): Behaviour =>
  async (visit) => {
    const answer = await visit.behind()
    await sleep(ms)
    await pass(visit, answer)
  }

/** Without a length, in pieces of a few bytes, some of which end within a character. */
export const chunked: Behaviour = async (visit) => {
  const { status, headers, body } = await visit.behind()
  visit.response.writeHead(status, lasting(headers))
  for (let at = 0; at < body.length; at += 997) visit.response.write(body.subarray(at, at + 997))
  visit.response.end()
}

/** Each connection serves one request. */
export const closing: Behaviour = async (visit) => {
  const { status, headers, body } = await visit.behind()
  visit.response
    .writeHead(status, { ...lasting(headers), Connection: 'close', 'Content-Length': body.length })
    .end(body)
}

const LENGTH_REQUIRED: Answer = {
  status: 411,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"error":"Length Required"}'),
}

/** HTTP/1.0: no length and no keep-alive, the body ends with the connection; one that was sent in chunks is refused. */
export const oldHttp: Behaviour = async (visit) => {
  const isInChunks = visit.response.req.headers['transfer-encoding'] !== undefined
  const { status, headers, body } = isInChunks ? LENGTH_REQUIRED : await visit.behind()
  const lines = Object.entries(lasting(headers)).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.0 ${status} ${status < 300 ? 'OK' : 'NO'}\r\n${lines.join('')}Connection: close\r\n\r\n`
  visit.response.socket?.end(Buffer.concat([Buffer.from(head), body]))
}

/** Header names in capitals, a media type with a space and a quoted charset, and headers of a proxy. */
export const shouting: Behaviour = async (visit) => {
  const { status, headers, body } = await visit.behind()
  const capitals = Object.entries(lasting(headers)).map(([name, value]) => [name.toUpperCase(), value])
  const type = status < 400 ? 'Application/JSON ; Charset="UTF-8"' : 'application/problem+json'
  visit.response
    .writeHead(status, {
      ...Object.fromEntries(capitals),
      ...(/json/.test(headers['content-type'] ?? '') && { 'CONTENT-TYPE': type }),
      'SET-COOKIE': ['session=1; HttpOnly', 'lb=a; Path=/'],
      'X-REQUEST-ID': String(visit.n),
      VIA: '1.1 edge, 1.0 cache',
      'CACHE-CONTROL': 'private, max-age=0',
      ETAG: `W/"${visit.n}"`,
      AGE: '0',
    })
    .end(body)
}

/** Brotli for one, deflate for the next: who names no coding takes any. */
export const packed: Behaviour = async (visit) => {
  const { status, headers, body } = await visit.behind()
  const [coding, bytes] =
    visit.n % 2 === 1 ? ['br', brotliCompressSync(body)] : ['deflate', deflateSync(body)]
  if (body.length === 0) visit.response.writeHead(status, lasting(headers)).end()
  else visit.response.writeHead(status, { ...lasting(headers), 'Content-Encoding': coding }).end(bytes)
}

/** JSON in other words, under the same headers. */
function said(change: (text: string) => string): Behaviour {
  return async (visit) => {
    const answer = await visit.behind()
    const isJson = /json/.test(answer.headers['content-type'] ?? '')
    await pass(visit, isJson ? { ...answer, body: Buffer.from(change(answer.body.toString())) } : answer)
  }
}

/** The same JSON in other characters: indented, fields in reverse, all but ASCII and all slashes escaped. */
export const spelled = said((text) =>
  `\n  ${JSON.stringify(reversed(JSON.parse(text)), undefined, '\t')}\r\n`
    .replaceAll('/', String.raw`\/`)
    .replaceAll(
      /[\u007f-\uffff]/g,
      (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
)

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, inner]) => [name, reversed(inner)]),
  )
}

/** Fields that the specification does not know, in every object of every answer, of names that others have elsewhere. */
export const wordy = said((text) => JSON.stringify(enriched(JSON.parse(text))))

function enriched(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(enriched)
  if (typeof value !== 'object' || value === null) return value
  const own = Object.entries(value).map(([name, inner]) => [name, enriched(inner)])
  return {
    _links: { self: { href: '/', templated: false } },
    message: null,
    request: { id: 'r-1', at: 1_700_000_000, tags: [] },
    ...Object.fromEntries(own),
  }
}

/** One request in sixty is one too many, however long before it the last one came: a gateway sheds load. */
export const shedding: Behaviour = async (visit) =>
  pass(visit, visit.n % 60 === 0 ? TOO_MANY : await visit.behind())

const TOO_MANY: Answer = {
  status: 429,
  headers: { 'content-type': 'application/json', 'x-ratelimit-reset': '1' },
  body: Buffer.from('{"error":"Too many requests","message":"Come again in a second.","retry_after":1}'),
}

/** One request in two thousand is done, and its connection lost before the answer: a process behind a balancer is replaced. */
export const replaced: Behaviour = only(({ n }) => n % 2000 === 0, closes)

/** An error shows the record that was sent beside what was wrong with it. */
export const echoing: Behaviour = async (visit) => {
  const answer = await visit.behind()
  const isRefusal = answer.status >= 400 && answer.status !== 403 && visit.sent.startsWith('{')
  await pass(visit, isRefusal ? { ...answer, body: withRecord(answer.body, visit.sent) } : answer)
}

function withRecord(body: Buffer, sent: string): Buffer {
  try {
    return Buffer.from(JSON.stringify({ ...JSON.parse(sent), ...JSON.parse(body.toString()) }))
  } catch {
    return body
  }
}
