import type { Request, RequestHandler } from 'express'
import { AdminError } from '../desk/admin-error.ts'

/** Bodies of fewer bytes are put together. */
const LARGE = 1 << 20

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
    const { pieces, length } = await received(request, limit)
    request.body = length < LARGE ? new TextDecoder().decode(Buffer.concat(pieces)) : pieces
    next()
  }

/** Whether a body is sent as it is, in UTF-8, and is not said to be longer than may be. */
function isPlain({ headers }: Request, limit: number): boolean {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers
  const isUtf8 = !/charset/i.test(type) || /;\s*charset="?utf-8"?\s*(;|$)/i.test(type)
  return isUtf8 && encoding.toLowerCase() === 'identity' && Number(headers['content-length'] ?? 0) <= limit
}

/** What is too long is read to its end and forgotten, so that whoever sends it hears of it. */
async function received(request: Request, limit: number): Promise<{ pieces: Buffer[]; length: number }> {
  const pieces: Buffer[] = []
  let length = 0
  try {
    for await (const piece of request) {
      length += piece.length
      if (length <= limit) pieces.push(piece)
      else pieces.length = 0
    }
  } catch {
    throw new AdminError(400, 'request aborted')
  }
  if (length > limit) throw new AdminError(413, 'request entity too large')
  return { pieces, length }
}
