import type { Request, RequestHandler } from 'express'
import type { Gate, StoreDirectory } from '../gates/gate.ts'
import { checkAnswer } from '../reply/check-answer.ts'
import { broken, unavailable } from '../reply/faults.ts'
import { send } from '../reply/send.ts'
import { ContentGone } from '../db/errors.ts'
import { Refusal } from '../refusal.ts'
import type { DocumentRecord } from '../store/records.ts'
import type { World } from '../world.ts'
import type { Dialect } from '../../schemas/dialect.ts'
import { contextOf, type Ended, type Exchange, type HttpAnswer } from '../exchange.ts'
import type { Answer, Handlers } from '../handler.ts'
import { match } from './match.ts'

export interface ApiOptions {
  db: { write(): Promise<void>; readonly failure: Error | null }
  stores: StoreDirectory
  world: World
  dialect(): Dialect
  handlers: Handlers
  gates: readonly Gate[]
  reply(result: Answer | Refusal, exchange: Exchange): HttpAnswer
  /** The signed, absolute download URL of a document, on the address that the request came to. */
  documentUrl(document: DocumentRecord, exchange: Exchange): string
  validateAnswers?: boolean
  onEnd?(ended: Ended): void
}

/** Answers whatever comes in below the API's base path. */
export function api(options: ApiOptions): RequestHandler {
  return async (http, response) => {
    const exchange = newExchange(http, options)
    const result = await outcomeOf(exchange, options)
    const answer = answerTo(result, exchange, options)
    send(response, answer)
    options.onEnd?.({ exchange, answer, result })
  }
}

function newExchange(http: Request, { world, dialect }: ApiOptions): Exchange {
  const { operation = null, segment = '' } = match(http.method, http.path) ?? {}
  const found = { context: null, rate: null, params: { slug: '', id: 0 }, query: {}, body: {} }
  return { http, world, dialect: dialect(), operation, segment, ...found }
}

async function outcomeOf(exchange: Exchange, options: ApiOptions): Promise<Answer | Error> {
  try {
    return await perform(exchange, options)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** The life of a request: through the gates to its handler. What that changed or saw is on disk before it is answered. */
async function perform(exchange: Exchange, options: ApiOptions): Promise<Answer> {
  const { db, gates, stores, handlers } = options
  if (db.failure) throw db.failure
  for (const { pass } of gates) {
    const waiting = pass(exchange, stores)
    if (waiting) await waiting
  }
  const { operation, params, query, body } = exchange
  // Nobody gets here but through a set of gates that lets unknown paths pass.
  if (!operation) throw new Refusal('not-found')
  const documentUrl = (document: DocumentRecord) => options.documentUrl(document, exchange)
  const request = { operation, context: contextOf(exchange), params, query, body, documentUrl }
  const answer = handlers[operation](request)
  await db.write()
  return answer
}

function answerTo(result: Answer | Error, exchange: Exchange, options: ApiOptions): HttpAnswer {
  if (result instanceof ContentGone || result === options.db.failure) return unavailable(result)
  if (result instanceof Error && !(result instanceof Refusal)) return broken(result)
  const answer = options.reply(result, exchange)
  const violation = options.validateAnswers ? checkAnswer({ exchange, answer, result }) : null
  return violation ? broken(new Error(violation)) : answer
}
