import { expect, test } from 'vitest'
import type { OperationId } from '../../schemas/operations.ts'
import type { Context } from '../rules/context.ts'
import { invoiceOf, openShop } from '../rules/testing/shop.ts'
import type { ApiRequest } from '../handler.ts'
import { HANDLERS } from './handlers.ts'

const documentUrl = ({ id }: { id: number }) => `document:${id}`

/** Asks an operation past the gates; a document's URL is its id. */
function ask(context: Context, operation: OperationId, request: Partial<ApiRequest> = {}) {
  const params = { slug: '', id: 0, ...request.params }
  return HANDLERS[operation]({ operation, context, query: {}, body: {}, documentUrl, ...request, params })
}

test('a creation is told from what existed, and shows nothing of our own', async () => {
  const { context } = await openShop()
  const first = ask(context, 'createInvoice', { body: { order_id: 1 } })
  const again = ask(context, 'createInvoice', { body: { order_id: 1 } })
  expect([first.outcome, again.outcome]).toEqual(['created', 'existing'])
  expect(again.body).toEqual(first.body)
  for (const field of ['order_id', 'draft', 'revision'])
    expect(first.body).not.toHaveProperty(`invoice.${field}`)
})

test('an invoice is read, listed and found as it was created', async () => {
  const { context } = await openShop()
  const { slug, id, number } = invoiceOf(context, 1)
  const params = { slug, id: 0 }
  expect(ask(context, 'readInvoice', { params }).body).toMatchObject({ invoice: { slug, id, number } })
  expect(ask(context, 'listInvoices').body).toMatchObject({ invoices: [{ slug }], meta: { total: 1 } })
  expect(ask(context, 'searchInvoices', { query: { q: number } }).body).toMatchObject({
    invoices: [{ slug }],
  })
  expect(ask(context, 'regenerateInvoice', { params }).body).toMatchObject({ invoice: { slug } })
  const [regenerated] = context.store.documents.keys()
  const pdf = { invoice: { slug, number, pdf_url: `document:${regenerated}` } }
  expect(ask(context, 'readInvoicePdf', { params })).toEqual({ outcome: 'ok', body: pdf })
})

test('what is queued, created and deleted is said to be so', async () => {
  const { context } = await openShop()
  const { slug, id } = invoiceOf(context, 1)
  expect(ask(context, 'sendInvoiceEmail', { params: { slug, id: 0 } }).outcome).toBe('queued')
  expect(ask(context, 'bulkPdf', { body: { invoice_ids: [id] } }).outcome).toBe('queued')
  for (const [create, remove, body] of [
    ['createTemplate', 'deleteTemplate', { template: { name: 'Plain' } }],
    ['createCustomer', 'deleteCustomer', { customer: {} }],
  ] as const) {
    const created = ask(context, create, { body })
    expect(created.outcome).toBe('created')
    const made =
      context.store.templates.keys().next().value ?? context.store.customers.keys().next().value ?? 0
    expect(ask(context, remove, { params: { slug: '', id: made } })).toEqual({
      outcome: 'deleted',
      body: null,
    })
  }
})
