import type { Express } from 'express'
import type { Dialect } from '../schemas/dialect.ts'
import type { DocumentSource } from './documents/source.ts'
import type { Gate, StoreDirectory } from './gates/gate.ts'
import type { Refusal } from './rules/refusal.ts'
import type { Answer, Handlers } from './routes/handler.ts'
import type { Ended, Exchange, HttpAnswer } from './routes/exchange.ts'
import type { World } from './world.ts'

/**
 * What a mock is made of. Each part can be replaced or wrapped, so that a deliberately broken mock is an
 * ordinary decoration: `{ ...PARTS, handlers: { ...HANDLERS, readInvoice: forgetful } }`.
 */
export interface Parts {
  handlers: Handlers
  /** In the order in which a request meets them. */
  gates: readonly Gate[]
  /** Gives an answer or a refusal its status, headers and body. */
  reply(result: Answer | Refusal, exchange: Exchange): HttpAnswer
  /** The bytes of a stored document. */
  render(source: DocumentSource): Promise<Buffer>
}

export interface MockAppOptions {
  /** Changes are answered after `write`; while `failure` is set every API request is answered 503. */
  db: { write(): Promise<void>; readonly failure: Error | null }
  stores: StoreDirectory
  world: World
  /** The dialect that holds now; asked once for each request. */
  dialect(): Dialect
  /** Signs download URLs; kept with the data. */
  secret: string
  /** Where the parts are not given, the right ones are taken. */
  parts?: Partial<Parts>
  /** Believes X-Forwarded-Proto and X-Forwarded-Host when it makes download URLs. */
  trustProxy?: boolean
  /** Holds every answer to its schema and answers 500 where one does not fit; for tests. */
  validateAnswers?: boolean
  /** Told of every API request when its answer is sent. */
  onEnd?(ended: Ended): void
}

/** The mock as an Express app: the API below `BASE_PATH`, the signed downloads, the documentation. */
export declare function createMockApp(options: MockAppOptions): Express
