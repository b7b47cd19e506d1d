import type {
  BulkPdfRequest,
  CreateInvoiceRequest,
  CustomerRequest,
  DocumentQuery,
  SendInvoiceEmailRequest,
  SettingsRequest,
  TemplateRequest,
} from '../../schemas/types.ts'
import { startBulk } from '../rules/bulk-actions.ts'
import { chooseDocument } from '../rules/invoice-or-packing-slip.ts'
import { createInvoice } from '../rules/create-invoice.ts'
import * as customers from '../rules/customers.ts'
import { currentDocument } from '../rules/documents.ts'
import { sendInvoiceEmail } from '../rules/emails.ts'
import type { FilterQuery } from '../rules/filters.ts'
import { findInvoice } from '../rules/find.ts'
import { reachable } from '../rules/history.ts'
import { detailOf } from '../rules/invoice-views.ts'
import { listCustomers, listInvoices, listTemplates, searchInvoices } from '../rules/lists.ts'
import type { PagingQuery } from '../rules/paginate.ts'
import { regenerateInvoice } from '../rules/regenerate.ts'
import { readSettings, updateSettings } from '../rules/settings.ts'
import * as templates from '../rules/templates.ts'
import type { Answer, ApiRequest, Handler, Handlers } from '../handler.ts'

/** What each operation does: thin values, the rules do the work. */
export const HANDLERS: Handlers = {
  listInvoices: operation<FilterQuery & PagingQuery>(({ context, query }) =>
    ok(listInvoices(context, query)),
  ),

  createInvoice: operation<object, CreateInvoiceRequest>(({ context, body }) => {
    const { invoice, existed } = createInvoice(context, body)
    return {
      outcome: existed ? 'existing' : 'created',
      body: { invoice: detailOf(invoice, context.dialect) },
    }
  }),

  searchInvoices: operation<PagingQuery & { q?: string }>(({ context, query }) =>
    ok(searchInvoices(context, query)),
  ),

  bulkPdf: operation<object, BulkPdfRequest>(({ context, body }) => ({
    outcome: 'queued',
    body: { bulk_action: startBulk(context, body) },
  })),

  readInvoice: operation(({ context, params }) =>
    ok({ invoice: detailOf(findInvoice(context.store, params.slug), context.dialect) }),
  ),

  regenerateInvoice: operation<DocumentQuery>(({ context, params, query }) =>
    ok({ invoice: detailOf(regenerateInvoice(context, params.slug, query), context.dialect) }),
  ),

  readInvoicePdf: operation<DocumentQuery>(({ context, params, query, documentUrl }) => {
    const invoice = findInvoice(context.store, params.slug)
    const choice = chooseDocument(context, 'readInvoicePdf', invoice.draft, query)
    const document = reachable(context, currentDocument(context, invoice, choice))
    return ok({ invoice: { slug: invoice.slug, number: invoice.number, pdf_url: documentUrl(document) } })
  }),

  sendInvoiceEmail: operation<object, SendInvoiceEmailRequest>(({ context, params, body }) => {
    const email = sendInvoiceEmail(context, params.slug, body)
    return { outcome: 'queued', body: { message: 'The invoice email is queued for delivery' }, email }
  }),

  listTemplates: operation(({ context }) => ok({ templates: listTemplates(context) })),

  createTemplate: operation<object, TemplateRequest>(({ context, body }) =>
    created({ template: templates.createTemplate(context, body.template) }),
  ),

  readTemplate: operation(({ context, params }) =>
    ok({ template: templates.readTemplate(context, params.id) }),
  ),

  updateTemplate: operation<object, TemplateRequest>(({ context, params, body }) =>
    ok({ template: templates.updateTemplate(context, params.id, body.template) }),
  ),

  deleteTemplate: operation(({ context, params }) => {
    templates.deleteTemplate(context, params.id)
    return DELETED
  }),

  listCustomers: operation<PagingQuery & { search?: string }>(({ context, query }) =>
    ok(listCustomers(context, query)),
  ),

  createCustomer: operation<object, CustomerRequest>(({ context, body }) =>
    created({ customer: customers.createCustomer(context, body.customer) }),
  ),

  readCustomer: operation(({ context, params }) =>
    ok({ customer: customers.readCustomer(context, params.id) }),
  ),

  updateCustomer: operation<object, CustomerRequest>(({ context, params, body }) =>
    ok({ customer: customers.updateCustomer(context, params.id, body.customer) }),
  ),

  deleteCustomer: operation(({ context, params }) => {
    customers.deleteCustomer(context, params.id)
    return DELETED
  }),

  readSettings: operation(({ context }) => ok({ settings: readSettings(context) })),

  updateSettings: operation<object, SettingsRequest>(({ context, body }) =>
    ok({ settings: updateSettings(context, body.settings) }),
  ),
}

const DELETED: Answer = { outcome: 'deleted', body: null }

function ok(body: object): Answer {
  return { outcome: 'ok', body }
}

function created(body: object): Answer {
  return { outcome: 'created', body }
}

/** The gates have held query and body to the operation's schemas, so here they have their types. */
function operation<Query = object, Body = object>(
  answer: (request: ApiRequest<Query, Body>) => Answer,
): Handler {
  // What the gates held them to no type tells.
  return (request) => answer(request as ApiRequest<Query, Body>)
}
