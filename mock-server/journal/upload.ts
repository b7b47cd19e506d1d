import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { LONGEST_BODY } from '../../schemas/journal/body.ts'

/** The body of a request, as far as it has come. */
export interface Upload {
  chunks: Buffer[]
  /** All that the chunks hold. */
  bytes: number
  /** Whether the chunks are all of it. */
  whole: boolean
  /** The number of the request, once it has one: its body may come after its answer. */
  seq: number
}

/**
 * Gathers the body of a request while somebody else reads it; null where none is announced.
 * @param watcher told of what comes once the request has its number
 */
export function uploadOf(
  request: IncomingMessage,
  watcher: { grew(seq: number, bytes: number): void },
): Upload | null {
  const { headers } = request
  const length = headers['content-length']
  if ((length === undefined || length === '0') && headers['transfer-encoding'] === undefined) return null
  const upload: Upload = { chunks: [], bytes: 0, whole: false, seq: 0 }
  let missed = false
  const gather = (chunk: Buffer): void => {
    const room = LONGEST_BODY - upload.bytes
    missed ||= chunk.length > room
    if (room === 0) return
    // Of a part the whole would be kept alive.
    const kept = chunk.length > room ? Buffer.from(chunk.subarray(0, room)) : chunk
    upload.chunks.push(kept)
    upload.bytes += kept.length
    if (upload.seq > 0) watcher.grew(upload.seq, kept.length)
  }
  // Not `request.on`, which would begin to read, before there is anybody who wants it.
  EventEmitter.prototype.on.call(request, 'data', gather)
  // A client that has its answer may leave before it has sent what it announced.
  request.once('end', () => (upload.whole = !missed && upload.bytes >= Number(length ?? 0)))
  return upload
}

/** Reads a body that nobody wanted. To be called with the answer: a moment later Node would have thrown it away. */
export function readUnread(request: IncomingMessage): void {
  if (request.readableFlowing !== null) return
  request.read(0)
  request.resume()
}
