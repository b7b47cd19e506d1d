import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { answerUnreadable, READING, withHost } from '../../../schemas/http/unreadable-request.ts'
import { messageOf } from '../../../schemas/thrown.ts'
import type { Recorded } from '../recorded.ts'
import type { Moment } from '../timeline.ts'
import type { Judged, Traffic } from '../traffic.ts'
import { Forwarder } from './forward.ts'
import { Kept, Room } from './kept.ts'
import type { Head } from './passage.ts'

/** A proxy that stands in front of a deployment. */
export interface Proxy {
  /** The API as the proxy serves it. */
  readonly base_url: string
  /** Ends what is under way, and resolves when all that passed is judged. */
  close(): Promise<void>
}

export interface ProxyOptions {
  readonly traffic: Traffic
  /** Any free one when left out. */
  readonly port?: number
  readonly host?: string
  /** Called for each request that passed whole, and was read. */
  onJudged?(judged: Judged): void
  /** Called for each request that is over, last of all. */
  onOver?(over: Over): void
  /** Called for each that passed and was not judged. */
  onPassed?(line: string): void
  /** Called where a fault of ours kept an exchange from being judged. */
  onFault?(says: string): void
}

/**
 * Starts a proxy in front of the deployment of the traffic's target: everything passes as it is, and is judged beside.
 * @throws what node throws where it cannot listen
 */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const { traffic, port = 0, host = '127.0.0.1' } = options
  const base = new URL(traffic.target.base_url)
  const passing = new Passing(options, new Forwarder(base))
  const server = createServer(
    { keepAliveTimeout: 60_000, requestTimeout: 0, ...READING },
    withHost((incoming, outgoing) => passing.pass(incoming, outgoing)),
  )
  answerUnreadable(server)
  await listening(server, port, host)
  const { port: own } = server.address() as AddressInfo // it listens at a port
  return {
    base_url: `http://${host.includes(':') ? `[${host}]` : host}:${own}${base.pathname.replace(/\/+$/, '')}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await passing.close()
    },
  }
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** A request that is over, judged or not. */
export interface Over extends Omit<Recorded, 'answer'> {
  /** null where there was no whole answer. */
  readonly answer: Recorded['answer'] | null
  readonly judged: Judged | null
}

/** An exchange that is to be judged. */
interface Due {
  readonly recorded: Recorded
  readonly moment: Moment
  /** Frees the room that it takes. */
  release(): void
}

/** Passes requests on, and has them judged one after the other, as they ended. */
class Passing {
  readonly #options: ProxyOptions
  readonly #forwarder: Forwarder
  readonly #room = new Room()
  #due: Due[] = []
  #judging: Promise<void> | null = null

  constructor(options: ProxyOptions, forwarder: Forwarder) {
    this.#options = options
    this.#forwarder = forwarder
  }

  pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { traffic } = this.#options
    const { method = 'GET', url = '/', rawHeaders } = incoming
    const [sent, received] = [new Kept(this.#room), new Kept(this.#room)]
    const moment = traffic.begin(method, url)
    const [started_at, start] = [Date.now(), performance.now()]
    let head: Head | null = null
    const over = (given: Recorded['answer'] | null): Omit<Over, 'judged'> => ({
      method,
      url,
      headers: rawHeaders,
      body: sent.body,
      answer: given,
      started_at,
      ms: performance.now() - start,
    })
    const release = () => {
      sent.release()
      received.release()
    }
    this.#forwarder.pass(incoming, outgoing, {
      onSent: (chunk) => sent.add(chunk),
      onAnswer: (given) => (head = given),
      onReceived: (chunk) => received.add(chunk),
      onLost: (why) => {
        traffic.lose(moment, Date.now())
        traffic.pass(`without a whole answer: ${why}`)
        this.#options.onPassed?.(`${method} ${url} → ${why}`)
        this.#options.onOver?.({ ...over(null), judged: null })
        release()
      },
      onEnd: () => {
        const { status = 0, headers = [] } = head ?? {}
        const ended_at = Date.now()
        traffic.end(moment, status, ended_at)
        const whole = { status, headers, body: received.body }
        if (!traffic.isOfApi(url)) {
          this.#options.onPassed?.(`${method} ${url} → ${status}`)
          this.#options.onOver?.({ ...over(whole), judged: null })
          return release()
        }
        this.#due.push({ recorded: { ...over(whole), answer: whole }, moment, release })
        this.#judging ??= this.#judgeAll()
      },
    })
  }

  async close(): Promise<void> {
    this.#forwarder.close()
    await this.#judging
  }

  /** After what is to be passed on now. */
  async #judgeAll(): Promise<void> {
    await setImmediate()
    for (let due = this.#due; due.length > 0; due = this.#due) {
      this.#due = []
      for (const one of due) await this.#judge(one)
    }
    this.#judging = null
  }

  async #judge({ recorded, moment, release }: Due): Promise<void> {
    const { traffic, onJudged, onOver, onFault } = this.#options
    try {
      const judged = await traffic.judge(recorded, moment)
      if (judged) onJudged?.(judged)
      onOver?.({ judged, ...recorded })
    } catch (error) {
      onFault?.(messageOf(error))
    } finally {
      release()
    }
  }
}
