import type { OperationId } from '../../schemas/operations.ts'
import { contextOf } from '../exchange.ts'
import type { Searches } from '../store/searches.ts'
import type { Gate } from './gate.ts'

/** By the operation: which index it searches, and the parameter that says what for. */
const SEARCHED: { readonly [operation in OperationId]?: readonly [keyof Searches, string] } = {
  searchInvoices: ['invoices', 'q'],
  listCustomers: ['customers', 'search'],
}

/** Who searches a large store that was just opened waits until its index is made; all others don't. */
export const searchIndex: Gate = {
  name: 'search-index',
  pass(exchange) {
    const [what, parameter] = (exchange.operation && SEARCHED[exchange.operation]) ?? []
    if (what && parameter && exchange.query[parameter] !== undefined)
      return contextOf(exchange).store.searches[what].prepare()
    return undefined
  },
}
