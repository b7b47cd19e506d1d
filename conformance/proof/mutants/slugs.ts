import { contextOf, type InvoiceRecord } from '../../../mock-server/seams.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import { afterGate } from './gates.ts'
import type { Change } from './mutant.ts'
import { isFor } from './operations.ts'

/** Finds an invoice by what is no slug of any: takes the first that fits. */
export function findingBySlug(
  operation: OperationId,
  fits: (sent: string, invoice: InvoiceRecord) => boolean,
): Change {
  return afterGate('known-path', (exchange) => {
    if (!isFor(exchange, operation)) return
    const { indexes, invoices } = contextOf(exchange).store
    const sent = exchange.params.slug
    if (indexes.invoicesBySlug.count(sent) > 0) return
    const found = [...invoices.values()].find((invoice) => fits(sent, invoice))
    if (found) exchange.params.slug = found.slug
  })
}
