import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import { codeOf } from '../../../schemas/thrown.ts'
import { valuesOf } from '../recorded.ts'
import { passedOn } from './headers.ts'
import { Passage, type Listener } from './passage.ts'
import { IDLE_MS, Reads } from './reads.ts'

/** Passes requests on to a deployment, byte by byte. */
export class Forwarder {
  readonly #origin: URL
  readonly #reads: Reads
  /** What each request has in common. */
  readonly #common: http.RequestOptions
  readonly #agent: http.Agent
  readonly #send: typeof http.request

  constructor(origin: URL) {
    this.#origin = origin
    this.#reads = new Reads(origin)
    const isSecure = origin.protocol === 'https:'
    const keeping = { keepAlive: true, timeout: IDLE_MS }
    this.#agent = isSecure ? new https.Agent(keeping) : new http.Agent(keeping)
    this.#send = isSecure ? https.request : http.request
    const hostname = origin.hostname.replace(/^\[|\]$/g, '')
    this.#common = { hostname, port: origin.port, agent: this.#agent, setHost: false }
  }

  close(): void {
    this.#agent.destroy()
    this.#reads.close()
  }

  pass(incoming: IncomingMessage, outgoing: ServerResponse, listener: Listener): void {
    const passage = new Passage(incoming, outgoing, listener, this.#origin.origin)
    if (isPlainRead(incoming)) this.#reads.pass(passage)
    else this.#pass(passage)
  }

  #pass(passage: Passage): void {
    const { incoming } = passage
    const hasBody = BODIED.some((name) => valuesOf(incoming.rawHeaders, name).some((value) => value !== '0'))
    let current: ClientRequest
    const attempt = (isLast: boolean): ClientRequest => {
      const onward = this.#request(incoming)
      current = onward
      onward.on('response', (answer) => answeredWith(answer, passage))
      onward.on('error', (error) => {
        // A connection that was kept may have been closed by the other side as we took it: nothing was read of the request.
        const isStale = onward.reusedSocket && codeOf(error) === 'ECONNRESET' && !passage.isAnswered
        if (isStale && !isLast && !hasBody && isSafe(incoming)) attempt(true).end()
        else passage.breakOff(error)
      })
      return onward
    }
    const onward = attempt(false)
    if (hasBody) {
      incoming.on('data', (chunk: Buffer) => passage.sent(chunk))
      incoming.pipe(onward)
    } else onward.end()
    passage.until(() => current.destroy())
  }

  #request(incoming: IncomingMessage): ClientRequest {
    const onward = this.#send({
      ...this.#common,
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      headers: passedOn(incoming.rawHeaders, this.#origin.host),
    })
    // What came without a body and without a length goes on so.
    if (valuesOf(incoming.rawHeaders, 'transfer-encoding').length === 0)
      onward.useChunkedEncodingByDefault = false
    return onward
  }
}

const BODIED = ['transfer-encoding', 'content-length']

const isSafe = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

/** Headers of requests that are more than to read: they say of a body, or may be answered without one that has a length. */
const NOT_PLAIN = [
  ...BODIED,
  'expect',
  'if-none-match',
  'if-modified-since',
  'if-match',
  'if-unmodified-since',
]

const isPlainRead = ({ method, url, headers }: IncomingMessage): boolean =>
  method === 'GET' && url?.startsWith('/') === true && NOT_PLAIN.every((name) => headers[name] === undefined)

function answeredWith(answer: IncomingMessage, passage: Passage): void {
  const { statusCode: status = 502, statusMessage: text = '', rawHeaders: headers } = answer
  passage.answered({ status, text, headers }, answer)
  answer.on('data', (chunk: Buffer) => passage.received(chunk))
  answer.on('end', () => passage.end())
  answer.on('close', () => {
    if (!answer.complete) passage.breakOff(new Error('its answer ended early'))
  })
}
