import type { InvoiceDetail, InvoiceSummary, PlatformDraftOrder, PlatformOrder } from '../types.ts'
import { orderTotals, type OrderTotals } from './totals.ts'

/** Fields that an invoice does not take from its order. */
export type InvoiceOwn = Pick<
  InvoiceDetail,
  'id' | 'slug' | 'number' | 'invoice_type' | 'created_at' | 'updated_at'
>

/**
 * The invoice of an order: what it shows of it (clause create.from-order), around what it has of itself.
 * @param totals those of the order, where they are known
 */
export function invoiceOf(
  order: PlatformOrder,
  own: InvoiceOwn,
  totals: OrderTotals = orderTotals(order),
): InvoiceDetail {
  const { tax_lines, total_price } = totals
  return {
    id: own.id,
    slug: own.slug,
    number: own.number,
    invoice_type: own.invoice_type,
    total_price,
    currency: order.currency,
    financial_status: order.financial_status,
    fulfillment_status: order.fulfillment_status,
    order_name: order.name,
    order_number: order.number,
    processed_at: order.processed_at,
    note: order.note,
    created_at: own.created_at,
    updated_at: own.updated_at,
    customer: order.customer,
    billing_address: order.billing_address,
    shipping_address: order.shipping_address,
    line_items: order.line_items,
    tax_lines,
  }
}

/** What an invoice of this order is, whatever a draft order's becomes by the dialect: a draft order says it itself. */
export function typeOf(order: PlatformOrder | PlatformDraftOrder): InvoiceDetail['invoice_type'] {
  return 'invoice_type' in order ? order.invoice_type : 'invoice'
}

/** The invoice as list and search show it (clause list.summary-agrees-with-detail). */
export function invoiceSummary(invoice: InvoiceDetail): InvoiceSummary {
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
export function customerName({ customer }: Pick<InvoiceDetail, 'customer'>): string {
  return `${customer.first_name} ${customer.last_name}`.trim()
}
