import { OPERATION_IDS, OPERATIONS, type Operation, type OperationId } from '../../../schemas/operations.ts'
import type { ListeningMock } from './listening-mock.ts'
import { api, KEYS } from './listening-mock.ts'

/** A request that an operation accepts. */
export interface Sample {
  operation: OperationId
  method: string
  path: string
  body?: object
}

/** A request for each operation that the mock with the default scenario accepts. */
export function samples({ mock }: ListeningMock): Sample[] {
  const store = mock.stores.byKey(KEYS.rich)
  const [invoice] = [...(store?.invoices.values() ?? [])].filter(({ customer }) => customer.email !== '')
  const [order] = store?.orders.values() ?? []
  const [template] = store?.templates.keys() ?? []
  const [customer] = store?.customers.keys() ?? []
  const bodies: Record<OperationId, object | null> = {
    listInvoices: null,
    createInvoice: { order_id: order?.id },
    searchInvoices: null,
    bulkPdf: { invoice_ids: [invoice?.id] },
    readInvoice: null,
    regenerateInvoice: null,
    readInvoicePdf: null,
    sendInvoiceEmail: null,
    listTemplates: null,
    createTemplate: { template: { name: 'Sample' } },
    readTemplate: null,
    updateTemplate: { template: { name: 'Sample' } },
    deleteTemplate: null,
    listCustomers: null,
    createCustomer: { customer: { email: 'sample@example.com' } },
    readCustomer: null,
    updateCustomer: { customer: { phone: '1' } },
    deleteCustomer: null,
    readSettings: null,
    updateSettings: { settings: { footer_message: 'Sample' } },
  }
  return OPERATION_IDS.map((operation) => {
    const { method, path }: Operation = OPERATIONS[operation]
    const id = path.startsWith('/templates') ? template : customer
    const filled = path.replace('{slug}', invoice?.slug ?? '').replace('{id}', String(id))
    const body = bodies[operation]
    const query = operation === 'searchInvoices' ? '?q=a' : ''
    return { operation, method, path: api(filled + query), ...(body && { body }) }
  })
}
