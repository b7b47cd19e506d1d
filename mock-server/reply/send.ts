import type { ServerResponse } from 'node:http'
import type { HttpAnswer } from '../exchange.ts'

/** Puts an answer on the wire: headers and body in one write. */
export function send(response: ServerResponse, { status, headers, body }: HttpAnswer): void {
  if (body === null) {
    response.writeHead(status, status === 204 ? headers : { ...headers, 'content-length': 0 }).end()
    return
  }
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
}
