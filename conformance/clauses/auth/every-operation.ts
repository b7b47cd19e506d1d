import type { OperationId } from '../../../schemas/operations.ts'
import { keysOf } from '../../../schemas/tables.ts'
import { operationsWhere, type Law } from '../../judge/law.ts'
import type { Call } from '../../server/client/call.ts'
import { UNLIKELY_ID, unlikelySlug } from '../../server/unlikely-id.ts'

/**
 * A plausible call of each operation that does no harm where a faulty server carries it out: existing records for
 * reading, unknown ones for deleting and creating, empty changes.
 */
export async function harmlessCalls(law: Law): Promise<Record<OperationId, Call>> {
  const { store, marker } = law
  const unknownSlug = unlikelySlug(law.seedOf('unknown slug'))
  const slug = (await store.invoices()).items[0]?.slug ?? unknownSlug
  const template = (await store.templates()).items[0]?.id ?? UNLIKELY_ID
  const customer = (await store.customers()).items[0]?.id ?? UNLIKELY_ID
  const unknown = { params: { id: UNLIKELY_ID } }
  return {
    listInvoices: {},
    createInvoice: { body: { order_id: UNLIKELY_ID } },
    searchInvoices: { query: { q: marker } },
    bulkPdf: { body: { invoice_ids: [UNLIKELY_ID] } },
    readInvoice: { params: { slug } },
    regenerateInvoice: { params: { slug: unknownSlug } },
    readInvoicePdf: { params: { slug: law.allows('documents') ? slug : unknownSlug } },
    sendInvoiceEmail: { params: { slug: unknownSlug } },
    listTemplates: {},
    createTemplate: { body: {} },
    readTemplate: { params: { id: template } },
    updateTemplate: { ...unknown, body: { template: { name: marker } } },
    deleteTemplate: unknown,
    listCustomers: {},
    createCustomer: { body: {} },
    readCustomer: { params: { id: customer } },
    updateCustomer: { ...unknown, body: { customer: { last_name: marker } } },
    deleteCustomer: unknown,
    readSettings: {},
    updateSettings: { body: { settings: {} } },
  }
}

/** What a valid key would be told is invalid. Key and plan are judged before it (question errors.precedence). */
const MISTAKES: Partial<Record<OperationId, Call>> = {
  listInvoices: { query: { page: 0, per_page: 0 } },
  createInvoice: { body: { order_id: 'none' } },
  searchInvoices: { query: {} },
  bulkPdf: { body: { invoice_ids: 'none' } },
  regenerateInvoice: { query: { template_id: 'none' } },
  readInvoicePdf: { query: { template_id: 'none' } },
  sendInvoiceEmail: { body: { template_id: {} } },
  updateTemplate: { body: {} },
  listCustomers: { query: { page: 0, per_page: 0 } },
  updateCustomer: { body: {} },
  updateSettings: { body: {} },
}

/** What takes a body, which may be parsed before the key is looked at. */
const PARSED = operationsWhere((operation) => 'body' in operation)

/** The same calls with a mistake each, of the operations that judge what they are sent; and with bodies that are no JSON. */
export async function mistakenCalls(law: Law): Promise<(readonly [OperationId, Call])[]> {
  const calls = await harmlessCalls(law)
  if (!law.mayTry('hostile-input', 'malformed requests')) return []
  return [
    ...law
      .permitted(keysOf(MISTAKES))
      .map((operation) => [operation, { ...calls[operation], ...MISTAKES[operation] }] as const),
    ...law
      .permitted(PARSED)
      .map((operation) => [operation, { ...calls[operation], raw_body: '{"half": ' }] as const),
  ]
}
