import { setTimeout as wait } from 'node:timers/promises'
import { type ApiRequest, contextOf, type Exchange, type Store } from '../../../mock-server/seams.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import { around } from './answers.ts'
import { afterGate } from './gates.ts'
import { all, type Change, fresh, noting } from './mutant.ts'
import { isFor } from './operations.ts'

/** Handlers are synchronous, so a race needs something to wait for: a data base that answers in milliseconds. */
export const LATENCY_MS = 8

/** Keeps the id of a path where the next request overwrites it: of simultaneous ones all meet the last one's record. */
export function sharingTheId(operation: OperationId): Change {
  return fresh(() => {
    let last = 0
    return all(
      afterGate('existing', async (exchange) => {
        if (!isFor(exchange, operation)) return
        last = exchange.params.id
        await wait(LATENCY_MS)
      }),
      around(operation, (request, handler) => {
        const { templates, customers } = request.context.store
        const isOwn = templates.has(last) || customers.has(last)
        return handler(isOwn ? { ...request, params: { ...request.params, id: last } } : request)
      }),
    )
  })
}

/** The same with the slug of an invoice. */
export const sharingTheSlug = (operation: OperationId): Change =>
  sharing(
    'existing',
    operation,
    ({ params }) => params.slug,
    (request, slug) => ({
      ...request,
      params: { ...request.params, slug },
    }),
  )

/** The same with what a creation is asked for. */
export const sharingTheOrder = (): Change =>
  sharing(
    'body',
    'createInvoice',
    ({ body }) => body,
    (request, body) => ({ ...request, body }),
  )

/** The same with what is asked for an invoice, by requests for that one alone. */
export const sharingTheQuery = (operation: 'readInvoicePdf'): Change =>
  sharing(
    'body',
    operation,
    ({ params, query }) => ({ params, query }),
    (request, { params, query }) => (params.slug === request.params.slug ? { ...request, query } : request),
  )

/** The same with the body of what is asked for an invoice. */
export const sharingTheBody = (operation: 'sendInvoiceEmail'): Change =>
  sharing(
    'body',
    operation,
    ({ params, body }) => ({ params, body }),
    (request, { params, body }) => (params.slug === request.params.slug ? { ...request, body } : request),
  )

/** The same with whether the id of a creation is that of a draft order. */
export const sharingTheDraft = (): Change =>
  sharing(
    'body',
    'createInvoice',
    ({ body }) => body,
    (request, last) => (last['order_id'] === request.body['order_id'] ? { ...request, body: last } : request),
  )

/** The same with the store that asks: all are answered what is the last one's. */
export const sharingTheStore = (operation: OperationId): Change =>
  sharing('body', operation, contextOf, (request, context) => ({ ...request, context }))

/** Keeps something of a request where the next one overwrites it. */
function sharing<T>(
  gate: 'existing' | 'body',
  operation: OperationId,
  kept: (exchange: Exchange) => T,
  instead: (request: ApiRequest, last: T) => ApiRequest,
): Change {
  return noting(Map<'last', T>, (noted) => [
    afterGate(gate, async (exchange) => {
      if (!isFor(exchange, operation)) return
      noted.set('last', kept(exchange))
      await wait(LATENCY_MS)
    }),
    around(operation, (request, handler) => {
      const last = noted.get('last')
      return handler(last === undefined ? request : instead(request, last))
    }),
  ])
}

/** Looks, waits, and then goes by what it saw, whatever other requests did meanwhile. */
export function lookingTooEarly<T extends NonNullable<unknown>>(
  operation: OperationId,
  look: (store: Store) => T,
  goBy: (seen: T, request: ApiRequest) => void,
): Change {
  return noting(WeakMap<object, T>, (looks) => [
    afterGate('body', async (exchange) => {
      if (!isFor(exchange, operation) || !exchange.context) return
      looks.set(exchange.body, look(exchange.context.store))
      await wait(LATENCY_MS)
    }),
    around(operation, (request, handler) => {
      const seen = looks.get(request.body)
      if (seen !== undefined) goBy(seen, request)
      return handler(request)
    }),
  ])
}
