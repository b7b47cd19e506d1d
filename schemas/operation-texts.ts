import type { OperationId } from './operations.ts'

/** What each operation is for, in two sentences. */
export const OPERATION_TEXTS: Readonly<Record<OperationId, string>> = {
  listInvoices:
    'Answers the invoices of the store, a page at a time. Filters given together all hold, and `meta` tells how many there are.',
  createInvoice:
    'Makes the invoice of a platform order, or a quote or pro-forma of a draft order. An order that has one already is answered that one, so that it is safe to ask again.',
  searchInvoices:
    'Finds invoices by customer, email, number, order name or country. Answers pages as the list does.',
  bulkPdf:
    'Has the PDFs of many invoices made, in the background. One such action of a store is in progress at a time.',
  readInvoice:
    'Answers one invoice with its addresses, lines and taxes. It is named by its slug, which lists and creations tell.',
  regenerateInvoice:
    'Takes over what has changed in the order since, and makes the document anew. The invoice keeps its number and slug.',
  readInvoicePdf:
    'Answers a signed URL at which the document can be downloaded for a while, without a key. The document is made if there is none yet.',
  sendInvoiceEmail:
    "Queues an email to the customer with the document attached. Its texts are the store's settings.",
  listTemplates: 'Answers all templates of the store. A template says what a kind of document looks like.',
  createTemplate: 'Adds a template. Documents can be made with it at once.',
  readTemplate: 'Answers one template. It is named by its id.',
  updateTemplate:
    'Changes what is sent of a template, and nothing else. Documents that were made with it stay as they are.',
  deleteTemplate: 'Takes a template away. Documents that were made with it stay as they are.',
  listCustomers:
    'Answers the customers of the store, or those in whose name, email or tax number the text is found. A page at a time.',
  createCustomer:
    'Adds a customer with tax number and addresses. The tax number is shown on invoices with the same email.',
  readCustomer: 'Answers one customer with addresses. It is named by its id.',
  updateCustomer: 'Changes what is sent of a customer, and nothing else. It is named by its id.',
  deleteCustomer: 'Takes a customer away. Invoices stay as they are.',
  readSettings:
    'Answers the settings of the store: business, emails, automation and display. There is one set of them.',
  updateSettings:
    'Changes what is sent of the settings, and nothing else. Documents that are made from now on show it.',
}
