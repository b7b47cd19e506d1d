import type { IncomingMessage } from 'node:http'
import { QuestionSet } from '../../schemas/coverage/question-set.ts'
import type { Dialect } from '../../schemas/dialect.ts'
import { match } from '../../schemas/match.ts'
import type { Exchange } from '../exchange.ts'
import type { World } from '../world.ts'
import type { Asked } from './below.ts'

/** What holds where a store has nothing of its own. */
interface Mocks {
  world: World
  /** Asked once for each request, or each time it begins anew. */
  dialect(): Dialect
}

/** An exchange of which nothing is known but what was asked. */
export function newExchange(
  http: IncomingMessage,
  { path, search }: Asked,
  { world, dialect }: Mocks,
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
    unread: undefined,
    sent: undefined,
    document: null,
  }
}

/** The exchange as it came: what gates found out at the last turn need not hold at this one. */
export function begun(exchange: Exchange, again: boolean, { world, dialect }: Mocks): Exchange {
  if (again) {
    const nothing = { context: null, rate: null, query: {}, body: {}, sent: undefined, document: null }
    const params = { slug: '', id: 0 }
    Object.assign(exchange, { ...nothing, params, world, dialect: exchange.questions.noting(dialect()) })
  }
  return exchange
}
