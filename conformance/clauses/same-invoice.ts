import type { ClauseId } from '../../schemas/clauses.ts'
import type { InvoiceDetail } from '../../schemas/types.ts'
import { isObject, member, type Exchange } from '../server/client/exchange.ts'
import type { Law } from '../judge/law.ts'
import { differingFields } from './stated-fields.ts'

/** The invoice of an answer, whose fields may still be anything; the clause demands that there is one. */
export function invoiceOf(law: Law, clause: ClauseId, exchange: Exchange): InvoiceDetail {
  law.of(clause).success(exchange, 'a success with the invoice')
  const invoice = member(exchange, 'invoice')
  if (!isObject(invoice) || typeof invoice['slug'] !== 'string')
    throw law
      .of(clause)
      .violation({ expected: 'an object with invoice, its slug among the fields', exchanges: exchange })
  return invoice as unknown as InvoiceDetail
}

/** What an invoice keeps all its life (question numbering: its number never changes). */
const LASTING = ['id', 'slug', 'number', 'invoice_type', 'created_at'] as const

/** The clause demands that this answer shows the same invoice; returns what it shows now. */
export function judgeSameInvoice(
  law: Law,
  clause: ClauseId,
  known: { invoice: InvoiceDetail; exchange: Exchange },
  exchange: Exchange,
  message?: string,
): InvoiceDetail {
  const shown = invoiceOf(law, clause, exchange)
  const different = differingFields(known.invoice, shown).filter((field) => isLasting(field))
  law.of(clause).judge(different.length === 0, {
    ...(message !== undefined && { message }),
    expected: `the same invoice: ${inWords(known.invoice, different)}`,
    got: inWords(shown, different),
    exchanges: [known.exchange, exchange],
  })
  return shown
}

const isLasting = (field: string) => (LASTING as readonly string[]).includes(field)

/** The named fields of a record as they would stand in JSON. */
export function inWords(record: object, fields: readonly string[]): string {
  const shown = record as { [field: string]: unknown }
  return fields
    .map((field) => `${field} ${JSON.stringify(shown[field])}`)
    .join(', ')
    .slice(0, 1000)
}
