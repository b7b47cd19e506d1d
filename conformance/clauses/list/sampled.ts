import type { InvoiceSummary } from '../../../schemas/types.ts'

/** So many invoices at most: one of every kind first, then evenly from the whole list. */
export function sampled(items: readonly InvoiceSummary[], most: number): InvoiceSummary[] {
  const kinds = new Map(items.map((item) => [kindOf(item), item]))
  const count = Math.min(most, items.length)
  const spread = Array.from(
    { length: count },
    (_, index) => items[Math.floor((index * items.length) / count)]!,
  )
  return [...new Set([...kinds.values(), ...spread])].slice(0, most)
}

/** What code may treat by itself: types, payment states, currencies, and guests, who show no email. */
const kindOf = ({ invoice_type, financial_status, currency, customer_email }: InvoiceSummary): string =>
  [invoice_type, financial_status, currency, Boolean(customer_email)].join(' ')
