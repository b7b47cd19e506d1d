import { countryAs } from '../../schemas/commerce/country-format.ts'
import { invoiceSummary } from '../../schemas/commerce/invoices.ts'
import type { Dialect } from '../../schemas/dialect.ts'
import type { Address, InvoiceDetail, InvoiceSummary } from '../../schemas/types.ts'
import type { InvoiceRecord } from '../store/records.ts'

/** An invoice as read, create and regenerate answer it; field by field, as leaving some out takes ten times as long. */
export function detailOf(record: InvoiceRecord, dialect: Dialect): InvoiceDetail {
  const format = dialect['format.country']
  return {
    id: record.id,
    slug: record.slug,
    number: record.number,
    invoice_type: record.invoice_type,
    total_price: record.total_price,
    currency: record.currency,
    financial_status: record.financial_status,
    fulfillment_status: record.fulfillment_status,
    order_name: record.order_name,
    order_number: record.order_number,
    processed_at: record.processed_at,
    note: record.note,
    created_at: record.created_at,
    updated_at: record.updated_at,
    customer: record.customer,
    billing_address: shownAddress(record.billing_address, format),
    shipping_address: shownAddress(record.shipping_address, format),
    line_items: record.line_items,
    tax_lines: record.tax_lines,
  }
}

const summaries = new WeakMap<InvoiceRecord, InvoiceSummary>()

/**
 * An invoice as list and search answer it (clause list.summary-agrees-with-detail). Made once for each state of an
 * invoice, and frozen: the reply may keep what it makes of it.
 */
export function summaryOf(invoice: InvoiceRecord): InvoiceSummary {
  const known = summaries.get(invoice)
  if (known) return known
  const summary = Object.freeze(invoiceSummary(invoice))
  summaries.set(invoice, summary)
  return summary
}

/** An address with its country as the dialect writes it. */
export function shownAddress<T extends Address>(address: T, format: Dialect['format.country']): T {
  return { ...address, country: countryAs(address.country, format) }
}
