import type { Request, RequestHandler, Response } from 'express'
import { QuestionSet } from '../../schemas/coverage/question-set.ts'
import type { Fetched } from '../../schemas/coverage/tally.ts'
import type { Dialect } from '../../schemas/dialect.ts'
import { contentDisposition, DrawingStopped, type DocumentSource } from '../documents/index.ts'
import type { Database } from '../db/database.ts'
import { DatabaseFailure } from '../db/errors.ts'
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
import type { DocumentRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { World } from '../world.ts'
import { ByteCache } from './byte-cache.ts'
import { pdf } from './pdf-answer.ts'
import { storeNamed, type Download } from './signed-url.ts'

export interface DownloadOptions {
  db: Pick<Database, 'turn'>
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
  const cache = new ByteCache(32)
  return async (http, response) => {
    const entered = options.watch?.(http, response)
    const { visit, played, looked } = await options.db
      .turn(() => look({ http, response, entered }, options))
      .catch((error: unknown) => unseen({ http, response, entered }, error, options))
    const right = looked && (await rightAnswer(visit, looked, options, cache))
    if (played) return playOn(visit, played, right, options)
    if (!right) throw new Error('Nothing but a fault leaves a download undone')
    send(response, right.answer)
    over(visit, { ...right, fault: null }, options)
  }
}

/** What is known of a request before anything is drawn. */
interface Look {
  readonly visit: Visit
  /** What is to be played on it. */
  readonly played: Played | null
  /** The document that it is for, or an answer without one; null where a fault leaves that undone. */
  readonly looked: Found | Right | null
}

type Came = Pick<Visit, 'http' | 'response' | 'entered'>

/** All that asks the data, in one go. */
function look(came: Came, options: DownloadOptions): Look {
  const { faults } = options
  const visit = visitOf(came, options)
  const played = faults.armed > 0 ? faults.meet(fittingOf(came.http)) : null
  const kind = played?.effect?.kind
  const verify = kind === 'expired' ? () => null : options.verify
  const isLeft = kind !== undefined && WORK[kind] === 'left'
  return { visit, played, looked: isLeft ? null : lookUp(visit, { ...options, verify }) }
}

/** The same while the data cannot be had. */
function unseen(came: Came, error: unknown, { world, dialect }: DownloadOptions): Look {
  const visit = { ...came, store: null, world, dialect: dialect(), questions: new QuestionSet() }
  const answer = error instanceof DatabaseFailure ? unavailable(error) : broken(error)
  return { visit, played: null, looked: without('failed', answer) }
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
  right: Right | null,
  options: DownloadOptions,
): Promise<void> {
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

function lookUp({ http, world, dialect }: Visit, options: DownloadOptions): Found | Right {
  if (http.method !== 'GET' && http.method !== 'HEAD') return without('not-found', nothingHere())
  const download = options.verify(http.originalUrl, world.now(), options.secret())
  if (!download) return without('invalid-link', badSignature(dialect))
  return find(download, options.stores) ?? without('not-found', nothingHere())
}

async function rightAnswer(
  { http, response }: Visit,
  looked: Found | Right,
  options: DownloadOptions,
  cache: ByteCache,
): Promise<Right> {
  if ('answer' in looked) return looked
  const { record, source } = looked
  try {
    const bytes = await cache.get(record, () => options.render(source))
    const answer = pdf(http, response, bytes, contentDisposition(source))
    return { answer, outcome: 'download', document: http.method === 'GET' ? source.kind : null }
  } catch (error) {
    return without('failed', error instanceof DrawingStopped ? unavailable(error) : broken(error))
  }
}

const without = (outcome: Over['outcome'], answer: HttpAnswer): Right => ({ answer, outcome, document: null })

function visitOf(came: Came, options: DownloadOptions): Visit {
  const store = options.stores.byName(storeNamed(came.http.originalUrl)) ?? null
  const mocks = { world: options.world, dialect: options.dialect() }
  const { world, dialect } = store ? settingOf(store, mocks) : mocks
  const questions = new QuestionSet()
  return { ...came, store, world, dialect: questions.noting(dialect), questions }
}

const badSignature = (dialect: Dialect) =>
  json(dialect['pdf.bad_signature'], { error: 'The download URL is not valid or has expired' })

interface Found {
  readonly record: DocumentRecord
  readonly source: DocumentSource
}

/** The document may have gone with its store since the URL was made. */
function find({ store: name, document }: Download, stores: StoreDirectory): Found | undefined {
  const store = stores.byName(name)
  const record = store?.documents.get(document)
  return store && record && { record, source: documentSource(store, record) }
}
