import {
  type Exchange,
  type Gate,
  MalformedBody,
  Refusal,
  type StoreDirectory,
} from '../../../mock-server/seams.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import { all, type Change, fresh } from './mutant.ts'
import { isFor, type OneOrMore } from './operations.ts'

// Changes to what a request meets before its operation.

type GateName = 'authenticate' | 'paid-plan' | 'rate-limit' | 'known-path' | 'existing' | 'query' | 'body'

/** Puts something in the place of a gate, which may let the request pass through it. */
export function aroundGate(
  name: GateName,
  pass: (
    exchange: Exchange,
    through: () => void | Promise<void>,
    stores: StoreDirectory,
  ) => void | Promise<void>,
): Change {
  return (parts) => ({
    ...parts,
    gates: parts.gates.map((gate) => (gate.name === name ? wrapped(gate) : gate)),
  })
  function wrapped(gate: Gate): Gate {
    return { name, pass: (exchange, stores) => pass(exchange, () => gate.pass(exchange, stores), stores) }
  }
}

/** Leaves a gate open for some requests, or for all. */
export const withoutGate = (name: GateName, when: (exchange: Exchange) => boolean = () => true): Change =>
  aroundGate(name, (exchange, through) => (when(exchange) ? undefined : through()))

/** Something more that a request meets once it has passed a gate. */
export function afterGate(
  name: GateName,
  pass: (exchange: Exchange, stores: StoreDirectory) => void | Promise<void>,
): Change {
  return aroundGate(name, async (exchange, through, stores) => {
    await through()
    await pass(exchange, stores)
  })
}

/** Has requests of an operation pass a gate before another one too, so that of two refusals the wrong one comes first. */
export const meetingFirst =
  (early: GateName, late: GateName, operation: OperationId): Change =>
  (parts) => {
    const gate = parts.gates.find(({ name }) => name === early)
    return aroundGate(late, async (exchange, through, stores) => {
      if (isFor(exchange, operation)) await gate?.pass(exchange, stores)
      await through()
    })(parts)
  }

/** Has bodies parsed before a gate; what else is wrong with them is told in its turn. */
export const parsingFirst =
  (late: GateName): Change =>
  (parts) => {
    const body = parts.gates.find(({ name }) => name === 'body')
    return aroundGate(late, async (exchange, through, stores) => {
      try {
        await body?.pass(exchange, stores)
      } catch (error) {
        if (error instanceof MalformedBody) throw error
      }
      await through()
    })(parts)
  }

/**
 * Lets operations do their work although a gate refuses the request, and answers its refusal all the same.
 * @param enter fills in what the gate would have found out; the refusal holds where it throws
 */
export function refusedButDone(
  gate: GateName,
  operations: OneOrMore<OperationId>,
  enter: (exchange: Exchange, stores: StoreDirectory) => void = () => {},
): Change {
  return fresh(() => {
    const refusals = new WeakMap<Exchange, Refusal>()
    const refused = aroundGate(gate, async (exchange, through, stores) => {
      try {
        await through()
      } catch (error) {
        if (!(error instanceof Refusal && isFor(exchange, operations))) throw error
        refusals.set(exchange, error)
        enter(exchange, stores)
      }
    })
    return all(refused, (parts) => ({
      ...parts,
      reply: (result, exchange) => parts.reply(refusals.get(exchange) ?? result, exchange),
    }))
  })
}
