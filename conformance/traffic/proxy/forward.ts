import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import { codeOf, messageOf } from '../../../schemas/thrown.ts'
import { valuesOf } from '../recorded.ts'
import { passedOn } from './headers.ts'

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
  readonly #agent: http.Agent
  readonly #send: typeof http.request

  constructor(origin: URL) {
    this.#origin = origin
    const isSecure = origin.protocol === 'https:'
    this.#agent = isSecure ? new https.Agent(KEEPING) : new http.Agent(KEEPING)
    this.#send = isSecure ? https.request : http.request
  }

  close(): void {
    this.#agent.destroy()
  }

  pass(incoming: IncomingMessage, outgoing: ServerResponse, listener: Listener): void {
    const hasBody =
      valuesOf(incoming.rawHeaders, 'content-length').some((length) => length !== '0') ||
      valuesOf(incoming.rawHeaders, 'transfer-encoding').length > 0
    let isOver = false
    const lose = (why: string) => {
      if (!isOver) listener.onLost(why)
      isOver = true
    }
    const attempt = (isLast: boolean): ClientRequest => {
      const onward = this.#request(incoming)
      current = onward
      onward.on('response', (answer) => {
        listener.onAnswer(answer)
        relay(answer, outgoing, listener, {
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

  #request(incoming: IncomingMessage): ClientRequest {
    const { hostname, port, host } = this.#origin
    const onward = this.#send({
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      headers: passedOn(incoming.rawHeaders, host),
      agent: this.#agent,
      setHost: false,
    })
    // What came without a body and without a length goes on so.
    if (valuesOf(incoming.rawHeaders, 'transfer-encoding').length === 0)
      onward.useChunkedEncodingByDefault = false
    return onward
  }
}

const isSafe = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

interface Ends {
  onEnd(): void
  onBroken(): void
}

function relay(answer: IncomingMessage, outgoing: ServerResponse, listener: Listener, ends: Ends): void {
  outgoing.sendDate = false
  outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', passedOn(answer.rawHeaders))
  answer.on('data', (chunk: Buffer) => listener.onReceived(chunk))
  answer.on('close', () => {
    if (answer.complete) return
    ends.onBroken()
    outgoing.destroy()
  })
  outgoing.on('finish', () => ends.onEnd())
  answer.pipe(outgoing)
}

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
