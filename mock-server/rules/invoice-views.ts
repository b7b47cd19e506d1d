import { countryAs } from '../../schemas/commerce/country-format.ts'
import type { Dialect } from '../../schemas/dialect.ts'
import type { Address, InvoiceDetail, InvoiceSummary } from '../../schemas/types.ts'
import type { InvoiceRecord } from '../store/records.ts'

/** An invoice as read, create and regenerate answer it. */
export function detailOf(record: InvoiceRecord, dialect: Dialect): InvoiceDetail {
  const { order_id: _order, draft: _draft, revision: _revision, ...detail } = record
  const format = dialect['format.country']
  return {
    ...detail,
    billing_address: shownAddress(record.billing_address, format),
    shipping_address: shownAddress(record.shipping_address, format),
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
  const summary = Object.freeze(newSummary(invoice))
  summaries.set(invoice, summary)
  return summary
}

function newSummary(invoice: InvoiceRecord): InvoiceSummary {
  return {
    id: invoice.id,
    slug: invoice.slug,
    number: invoice.number,
    invoice_type: invoice.invoice_type,
    total_price: invoice.total_price,
    currency: invoice.currency,
    financial_status: invoice.financial_status,
    order_name: invoice.order_name,
    customer_name: customerName(invoice),
    customer_email: invoice.customer.email,
    created_at: invoice.created_at,
    updated_at: invoice.updated_at,
  }
}

/** Given and family name. */
export function customerName({ customer }: Pick<InvoiceRecord, 'customer'>): string {
  return `${customer.first_name} ${customer.last_name}`.trim()
}

/** An address with its country as the dialect writes it. */
export function shownAddress<T extends Address>(address: T, format: Dialect['format.country']): T {
  return { ...address, country: countryAs(address.country, format) }
}
