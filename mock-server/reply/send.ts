import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { HttpAnswer } from '../exchange.ts'
import { sizeOf, written } from '../shared-bytes.ts'

/** Statuses whose answers have no length, as they can have no body. */
const BODILESS = new Set([204, 304])

/** Puts an answer on the wire: headers and body in one write. */
export function send(response: ServerResponse, answer: HttpAnswer): void {
  const { body } = answer
  writeHead(response, answer).end(body && written(body))
}

/** Status and headers, with the length of the whole body. */
export function writeHead(response: ServerResponse, { status, headers, body }: HttpAnswer): ServerResponse {
  if (body === null && BODILESS.has(status)) return response.writeHead(status, headers)
  const length: OutgoingHttpHeaders = { 'content-length': body === null ? 0 : sizeOf(body) }
  return response.writeHead(status, Object.assign({}, headers, length))
}
