import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'

/** Bytes of a request's line and headers that are taken: a search for the longest text that a field holds is one. */
const MOST_HEADER_BYTES = 128 << 10

/**
 * Answers what is no HTTP, such as letters beyond ASCII in an address, in JSON as other errors are. Node alone would
 * not say why.
 */
export function answerUnreadable(server: Server): void {
  server.on('clientError', (error: HttpError, socket: Socket) => {
    // Who went away is told nothing.
    if (error.code !== 'ECONNRESET' && socket.writable) socket.write(answerTo(error))
    socket.destroySoon()
  })
}

/** What a server is made with, so that what is no HTTP is answered by `answerUnreadable` and `withHost`, and not by Node. */
export const READING = { maxHeaderSize: MOST_HEADER_BYTES, requireHostHeader: false } as const

/** Answers a request of HTTP/1.1 that names no Host, which is none by RFC 9112, §3.2; others go on. */
export const withHost =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const { httpVersion, headers } = request
    if (httpVersion !== '1.1' || headers.host !== undefined) return listener(request, response)
    const body = bodyOf('Bad Request', 'it names no Host')
    const length = Buffer.byteLength(body)
    response.writeHead(400, { connection: 'close', 'content-type': JSON_TYPE, 'content-length': length })
    response.end(body)
  }

/** What Node says of a request that its parser refuses. */
type HttpError = NodeJS.ErrnoException & { reason?: string }

function answerTo({ code = '', reason, message }: HttpError): string {
  const [status, text] = STATUSES[code] ?? [400, 'Bad Request']
  const body = bodyOf(text, `${reason ?? message}${HINTS[code] ?? ''}`)
  return [
    `HTTP/1.1 ${status} ${text}`,
    'Connection: close',
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}

const JSON_TYPE = 'application/json; charset=utf-8'

const bodyOf = (error: string, why: string): string =>
  JSON.stringify({ error, errors: { base: [`what was sent is no request: ${why}`] } })

const STATUSES: Readonly<Record<string, readonly [status: number, text: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Payload Too Large'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
}

const HINTS: Readonly<Record<string, string>> = {
  HPE_INVALID_URL: '; signs beyond ASCII and spaces must be percent-encoded',
  HPE_HEADER_OVERFLOW: `, of more than ${MOST_HEADER_BYTES} bytes`,
}
