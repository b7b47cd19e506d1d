import type { InvoiceSummary } from '../../schemas/types.ts'

/** Orders that the platform imported are left alone: whether they have an invoice, and so a document, is open (question create.platform_order_type). */
export const hasDocument = ({ invoice_type }: Pick<InvoiceSummary, 'invoice_type'>): boolean =>
  invoice_type !== 'platform_order'
