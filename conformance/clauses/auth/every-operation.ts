import { randomUUID } from 'node:crypto'
import type { ClauseId } from '../../../schemas/clauses.ts'
import { OPERATION_IDS, type OperationId } from '../../../schemas/operations.ts'
import type { Call } from '../../server/client/client.ts'
import type { Law } from '../../judge/law.ts'
import { UNLIKELY_ID } from '../../server/learn/preflight.ts'

/**
 * A plausible call of each operation that does no harm where a faulty server carries it out: existing records for
 * reading, unknown ones for deleting and creating, empty changes.
 */
export async function harmlessCalls(law: Law): Promise<Record<OperationId, Call>> {
  const { inventory, marker } = law.session
  const slug = (await inventory.invoices()).items[0]?.slug ?? randomUUID()
  const template = (await inventory.templates()).items[0]?.id ?? UNLIKELY_ID
  const customer = (await inventory.customers()).items[0]?.id ?? UNLIKELY_ID
  const unknown = { params: { id: UNLIKELY_ID } }
  return {
    listInvoices: {},
    createInvoice: { body: { order_id: UNLIKELY_ID } },
    searchInvoices: { query: { q: marker } },
    bulkPdf: { body: { invoice_ids: [UNLIKELY_ID] } },
    readInvoice: { params: { slug } },
    regenerateInvoice: { params: { slug: randomUUID() } },
    readInvoicePdf: { params: { slug } },
    sendInvoiceEmail: { params: { slug: randomUUID() } },
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

/** Calls each permitted operation once and hands the answer to the judge. */
export async function forEachOperation(
  law: Law,
  clause: ClauseId,
  call: Call,
  judge: (operation: OperationId, call: Call) => Promise<void>,
): Promise<void> {
  const calls = await harmlessCalls(law)
  for (const operation of law.of(clause).permitted(OPERATION_IDS))
    await judge(operation, { ...calls[operation], ...call })
}
