import type { Request, RequestHandler, Response } from 'express'
import { AdminError } from '../desk/admin-error.ts'
import { collected, letGather } from '../garbage.ts'
import { idle, inSlices } from '../slices.ts'

/** Bodies of fewer bytes are put together. */
const LARGE = 1 << 20

/**
 * Bytes of a block that larger ones are put into: the system gets so many back at once when nobody needs them, and little of what lies in between.
 * It is shared memory, though nobody shares it: V8 counts no such bytes, where by others of that number it is moved to collect garbage at every turn.
 */
const BLOCK = 33 << 20

/**
 * Takes in bodies of UTF-8 as they come: a large one in pieces, as to put it together would keep all others waiting, any other
 * as a text.
 * @param limit bytes of a body at most
 * @param otherwise takes in those that are sent in another way
 */
export const inPieces =
  (limit: number, otherwise: RequestHandler): RequestHandler =>
  async (request, response, next) => {
    if (!isPlain(request, limit)) return otherwise(request, response, next)
    if (lengthOf(request) > BLOCK) letGatherFor(response)
    const { pieces, length } = await received(request, limit)
    request.body = length < LARGE ? new TextDecoder().decode(Buffer.concat(pieces)) : pieces
    next()
  }

/** Whether a body is sent as it is, in UTF-8, and is not said to be longer than may be. */
function isPlain({ headers }: Request, limit: number): boolean {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers
  const isUtf8 = !/charset/i.test(type) || /;\s*charset="?utf-8"?\s*(;|$)/i.test(type)
  return isUtf8 && encoding.toLowerCase() === 'identity' && lengthOf({ headers }) <= limit
}

/** As it is said; 0 where it is not. */
const lengthOf = ({ headers }: Pick<Request, 'headers'>): number => Number(headers['content-length'] ?? 0)

/** A content that comes stays, as does the one before it until then. Where nothing comes of the body, garbage is looked for as before. */
function letGatherFor(response: Response): void {
  letGather()
  response.once('close', () => {
    if (response.statusCode >= 400 || !response.writableFinished) void inSlices(collected(), idle)
  })
}

/** What is too long is read to its end and forgotten, so that whoever sends it hears of it. */
async function received(request: Request, limit: number): Promise<{ pieces: Buffer[]; length: number }> {
  const blocks = new Blocks()
  let length = 0
  try {
    for await (const piece of request) {
      length += piece.length
      if (length <= limit) blocks.add(piece)
      else blocks.clear()
    }
  } catch {
    throw new AdminError(400, 'request aborted')
  }
  if (length > limit) throw new AdminError(413, 'request entity too large')
  return { pieces: blocks.pieces, length }
}

/** Bytes as they come, put together in blocks once they are many. */
class Blocks {
  #pieces: Buffer[] = []
  #length = 0
  #block: Buffer = Buffer.alloc(0)
  #used = 0

  add(piece: Buffer): void {
    this.#length += piece.length
    if (this.#length < LARGE) this.#pieces.push(piece)
    else for (let at = 0; at < piece.length;) at += this.#put(piece.subarray(at))
  }

  clear(): void {
    this.#pieces = []
    this.#block = Buffer.alloc(0)
  }

  get pieces(): Buffer[] {
    const last = this.#block.subarray(0, this.#used)
    return last.length === 0 ? this.#pieces : [...this.#pieces, last]
  }

  /** How many of the bytes there was room for. */
  #put(bytes: Buffer): number {
    if (this.#used === this.#block.length) {
      if (this.#used > 0) this.#pieces.push(this.#block)
      this.#block = Buffer.from(new SharedArrayBuffer(BLOCK))
      this.#used = 0
    }
    const copied = bytes.copy(this.#block, this.#used)
    this.#used += copied
    return copied
  }
}
