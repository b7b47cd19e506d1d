import { createHash } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import type { Dialect } from '../../schemas/dialect.ts'
import { contentDisposition, type DocumentSource } from '../documents/index.ts'
import type { StoreDirectory } from '../gates/gate.ts'
import { nothingHere } from '../reply/faults.ts'
import { json } from '../reply/reply.ts'
import { send } from '../reply/send.ts'
import { documentSource } from '../rules/documents.ts'
import { settingOf, type Setting } from '../store/own.ts'
import type { World } from '../world.ts'
import { ByteCache } from './byte-cache.ts'
import { storeNamed, type Download } from './signed-url.ts'

export interface DownloadOptions {
  stores: StoreDirectory
  world: World
  dialect(): Dialect
  secret: string
  render(source: DocumentSource): Promise<Buffer>
  verify(url: string, now: number, secret: string): Download | null
}

/** Serves the documents of signed URLs, without a key (clauses pdf.signed, pdf.download-without-key). */
export function downloads(options: DownloadOptions): RequestHandler {
  const cache = new ByteCache(32)
  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return send(response, nothingHere())
    const { world, dialect } = settingAt(request.originalUrl, options)
    const download = options.verify(request.originalUrl, world.now(), options.secret)
    if (!download) return send(response, badSignature(dialect))
    const found = find(download, options.stores)
    if (!found) return send(response, nothingHere())
    const bytes = await cache.get(found.record, () => options.render(found.source))
    sendPdf(request, response, bytes, contentDisposition(found.source))
  }
}

/** By the clock and the dialect of the store that the URL names, truly or not: its signature decides that. */
function settingAt(url: string, { stores, world, dialect }: DownloadOptions): Setting {
  const store = stores.byName(storeNamed(url))
  const mocks = { world, dialect: dialect() }
  return store ? settingOf(store, mocks) : mocks
}

const badSignature = (dialect: Dialect) =>
  json(dialect['pdf.bad_signature'], { error: 'The download URL is not valid or has expired' })

/** The document may have gone with its store since the URL was made. */
function find({ store: name, document }: Download, stores: StoreDirectory) {
  const store = stores.byName(name)
  const record = store?.documents.get(document)
  return store && record && { record, source: documentSource(store, record) }
}

function sendPdf(request: Request, response: Response, bytes: Buffer, disposition: string): void {
  response.set({
    'content-type': 'application/pdf',
    'content-disposition': disposition,
    'cache-control': 'private',
    'accept-ranges': 'bytes',
    etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
  })
  if (request.fresh) {
    response.status(304).end()
    return
  }
  sendRange(request, response, bytes)
}

/** The one range that was asked for (RFC 9110, section 14), or the whole. */
function sendRange(request: Request, response: Response, bytes: Buffer): void {
  const condition = request.get('if-range')
  const ranges =
    condition === undefined || condition === response.get('etag') ? request.range(bytes.length) : undefined
  if (ranges === -1) {
    response.set('content-range', `bytes */${bytes.length}`)
    return send(response, json(416, { error: 'Range not satisfiable' }))
  }
  const [range] = Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges : []
  if (range) response.status(206).set('content-range', `bytes ${range.start}-${range.end}/${bytes.length}`)
  const part = range ? bytes.subarray(range.start, range.end + 1) : bytes
  response.set('content-length', String(part.length)).end(part)
}
