import type { OperationId } from '../../../../schemas/operations.ts'

/** The key that holds an operation's result (clause shape.envelope); a deletion shows none. */
export const ENVELOPES: Partial<Record<OperationId, string>> = {
  listInvoices: 'invoices',
  createInvoice: 'invoice',
  searchInvoices: 'invoices',
  bulkPdf: 'bulk_action',
  readInvoice: 'invoice',
  regenerateInvoice: 'invoice',
  readInvoicePdf: 'invoice',
  sendInvoiceEmail: 'message',
  listTemplates: 'templates',
  createTemplate: 'template',
  readTemplate: 'template',
  updateTemplate: 'template',
  listCustomers: 'customers',
  createCustomer: 'customer',
  readCustomer: 'customer',
  updateCustomer: 'customer',
  readSettings: 'settings',
  updateSettings: 'settings',
}
