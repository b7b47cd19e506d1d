import type { IncomingMessage, ServerResponse } from 'node:http'
import { deliver } from '../faults/deliver.ts'
import { Played, type Faults } from '../faults/faults.ts'
import { WORK } from '../faults/outgoing.ts'
import { identify, refusalOf } from '../faults/refused.ts'
import type { Fitting } from '../faults/standing-fault.ts'
import type { Gate, StoreDirectory } from '../gates/gate.ts'
import { passAll } from '../gates/pass-all.ts'
import { receive } from '../gates/receive.ts'
import { checkAnswer } from '../reply/check-answer.ts'
import { broken, unavailable } from '../reply/faults.ts'
import { send } from '../reply/send.ts'
import type { Database } from '../db/database.ts'
import { ContentGone, DatabaseFailure } from '../db/errors.ts'
import { Refusal } from '../refusal.ts'
import { kindOf } from '../rules/documents.ts'
import type { DocumentRecord } from '../store/records.ts'
import type { World } from '../world.ts'
import type { Dialect } from '../../schemas/dialect.ts'
import { contextOf, Ended, type Exchange, type HttpAnswer } from '../exchange.ts'
import type { Answer, Handlers } from '../handler.ts'
import type { Over, Visit, Watch } from '../journal/visit.ts'
import type { Asked } from './below.ts'
import { begun, newExchange } from './new-exchange.ts'

export interface ApiOptions {
  db: Pick<Database, 'turn'>
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
    const isArmed = options.faults.armed > 0
    const result = await (isArmed ? metFirst : resultOf)(exchange, options, meet)
    if (result instanceof Played) return playOn({ exchange, response, visit }, result, options)
    const answer = answerTo(result, exchange, options)
    send(response, answer)
    over(visit, new Ended(exchange, answer, result), options)
  }
}

/** What a request comes to where faults stand: one may leave its body unread, so they are met before. */
async function metFirst(exchange: Exchange, options: ApiOptions): Promise<Played | Answer | Error> {
  const { db } = options
  const met = await outcomeOf(() => db.turn((again) => meet(begun(exchange, again, options), options)))
  return met ?? resultOf<never>(exchange, options, unmet)
}

const unmet = (): null => null

/** The fault that is to be played on a request, if any. */
const meet = (exchange: Exchange, options: ApiOptions): Played | null =>
  options.faults.armed > 0 ? options.faults.meet(fittingOf(exchange, options)) : null

const fittingOf = ({ http, operation }: Exchange, { stores }: ApiOptions): Fitting => ({
  operation,
  method: http.method ?? '',
  store: () => stores.ownerOf(String(http.headers['x-auth-token'] ?? ''))?.name,
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
  const { db } = options
  if (effect?.kind === 'answer')
    return outcomeOf(() => db.turn((again) => refusalOf(effect, begun(exchange, again, options), options)))
  if (!effect || WORK[effect.kind] === 'done') return resultOf(exchange, options, unmet)
  // Whose it is does not matter while that can't be known.
  await outcomeOf(() => db.turn((again) => identify(begun(exchange, again, options), options)))
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

/** What a request comes to, unless something is to be played on it. */
async function resultOf<P>(
  exchange: Exchange,
  options: ApiOptions,
  met: (exchange: Exchange, options: ApiOptions) => P | null,
): Promise<P | Answer | Error> {
  const reading = receive(exchange)
  if (reading) await reading
  return outcomeOf(() =>
    options.db.turn((again) => {
      begun(exchange, again, options)
      return met(exchange, options) ?? perform(exchange, options)
    }),
  )
}

async function outcomeOf<T>(work: () => Promise<T>): Promise<T | Error> {
  try {
    return await work()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** The life of a request: through the gates to its handler. */
function perform(exchange: Exchange, options: ApiOptions): Answer | Promise<Answer> {
  const waiting = passAll(options.gates, exchange, options.stores)
  return waiting ? waiting.then(() => handled(exchange, options)) : handled(exchange, options)
}

function handled(exchange: Exchange, options: ApiOptions): Answer {
  const { operation, params, query, body } = exchange
  // Nobody gets here but through a set of gates that lets unknown paths pass.
  if (!operation) throw new Refusal('not-found')
  const context = contextOf(exchange)
  const documentUrl = (document: DocumentRecord) => {
    exchange.document = kindOf(context.store, document)
    return options.documentUrl(document, exchange)
  }
  const request = { operation, context, params, query, body, documentUrl }
  return options.handlers[operation](request)
}

function answerTo(result: Answer | Error, exchange: Exchange, options: ApiOptions): HttpAnswer {
  if (result instanceof ContentGone || result instanceof DatabaseFailure) return unavailable(result)
  if (result instanceof Error && !(result instanceof Refusal)) return broken(result)
  const answer = options.reply(result, exchange)
  const violation = options.validateAnswers ? checkAnswer({ exchange, answer, result }) : null
  return violation ? broken(new Error(violation)) : answer
}
