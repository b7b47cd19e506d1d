import type { IncomingMessage, ServerResponse } from 'node:http'
import { deliver } from '../faults/deliver.ts'
import type { Faults, Played } from '../faults/faults.ts'
import { WORK } from '../faults/outgoing.ts'
import { identify, refusalOf } from '../faults/refused.ts'
import type { Fitting } from '../faults/standing-fault.ts'
import type { Gate, StoreDirectory } from '../gates/gate.ts'
import { checkAnswer } from '../reply/check-answer.ts'
import { broken, unavailable } from '../reply/faults.ts'
import { send } from '../reply/send.ts'
import { ContentGone } from '../db/errors.ts'
import { Refusal } from '../refusal.ts'
import { kindOf } from '../rules/documents.ts'
import type { DocumentRecord } from '../store/records.ts'
import type { World } from '../world.ts'
import { QuestionSet } from '../../schemas/coverage/question-set.ts'
import type { Dialect } from '../../schemas/dialect.ts'
import { contextOf, Ended, type Exchange, type HttpAnswer } from '../exchange.ts'
import type { Answer, Handlers } from '../handler.ts'
import type { Over, Visit, Watch } from '../journal/visit.ts'
import { match } from '../../schemas/match.ts'
import type { Asked } from './below.ts'

export interface ApiOptions {
  db: { write(): Promise<void>; readonly failure: Error | null }
  stores: StoreDirectory
  faults: Faults
  world: World
  dialect(): Dialect
  handlers: Handlers
  gates: readonly Gate[]
  reply(result: Answer | Refusal, exchange: Exchange): HttpAnswer
  /** The signed, absolute download URL of a document, on the address that the request came to. */
  documentUrl(document: DocumentRecord, exchange: Exchange): string
  validateAnswers?: boolean
  /** Asked at each request, and told how it ended. */
  watch?: Watch
  onEnd?(ended: Ended): void
}

/** Answers a request that asks for something below the API's base path. */
export type Api = (http: IncomingMessage, response: ServerResponse, asked: Asked) => Promise<void>

/** Answers whatever comes in below the API's base path. */
export function api(options: ApiOptions): Api {
  return async (http, response, asked) => {
    const visit = options.watch?.(http, response)
    const exchange = newExchange(http, asked, options)
    const played = options.faults.armed > 0 ? options.faults.meet(fittingOf(exchange, options)) : null
    if (played) return playOn({ exchange, response, visit }, played, options)
    const result = await outcomeOf(exchange, options)
    const answer = answerTo(result, exchange, options)
    send(response, answer)
    over(visit, new Ended(exchange, answer, result), options)
  }
}

const fittingOf = ({ http, operation }: Exchange, { stores }: ApiOptions): Fitting => ({
  operation,
  method: http.method ?? '',
  store: () => stores.byKey(String(http.headers['x-auth-token'] ?? ''))?.record.name,
})

/** The same with a fault. */
async function playOn(
  { exchange, response, visit }: { exchange: Exchange; response: ServerResponse; visit: Visit | undefined },
  played: Played,
  options: ApiOptions,
): Promise<void> {
  const result = await resultUnder(played, exchange, options)
  const right = result && answerTo(result, exchange, options)
  const wire = { http: exchange.http, response, held: options.faults.held }
  visit?.noteFinish()
  const answer = await deliver(played, wire, right)
  over(visit, new Ended(exchange, answer, result, played.id), options)
}

/** Tells whoever wants to know of it. The answer is on its way: a fault of theirs is told on stderr, and breaks no connection. */
function over(visit: Visit | undefined, ended: Ended, { onEnd }: ApiOptions): void {
  try {
    visit?.end(overOf(ended))
    onEnd?.(ended)
  } catch (fault) {
    console.error(fault)
  }
}

async function resultUnder({ effect }: Played, exchange: Exchange, options: ApiOptions) {
  if (effect?.kind === 'answer') return refusalOf(effect, exchange, options)
  if (!effect || WORK[effect.kind] === 'done') return outcomeOf(exchange, options)
  await identify(exchange, options)
  return null
}

function overOf({ exchange, answer, result, fault }: Ended): Over {
  const { operation, context, world, questions } = exchange
  const store = context?.store ?? null
  return { operation, store, world, outcome: wordFor(result), answer, fault, questions }
}

function wordFor(result: Ended['result']): Over['outcome'] {
  if (result === null) return 'fault'
  if (result instanceof Refusal) return result.kind
  return result instanceof Error ? 'failed' : result.outcome
}

function newExchange(
  http: IncomingMessage,
  { path, search }: Asked,
  { world, dialect }: ApiOptions,
): Exchange {
  const { operation = null, segment = '' } = match(http.method ?? '', path) ?? {}
  const questions = new QuestionSet()
  return {
    http,
    world,
    dialect: questions.noting(dialect()),
    questions,
    operation,
    search,
    segment,
    context: null,
    rate: null,
    params: { slug: '', id: 0 },
    query: {},
    body: {},
    bytes: null,
    sent: undefined,
    document: null,
  }
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
  const context = contextOf(exchange)
  const documentUrl = (document: DocumentRecord) => {
    exchange.document = kindOf(context.store, document)
    return options.documentUrl(document, exchange)
  }
  const request = { operation, context, params, query, body, documentUrl }
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
