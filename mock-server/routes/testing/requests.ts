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

/** One request for each of the 20 operations that the mock with the default scenario accepts. */
export function samples({ mock }: ListeningMock): Sample[] {
  const store = mock.stores.byKey(KEYS.rich)
  const [invoice] = [...(store?.invoices.values() ?? [])].filter(({ customer }) => customer.email !== '')
  const [order] = store?.orders.values() ?? []
  const [template] = store?.templates.keys() ?? []
  const [customer] = store?.customers.keys() ?? []
  const bodies: Partial<Record<OperationId, object>> = {
    createInvoice: { order_id: order?.id },
    bulkPdf: { invoice_ids: [invoice?.id] },
    createTemplate: { template: { name: 'Sample' } },
    updateTemplate: { template: { name: 'Sample' } },
    createCustomer: { customer: { email: 'sample@example.com' } },
    updateCustomer: { customer: { phone: '1' } },
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
