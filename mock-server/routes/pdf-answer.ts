import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'
import type { HttpAnswer } from '../exchange.ts'
import { json } from '../reply/reply.ts'

/** A document as it goes out: whole, in the part that was asked for, or not again to who has it. */
export function pdf(request: Request, response: Response, bytes: Buffer, disposition: string): HttpAnswer {
  response.set({
    'content-type': 'application/pdf',
    'content-disposition': disposition,
    'cache-control': 'private',
    'accept-ranges': 'bytes',
    etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
  })
  return request.fresh ? { status: 304, headers: {}, body: null } : rangeOf(request, response, bytes)
}

/** The one range that was asked for (RFC 9110, section 14), or the whole. */
function rangeOf(request: Request, response: Response, bytes: Buffer): HttpAnswer {
  const condition = request.get('if-range')
  const ranges =
    condition === undefined || condition === response.get('etag') ? request.range(bytes.length) : undefined
  if (ranges === -1) {
    const refused = json(416, { error: 'Range not satisfiable' })
    return { ...refused, headers: { ...refused.headers, 'content-range': `bytes */${bytes.length}` } }
  }
  const [range] = Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges : []
  if (!range) return { status: 200, headers: {}, body: bytes }
  const { start, end } = range
  const headers = { 'content-range': `bytes ${start}-${end}/${bytes.length}` }
  return { status: 206, headers, body: bytes.subarray(start, end + 1) }
}
