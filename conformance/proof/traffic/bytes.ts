import http, { Agent, type ClientRequest, type IncomingMessage } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { parseTarget } from '../../server/load-target.ts'
import { startProxy } from '../../traffic/proxy/proxy.ts'
import { Traffic } from '../../traffic/traffic.ts'
import {
  bodyOf,
  endingOf,
  hashOf,
  messageOf,
  passing,
  startOrigin,
  writePieces,
  type Message,
  type Origin,
} from './origin.ts'
import { randomOf } from './random.ts'

/** What came of requests through the proxy. */
export interface Passage {
  requests: number
  /** Those that had their whole answer, were told that it was broken off, and went away. */
  whole: number
  broken: number
  left: number
  bytes: number
  /** What was lost or altered, in words. */
  wrong: string[]
}

const AT_ONCE = 32
const PATHS = [
  '/invoices',
  '/invoices?page=2&q=%C3%A4+b',
  '/customers/5',
  '/../odd%2Fpath',
  '/settings?a=1&a=2',
]
const METHODS = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS']

/** Sends so many requests of all kinds through the proxy, side by side, and holds both ends against each other. */
export async function passThrough(requests: number): Promise<Passage> {
  const origin = await startOrigin()
  const traffic = await Traffic.open({ target: parseTarget({ base_url: origin.base_url, api_key: '-' }) })
  const faults: string[] = []
  let counted = 0
  const proxy = await startProxy({
    traffic,
    onPassed: () => counted++,
    onFault: (says) => faults.push(says),
  })
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const passage: Passage = { requests, whole: 0, broken: 0, left: 0, bytes: 0, wrong: [] }
  let next = 0
  const work = async () => {
    for (let n = next++; n < requests; n = next++)
      await passOne(n, new URL(proxy.base_url), agent, origin, passage)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  agent.destroy()
  await proxy.close()
  await traffic.close()
  passage.wrong.push(...faults)
  if (counted + traffic.requests !== requests)
    passage.wrong.push(`${counted + traffic.requests} of ${requests} requests were counted`)
  await origin.close()
  return passage
}

async function passOne(n: number, base: URL, agent: Agent, origin: Origin, passage: Passage): Promise<void> {
  const ending = endingOf(n)
  const { sent, request, ended } = await send(n, base, agent)
  if (ending === 'never') {
    await origin.came(n)
    request.destroy()
    // It ends for the deployment too, or we wait for ever.
    await origin.left(n)
  }
  const answer = await received(await ended)
  passage.wrong.push(...differences(n, 'request', sent, origin.asked.get(n)))
  if (ending === 'never') passage.left++
  else if (ending === 'broken off' && (answer === null || answer.line.startsWith('502'))) passage.broken++
  else if (ending === 'whole' && answer) {
    passage.whole++
    passage.bytes += sent.bytes + answer.bytes
    passage.wrong.push(...differences(n, 'answer', origin.answered.get(n), answer))
  } else passage.wrong.push(`request ${n}, ${ending}: ${answer ? 'a whole answer' : 'no answer'}`)
}

/** In what two ends of the proxy saw a message otherwise. */
function differences(n: number, what: string, here?: Message, there?: Message): string[] {
  if (!here || !there) return [`${what} ${n} is lost`]
  return (['line', 'headers', 'bytes', 'hash'] as const)
    .filter((part) => !isDeepStrictEqual(here[part], there[part]))
    .map(
      (part) =>
        `${part} of ${what} ${n}: ${JSON.stringify(here[part])} became ${JSON.stringify(there[part])}`,
    )
}

/** A request that was sent; null for an answer that never comes. */
interface Outgoing {
  sent: Message
  request: ClientRequest
  ended: Promise<IncomingMessage | null>
}

/** Sends the n-th request. */
async function send(n: number, base: URL, agent: Agent): Promise<Outgoing> {
  const random = randomOf(`request ${n}`)
  const method = random.pick(METHODS)
  const hasBody = ['POST', 'PATCH', 'PUT'].includes(method)
  const { body, headers } = hasBody ? bodyOf(random) : { body: Buffer.alloc(0), headers: [] }
  const isStream = hasBody && random.chance(0.4)
  const raw = [
    'Host',
    base.host,
    'X-Number',
    String(n),
    'x-AuTh-Token',
    `key ${n % 3}`,
    'Accept',
    '*/*',
    'Accept',
    'x/y',
    ...headers,
    ...(isStream ? ['Transfer-Encoding', 'chunked'] : hasBody ? ['Content-Length', String(body.length)] : []),
  ]
  const path = base.pathname + random.pick(PATHS)
  const sent = { line: `${method} ${path}`, headers: passing(raw), bytes: body.length, hash: hashOf(body) }
  const request = http.request({ host: base.hostname, port: base.port, method, path, headers: raw, agent })
  const ended = new Promise<IncomingMessage | null>((resolve) => {
    request.on('response', resolve).on('error', () => resolve(null))
  })
  if (isStream) await writePieces(request, body, random)
  else request.end(body)
  return { sent, request, ended }
}

async function received(answer: IncomingMessage | null): Promise<Message | null> {
  if (answer === null) return null
  try {
    return await messageOf(`${answer.statusCode} ${answer.statusMessage}`, answer)
  } catch {
    return null
  }
}
