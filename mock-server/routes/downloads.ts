import { createHash } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import { QuestionSet } from '../../schemas/coverage/question-set.ts'
import type { Fetched } from '../../schemas/coverage/tally.ts'
import type { Dialect } from '../../schemas/dialect.ts'
import { contentDisposition, DrawingStopped, type DocumentSource } from '../documents/index.ts'
import type { StoreDirectory } from '../gates/gate.ts'
import { deliver } from '../faults/deliver.ts'
import type { Faults, Played } from '../faults/faults.ts'
import { WORK } from '../faults/outgoing.ts'
import type { Fitting } from '../faults/standing-fault.ts'
import type { HttpAnswer } from '../exchange.ts'
import type { Over, Visit as Entered, Watch } from '../journal/visit.ts'
import { broken, nothingHere, unavailable } from '../reply/faults.ts'
import { json } from '../reply/reply.ts'
import { send } from '../reply/send.ts'
import { documentSource } from '../rules/documents.ts'
import { settingOf, type Setting } from '../store/own.ts'
import type { Store } from '../store/store.ts'
import type { World } from '../world.ts'
import { ByteCache } from './byte-cache.ts'
import { storeNamed, type Download } from './signed-url.ts'

export interface DownloadOptions {
  stores: StoreDirectory
  faults: Faults
  world: World
  dialect(): Dialect
  secret(): string
  render(source: DocumentSource): Promise<Buffer>
  verify(url: string, now: number, secret: string): Download | null
  /** Told of each request that was answered, by the name of its store. */
  onDownload?(store: string | null, fetched: Fetched): void
  /** Asked at each request, and told how it ended. */
  watch?: Watch
}

/** A request for a document, by the clock and the dialect of the store that its URL names, truly or not: its signature decides that. */
interface Visit extends Setting {
  readonly http: Request
  readonly response: Response
  readonly store: Store | null
  /** Notes it in the journal. */
  readonly entered: Entered | undefined
  /** Notes what its dialect is asked. */
  readonly questions: QuestionSet
}

/** The right answer, and what it comes to. */
interface Right extends Omit<Fetched, 'questions'> {
  readonly outcome: Over['outcome']
  readonly answer: HttpAnswer
}

/** Serves the documents of signed URLs, without a key (clauses pdf.signed, pdf.download-without-key). */
export function downloads(options: DownloadOptions): RequestHandler {
  const { faults } = options
  const cache = new ByteCache(32)
  return async (http, response) => {
    const visit = visitOf(http, response, options)
    const played = faults.armed > 0 ? faults.meet(fittingOf(http)) : null
    if (played) return playOn(visit, played, options, cache)
    const right = await rightAnswer(visit, options, cache)
    send(response, right.answer)
    over(visit, { ...right, fault: null }, options)
  }
}

const fittingOf = ({ method, originalUrl }: Request): Fitting => ({
  operation: 'download',
  method,
  store: () => storeNamed(originalUrl),
})

/** The same with a fault. */
async function playOn(
  visit: Visit,
  played: Played,
  options: DownloadOptions,
  cache: ByteCache,
): Promise<void> {
  const { effect } = played
  const verify = effect?.kind === 'expired' ? () => null : options.verify
  const isLeft = effect !== null && WORK[effect.kind] === 'left'
  const right = isLeft ? null : await rightAnswer(visit, { ...options, verify }, cache)
  visit.entered?.noteFinish()
  const sent = await deliver(played, { ...visit, held: options.faults.held }, right?.answer ?? null)
  const { outcome, document } = right ?? { outcome: 'fault' as const, document: null }
  over(visit, { answer: sent, outcome, document: sent && document, fault: played.id }, options)
}

interface Ended extends Omit<Right, 'answer'> {
  readonly answer: HttpAnswer | null
  readonly fault: string | null
}

/** Tells whoever wants to know of it. */
function over(
  visit: Visit,
  { outcome, document, answer, fault }: Ended,
  { onDownload }: DownloadOptions,
): void {
  const { store, world, questions, entered, response } = visit
  const shown = answer && outcome === 'download' ? withoutBytes(response) : answer
  entered?.end({ operation: 'download', store, world, outcome, answer: shown, fault, questions })
  const met = answer ? outcome : 'fault'
  onDownload?.(store?.record.name ?? null, { outcome: met, document, questions })
}

/** An answer as its headers tell it: documents are shared, and not kept for each that asked for one. */
const withoutBytes = (response: Response): HttpAnswer => ({
  status: response.statusCode,
  headers: Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  ),
  body: null,
})

async function rightAnswer(visit: Visit, options: DownloadOptions, cache: ByteCache): Promise<Right> {
  const { http, response, world, dialect } = visit
  if (http.method !== 'GET' && http.method !== 'HEAD') return without('not-found', nothingHere())
  const download = options.verify(http.originalUrl, world.now(), options.secret())
  if (!download) return without('invalid-link', badSignature(dialect))
  const found = find(download, options.stores)
  if (!found) return without('not-found', nothingHere())
  try {
    const bytes = await cache.get(found.record, () => options.render(found.source))
    const answer = pdf(http, response, bytes, contentDisposition(found.source))
    return { answer, outcome: 'download', document: http.method === 'GET' ? found.source.kind : null }
  } catch (error) {
    return without('failed', error instanceof DrawingStopped ? unavailable(error) : broken(error))
  }
}

const without = (outcome: Over['outcome'], answer: HttpAnswer): Right => ({ answer, outcome, document: null })

function visitOf(http: Request, response: Response, options: DownloadOptions): Visit {
  const entered = options.watch?.(http, response)
  const store = options.stores.byName(storeNamed(http.originalUrl)) ?? null
  const mocks = { world: options.world, dialect: options.dialect() }
  const { world, dialect } = store ? settingOf(store, mocks) : mocks
  const questions = new QuestionSet()
  return { http, response, store, entered, world, dialect: questions.noting(dialect), questions }
}

const badSignature = (dialect: Dialect) =>
  json(dialect['pdf.bad_signature'], { error: 'The download URL is not valid or has expired' })

/** The document may have gone with its store since the URL was made. */
function find({ store: name, document }: Download, stores: StoreDirectory) {
  const store = stores.byName(name)
  const record = store?.documents.get(document)
  return store && record && { record, source: documentSource(store, record) }
}

function pdf(request: Request, response: Response, bytes: Buffer, disposition: string): HttpAnswer {
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
