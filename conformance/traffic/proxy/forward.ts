import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import { codeOf, messageOf } from '../../../schemas/thrown.ts'
import { valuesOf } from '../recorded.ts'
import { passedOn } from './headers.ts'
import { relay } from './relay.ts'

/** What is told of one request while it passes. */
export interface Listener {
  onSent(chunk: Buffer): void
  onAnswer(answer: IncomingMessage): void
  onReceived(chunk: Buffer): void
  /** The whole answer has passed. */
  onEnd(): void
  /** It will have no whole answer: the client went away, or nothing came. Called at most once, and not after onEnd. */
  onLost(why: string): void
}

/** Connections that idle so long are closed before the deployment does, which might meet a write under way. */
const KEEPING = { keepAlive: true, timeout: 1000 }

/** Passes requests on to a deployment, byte by byte. */
export class Forwarder {
  readonly #origin: URL
  /** What each request has in common. */
  readonly #common: http.RequestOptions
  readonly #agent: http.Agent
  readonly #send: typeof http.request

  constructor(origin: URL) {
    this.#origin = origin
    const isSecure = origin.protocol === 'https:'
    this.#agent = isSecure ? new https.Agent(KEEPING) : new http.Agent(KEEPING)
    this.#send = isSecure ? https.request : http.request
    const hostname = origin.hostname.replace(/^\[|\]$/g, '')
    this.#common = { hostname, port: origin.port, agent: this.#agent, setHost: false }
  }

  close(): void {
    this.#agent.destroy()
  }

  pass(incoming: IncomingMessage, outgoing: ServerResponse, listener: Listener): void {
    const isChunked = valuesOf(incoming.rawHeaders, 'transfer-encoding').length > 0
    const hasBody =
      isChunked || valuesOf(incoming.rawHeaders, 'content-length').some((length) => length !== '0')
    let isOver = false
    const lose = (why: string) => {
      if (!isOver) listener.onLost(why)
      isOver = true
    }
    const attempt = (isLast: boolean): ClientRequest => {
      const onward = this.#request(incoming, isChunked)
      current = onward
      onward.on('response', (answer) => {
        listener.onAnswer(answer)
        relay(answer, outgoing, {
          onChunk: (chunk) => listener.onReceived(chunk),
          onEnd: () => {
            isOver = true
            listener.onEnd()
          },
          onBroken: () => lose('the deployment broke its answer off'),
        })
      })
      onward.on('error', (error) => {
        if (isOver) return
        // A connection that was kept may have been closed by the other side as we took it: nothing was read of the request.
        const isStale = onward.reusedSocket && codeOf(error) === 'ECONNRESET' && !outgoing.headersSent
        if (isStale && !isLast && !hasBody && isSafe(incoming)) return void attempt(true).end()
        lose(`nothing came from the deployment: ${messageOf(error)}`)
        refuse(outgoing, error, this.#origin)
      })
      return onward
    }
    let current: ClientRequest
    const onward = attempt(false)
    if (hasBody) {
      incoming.on('data', (chunk: Buffer) => listener.onSent(chunk))
      incoming.pipe(onward)
    } else onward.end()
    outgoing.on('close', () => {
      if (outgoing.writableFinished) return
      lose('the client went away')
      current.destroy()
    })
  }

  #request(incoming: IncomingMessage, isChunked: boolean): ClientRequest {
    const onward = this.#send({
      ...this.#common,
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      headers: passedOn(incoming.rawHeaders, this.#origin.host),
    })
    // What came without a body and without a length goes on so.
    if (!isChunked) onward.useChunkedEncodingByDefault = false
    return onward
  }
}

const isSafe = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

/** Nothing came from the deployment: the client is told so as the API tells its errors. */
function refuse(outgoing: ServerResponse, error: Error, { origin }: URL): void {
  if (outgoing.headersSent) return void outgoing.destroy()
  const body = JSON.stringify({ error: `Bad gateway: ${origin} did not answer (${messageOf(error)})` })
  outgoing.writeHead(502, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  outgoing.end(body)
}
