import type { InvoiceSummary } from '../../schemas/types.ts'

/** So many invoices at most: one of every kind first, then evenly from the whole list. */
export function sampled(items: readonly InvoiceSummary[], most: number): InvoiceSummary[] {
  const kinds = new Map(items.map((item) => [kindOf(item), item]))
  return [...new Set([...kinds.values(), ...spread(items, most)])].slice(0, most)
}

/** So many at most, evenly from the whole list. */
export function spread<T>(items: readonly T[], most: number): T[] {
  const step = Math.max(1, items.length / most)
  return items.filter((_, index) => Math.floor(index / step) > Math.floor((index - 1) / step))
}

/** What code may treat by itself: types, payment states, currencies, and guests, who show no email. */
const kindOf = ({ invoice_type, financial_status, currency, customer_email }: InvoiceSummary): string =>
  [invoice_type, financial_status, currency, Boolean(customer_email)].join(' ')
