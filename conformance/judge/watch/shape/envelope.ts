import type { ClauseId } from '../../../../schemas/clauses.ts'
import type { OperationId } from '../../../../schemas/operations.ts'
import { type Sight, watcher } from '../../check.ts'
import { isObject, isSuccess, member, type Exchange } from '../../../server/client/exchange.ts'
import { ENVELOPES } from './envelopes.ts'
import { look } from './resources.ts'

/** Clauses that speak of one operation's envelope beside shape.envelope. */
const OWN: Partial<Record<OperationId, ClauseId>> = {
  listInvoices: 'list.envelope',
  searchInvoices: 'search.envelope',
}
const PAGED = new Set<OperationId>(['listInvoices', 'searchInvoices', 'listCustomers'])

/** shape.envelope and shape.meta: results stand under their key, pages carry meta. */
export const envelopes = watcher(['shape.envelope', 'shape.meta', 'list.envelope', 'search.envelope'], {
  name: 'results stand under their key',
  *watch(exchange) {
    const operation = exchange.operation
    if (!operation || !ENVELOPES[operation] || !isSuccess(exchange)) return
    const finding = envelopeFinding(exchange, ENVELOPES[operation])
    yield { clause: 'shape.envelope', finding }
    if (PAGED.has(operation)) yield* metaSights(exchange)
    const own = OWN[operation]
    if (own) yield { clause: own, finding: finding ?? metaMissing(exchange) }
  },
})

const TYPES: { [name: string]: string } = {
  invoices: 'array',
  templates: 'array',
  customers: 'array',
  message: 'string',
}

function envelopeFinding(exchange: Exchange, name: string): Sight['finding'] {
  const value = member(exchange, name)
  const type = TYPES[name] ?? 'object'
  const ok =
    type === 'array' ? Array.isArray(value) : type === 'object' ? isObject(value) : typeof value === type
  const got = exchange.response.text.slice(0, 200) || 'no body'
  return ok ? null : { expected: `an object with ${name} (${type})`, got, exchanges: [exchange] }
}

function metaMissing(exchange: Exchange): Sight['finding'] {
  if (isObject(member(exchange, 'meta'))) return null
  return {
    expected: 'meta (object) beside the records',
    got: exchange.response.text.slice(0, 200),
    exchanges: [exchange],
  }
}

function* metaSights(exchange: Exchange): Generator<Sight> {
  for (const { clause, path, wrong } of look('resources/meta', member(exchange, 'meta'), 'shape.meta')) {
    if (wrong === 'absent') continue
    yield {
      clause,
      finding: wrong && { ...wrong, field: `meta.${path}`, message: `meta.${path}`, exchanges: [exchange] },
    }
  }
}
