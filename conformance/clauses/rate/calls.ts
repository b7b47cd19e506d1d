import type { OperationId } from '../../../schemas/operations.ts'
import type { Law } from '../../judge/law.ts'
import type { Call } from '../../server/client/call.ts'
import { UNLIKELY_ID } from '../../server/unlikely-id.ts'
import { CUSTOMERS, TEMPLATES } from '../records/record-kind.ts'
import type { LimitedStore } from './own-records.ts'

/**
 * A call of each operation that gets past not-found and unprocessable, which may come first (question
 * errors.precedence); null where the store has nothing to call it on. Only records of the run's own are changed.
 */
export async function callsBeyondLimit(
  law: Law,
  store: LimitedStore,
): Promise<Partial<Record<OperationId, Call | null>>> {
  const { marker } = law
  const inventory = law.storeOf('rate_limited')
  const template = await store.own(TEMPLATES)
  const customer = await store.own(CUSTOMERS)
  const slug = (await store.firstInvoice())?.slug
  const onInvoice = slug === undefined ? null : { params: { slug } }
  return {
    searchInvoices: { query: { q: marker } },
    createInvoice: { body: { order_id: UNLIKELY_ID } },
    readInvoice: onInvoice,
    readInvoicePdf: law.allows('documents') ? onInvoice : null,
    regenerateInvoice: onInvoice,
    sendInvoiceEmail: onInvoice && { ...onInvoice, body: {} },
    readTemplate: on(template ?? (await inventory.templates()).items[0]),
    updateTemplate: template && { ...on(template), body: { template: template.input } },
    readCustomer: on(customer ?? (await inventory.customers()).items[0]),
    updateCustomer: customer && { ...on(customer), body: { customer: customer.input } },
    createTemplate: { body: await store.offer(TEMPLATES) },
    createCustomer: { body: await store.offer(CUSTOMERS) },
    updateSettings: { body: { settings: {} } },
  }
}

const on = (record: { readonly id: number } | undefined): Call | null =>
  record ? { params: { id: record.id } } : null
