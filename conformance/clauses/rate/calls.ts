import type { OperationId } from '../../../schemas/operations.ts'
import type { Call } from '../../server/client/client.ts'
import type { Law } from '../../judge/law.ts'
import { UNLIKELY_ID } from '../../server/learn/preflight.ts'
import { Inventory } from '../../server/store/inventory.ts'
import type { LimitedStore, OwnRecord } from './own-records.ts'

/** Name and email of what is created beyond the limit, by which it is found again. */
export const nameOf = ({ session }: Law) => `Limited ${session.marker}`
export const emailOf = ({ session }: Law) => `limited.${session.marker}@example.com`

/**
 * A call of each operation that gets past not-found and unprocessable, which may come first (question
 * errors.precedence); null where the store has nothing to call it on. Only records of the run's own are changed.
 */
export async function callsBeyondLimit(
  law: Law,
  store: LimitedStore,
): Promise<{ [operation in OperationId]?: Call | null }> {
  const inventory = new Inventory(law.session.client, 'rate_limited')
  const template = await store.own('template')
  const customer = await store.own('customer')
  const slug = (await inventory.invoices()).items[0]?.slug
  const onInvoice = slug === undefined ? null : { params: { slug } }
  return {
    searchInvoices: { query: { q: law.marker } },
    createInvoice: { body: { order_id: UNLIKELY_ID } },
    readInvoice: onInvoice,
    readInvoicePdf: onInvoice,
    regenerateInvoice: onInvoice,
    sendInvoiceEmail: onInvoice && { ...onInvoice, body: {} },
    readTemplate: on(template ?? (await inventory.templates()).items[0]),
    updateTemplate: template && { ...on(template), body: { template: template.input } },
    readCustomer: on(customer ?? (await inventory.customers()).items[0]),
    updateCustomer: customer && { ...on(customer), body: { customer: customer.input } },
    createTemplate: { body: { template: await store.input('template', { name: nameOf(law) }) } },
    createCustomer: { body: { customer: await store.input('customer', { email: emailOf(law) }) } },
    updateSettings: { body: { settings: {} } },
  }
}

const on = (record: Pick<OwnRecord, 'id'> | undefined): Call | null =>
  record ? { params: { id: record.id } } : null
