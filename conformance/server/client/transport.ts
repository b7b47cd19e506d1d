import { Readable } from 'node:stream'
import { Agent, type Dispatcher } from 'undici'
import { codeOf } from '../../../schemas/thrown.ts'
import type { SentRequest } from './exchange.ts'
import { MOST_BYTES, OutOfPatience, Stopped } from './obstacles.ts'
import { Reception } from './reception.ts'
import { timerMs } from './timer.ts'
import { unpacked } from './unpack.ts'

/** An answer, unpacked. */
export interface Answer {
  status: number
  headers: Record<string, string>
  bytes: Buffer
}

/** A write under way when the run is to end is waited for so long, so that what it made can be taken back. */
const LATE_WRITE_MS = 5_000

/** Codes of a connection that broke; a kept-alive one may have been closed before the request came. */
const BROKEN = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/

/**
 * So long a connection is kept that nothing is sent on. Servers that say no time close it after two seconds and more, and a
 * write that meets that is lost.
 */
const KEPT_MS = 1_000

/** Gateways refuse who does not say what it is; curl says so by itself. */
const USER_AGENT = 'invoicing-kit'

/** Sends requests and reads their answers whole, within limits of time and size; follows no redirect. */
export class Transport {
  readonly #agent = new Agent({ connections: 32, keepAliveTimeout: KEPT_MS, maxResponseSize: MOST_BYTES })
  readonly #patience_ms: number
  readonly #signal: AbortSignal
  readonly #underWay = new Set<UnderWay>()

  /** @param signal aborted when the run ends */
  constructor(patience_ms: number, signal: AbortSignal) {
    this.#patience_ms = patience_ms
    this.#signal = signal
    signal.addEventListener('abort', () => this.#underWay.forEach(stop), { once: true })
  }

  /** A GET whose connection breaks is sent once more. @throws what undici throws, OutOfPatience, Stopped, Unreadable */
  async answer(request: SentRequest): Promise<Answer> {
    try {
      return await this.#once(request)
    } catch (error) {
      const isBroken = request.method === 'GET' && BROKEN.test(codeOf(error))
      if (!isBroken) throw error
      return this.#once(request)
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  /** The time is for the whole answer: one that drips is given up as one that hangs. */
  async #once(request: SentRequest): Promise<Answer> {
    const reception = new Reception()
    const patience_ms = this.#patience_ms
    const giveUp = () => reception.breakOff(new OutOfPatience(patience_ms))
    const underWay: UnderWay = { request, reception, timers: [setTimeout(giveUp, timerMs(patience_ms))] }
    this.#underWay.add(underWay)
    if (this.#signal.aborted) stop(underWay)
    try {
      return await this.#exchange(underWay)
    } finally {
      for (const timer of underWay.timers) clearTimeout(timer)
      this.#underWay.delete(underWay)
    }
  }

  async #exchange({ request, reception }: UnderWay): Promise<Answer> {
    const { origin, pathname, search } = new URL(request.url)
    this.#agent.dispatch(
      {
        origin,
        path: pathname + search,
        method: request.method as Dispatcher.HttpMethod, // one of an operation or a hook
        ...framed(request),
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      reception,
    )
    const { status, headers, bytes: packed } = await reception.whole
    const received = flat(headers)
    return { status, headers: received, bytes: await unpacked(packed, received['content-encoding']) }
  }
}

interface UnderWay {
  request: SentRequest
  reception: Reception
  timers: NodeJS.Timeout[]
}

function stop({ request, reception, timers }: UnderWay): void {
  const late_ms = request.method === 'GET' ? 0 : LATE_WRITE_MS
  timers.push(setTimeout(() => reception.breakOff(new Stopped()), late_ms))
}

/**
 * A stream has no length that could be told before: it is sent in chunks, which undici says itself. Those are two, as a longer body
 * comes in several, and part a character of several bytes, where there is one.
 */
function framed({
  headers: own,
  body,
  bytes,
}: SentRequest): Pick<Dispatcher.RequestOptions, 'headers' | 'body'> {
  const headers = { 'user-agent': USER_AGENT, ...own }
  const { 'transfer-encoding': coding, ...others } = headers as Record<string, string> // those of a request are texts by name
  const sent = bytes ?? body
  return coding === 'chunked' && sent !== null
    ? { headers: others, body: Readable.from(halvesOf(Buffer.from(sent))) }
    : { headers, body: sent }
}

function halvesOf(bytes: Buffer): Buffer[] {
  const inside = bytes.findIndex((byte) => byte >= 0x80) + 1
  const middle = inside || bytes.length / 2
  return [bytes.subarray(0, middle), bytes.subarray(middle)]
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]))
}
