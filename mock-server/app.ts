import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Express, Request, RequestHandler } from 'express'
import type { Fetched } from '../schemas/coverage/tally.ts'
import type { Dialect } from '../schemas/dialect.ts'
import type { Living } from '../schemas/openapi-living.ts'
import type { Database } from './db/database.ts'
import { renderDocument, type DocumentSource } from './documents/index.ts'
import { Faults } from './faults/faults.ts'
import type { Gate, StoreDirectory } from './gates/gate.ts'
import { GATES } from './gates/gates.ts'
import { fail } from './reply/fail.ts'
import { reply } from './reply/reply.ts'
import { loadExpress } from './load-express.ts'
import { api, type ApiOptions } from './routes/api.ts'
import { below } from './routes/below.ts'
import type { Watch } from './journal/visit.ts'
import type { ExpressOptions } from './express-app.ts'
import { contextOf, type Ended, type Exchange, type HttpAnswer } from './exchange.ts'
import type { Answer, Handlers } from './handler.ts'
import { HANDLERS } from './routes/handlers.ts'
import { originFor } from './routes/origin.ts'
import { downloadPath } from './routes/download-path.ts'
import { verifyDownload, type Download } from './routes/signed-url.ts'
import type { Refusal } from './refusal.ts'
import type { World } from './world.ts'

/** Where the API lies; the version is in the path (specification §9.1). */
export const BASE_PATH = '/api/v1/external'

/**
 * Parts of a mock. Each part can be replaced or wrapped, so that a deliberately broken mock is an
 * ordinary decoration: `{ handlers: { ...PARTS.handlers, readInvoice: forgetful } }`.
 */
export interface Parts {
  /** The function of each operation. */
  handlers: Handlers
  /** Steps before the operation, in the order of execution. */
  gates: readonly Gate[]
  /** Returns status, headers and body of an answer or a refusal. */
  reply(result: Answer | Refusal, exchange: Exchange): HttpAnswer
  /** Returns the bytes of a stored document. */
  render(source: DocumentSource): Promise<Buffer>
  /** Returns the document that a download URL is signed for; null for a wrong signature or an expired URL. `now` is in milliseconds. */
  verify(url: string, now: number, secret: string): Download | null
}

/** Parts of the unchanged mock, which keeps every clause. */
export const PARTS: Parts = {
  handlers: HANDLERS,
  gates: GATES,
  reply,
  render: renderDocument,
  verify: verifyDownload,
}

export interface MockAppOptions {
  /** Every answer waits for its turn to be kept, so that nothing is shown that a crash could take back; where that fails it is 503. */
  db: Pick<Database, 'turn'>
  stores: StoreDirectory
  /** What goes wrong on purpose; left out, nothing. */
  faults?: Faults
  world: World
  /** The dialect that holds now; asked once for each request. */
  dialect(): Dialect
  /** What the documentation lets this reader try; null for nothing. */
  living?(request: Request): Promise<Living | null>
  /** Signs download URLs; kept with the data, and asked for each time, as a reset brings another. */
  secret(): string
  /** What differs from `PARTS`. */
  parts?: Partial<Parts>
  /** Believes X-Forwarded-Proto and X-Forwarded-Host when it makes download URLs. */
  trustProxy?: boolean
  /** Holds every answer to its schema and answers 500 where one does not fit; for tests. */
  validateAnswers?: boolean
  /** Asked at each request to the API, for a document, or for what is not there; told how it ended. */
  watch?: Watch
  /** Told of every API request once its answer is on its way. */
  onEnd?(ended: Ended): void
  /** Told of every download that was answered, by the name of its store. */
  onDownload?(store: string | null, fetched: Fetched): void
  /** What else is answered, path to handler: the admin API. Asked for when it is first needed. */
  mounts?(): Promise<Readonly<Record<string, RequestHandler>>>
}

/** The API below `BASE_PATH`, the signed downloads, the documentation, and what is mounted beside them. */
export interface Answering {
  /**
   * For a server of its own. The API is answered without Express, which takes longer than the API itself; what lies
   * beside it is loaded when it is first asked for.
   */
  listener: RequestListener
  /** The same as an app of Express, to be mounted in another. */
  app(): Promise<Express>
}

/** The mock as it answers requests. */
export function createMockApp(options: MockAppOptions): Answering {
  const { faults = new Faults() } = options
  const whole = { ...options, ...PARTS, ...options.parts, faults }
  const first = apiFirst({ ...whole, documentUrl: documentUrlOf(options) })
  let loaded: Promise<Express> | undefined
  const app = () => (loaded ??= loadApp(whole, first))
  const listener: RequestListener = (request, response) =>
    first(request, response, () => {
      app()
        .then((beside) => beside(request, response))
        .catch((fault: unknown) => fail(fault, response))
    })
  return { app, listener }
}

async function loadApp(options: MockAppOptions & ExpressOptions, first: RequestHandler): Promise<Express> {
  const { expressApp } = await loadExpress()
  return expressApp(options, first, BASE_PATH, await options.mounts?.())
}

/** Answers what is asked of the API, and passes on what is not. */
function apiFirst(options: ApiOptions) {
  const answer = api(options)
  return (http: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const asked = below(BASE_PATH, http.url ?? '')
    if (asked) answer(http, response, asked).catch((fault: unknown) => fail(fault, response))
    else next()
  }
}

const documentUrlOf =
  ({ secret, trustProxy = false }: MockAppOptions): ApiOptions['documentUrl'] =>
  (document, exchange) =>
    originFor(exchange.http, trustProxy) + downloadPath(document, contextOf(exchange), secret())
