import type { ClauseId } from '../../../../schemas/clauses.ts'
import { resultOf, type Envelope, type EnvelopeType } from '../../../../schemas/envelopes.ts'
import type { OperationId } from '../../../../schemas/operations.ts'
import { isObject, isSuccess, member, type Exchange } from '../../../server/client/exchange.ts'
import { type Sight, watcher } from '../../check.ts'
import { looking } from './looked-at.ts'

/** Clauses that speak of one operation's envelope beside shape.envelope. */
const OWN: Partial<Record<OperationId, ClauseId>> = {
  listInvoices: 'list.envelope',
  searchInvoices: 'search.envelope',
}

/** shape.envelope and shape.meta: results stand under their key, pages carry meta. */
export const envelopes = watcher(['shape.envelope', 'shape.meta', 'list.envelope', 'search.envelope'], {
  name: 'results stand under their key',
  *watch(exchange) {
    const operation = exchange.operation
    const result = operation && resultOf(operation)
    if (!result || !isSuccess(exchange)) return
    const finding = envelopeFinding(exchange, result)
    yield { clause: 'shape.envelope', finding }
    if (result.paged) yield* metaSights(exchange)
    const own = OWN[operation]
    if (own) yield { clause: own, finding: finding ?? metaMissing(exchange) }
  },
})

const IS: Record<EnvelopeType, (value: unknown) => boolean> = {
  array: Array.isArray,
  object: isObject,
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
}

function envelopeFinding(exchange: Exchange, { key, type }: Envelope): Sight['finding'] {
  if (IS[type](member(exchange, key))) return null
  const got = exchange.response.text.slice(0, 200) || 'no body'
  return { expected: `an object with ${key} (${type})`, got, exchanges: [exchange] }
}

function metaMissing(exchange: Exchange): Sight['finding'] {
  if (isObject(member(exchange, 'meta'))) return null
  return {
    expected: 'meta (object) beside the records',
    got: exchange.response.text.slice(0, 200),
    exchanges: [exchange],
  }
}

const lookAtMeta = looking('resources/meta', 'shape.meta')

function* metaSights(exchange: Exchange): Generator<Sight> {
  const { right, others } = lookAtMeta(member(exchange, 'meta'))
  for (const clause of right) yield { clause, finding: null }
  for (const { clause, path, wrong } of others)
    if (wrong !== null && wrong !== 'absent')
      yield {
        clause,
        finding: { ...wrong, field: `meta.${path}`, message: `meta.${path}`, exchanges: [exchange] },
      }
}
