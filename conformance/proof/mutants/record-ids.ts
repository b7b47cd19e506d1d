import { type Exchange, Refusal } from '../../../mock-server/seams.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import { aroundGate } from './gates.ts'
import type { Change } from './mutant.ts'
import { isFor, type OneOrMore } from './operations.ts'
import { onReply } from './replies.ts'

/** Takes what is no id in a path for one. */
export function namingLoosely(operations: OneOrMore<OperationId>, read: (segment: string) => number): Change {
  return aroundGate('known-path', async (exchange, through) => {
    try {
      await through()
    } catch (error) {
      if (!isFor(exchange, operations)) throw error
    }
    const id = isFor(exchange, operations) ? read(exchange.segment) : 0
    if (id > 0) exchange.params.id = id
    else if (isFor(exchange, operations)) throw new Refusal('not-found')
  })
}

/** Answers a success for an id that names nothing; undefined leaves it not-found. */
export function findingAbsent(
  operation: OperationId,
  found: (exchange: Exchange) => object | undefined,
): Change {
  return onReply((answer, exchange, result) => {
    const isAbsent = result instanceof Refusal && result.kind === 'not-found' && isFor(exchange, operation)
    const body = isAbsent ? found(exchange) : undefined
    if (!body) return answer
    return {
      status: 200,
      headers: { ...answer.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
  })
}
