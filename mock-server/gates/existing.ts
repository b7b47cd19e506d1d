import { OPERATIONS } from '../../schemas/operations.ts'
import { findCustomer, findInvoice, findTemplate } from '../rules/find.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import type { Gate } from './gate.ts'

type Find = (exchange: Exchange) => unknown

/** By the beginning of the operation's path: how to find what it names. */
const FINDERS: readonly (readonly [string, Find])[] = [
  ['/invoices/{slug}', (exchange) => findInvoice(contextOf(exchange).store, exchange.params.slug)],
  ['/templates/{id}', (exchange) => findTemplate(contextOf(exchange).store, exchange.params.id)],
  ['/customers/{id}', (exchange) => findCustomer(contextOf(exchange).store, exchange.params.id)],
]

/** What the path names must be there before anything else of the request is judged (question errors.precedence). */
export const existing: Gate = {
  name: 'existing',
  pass(exchange) {
    if (!exchange.operation) return
    const { path } = OPERATIONS[exchange.operation]
    FINDERS.find(([beginning]) => path.startsWith(beginning))?.[1](exchange)
  },
}
