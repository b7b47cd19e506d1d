import { describe, expect, test } from 'vitest'
import { chooseDocument, type DocumentRequest } from './invoice-or-packing-slip.ts'
import { currentDocument, documentSource } from './documents.ts'
import { reachable } from './history.ts'
import { deleteOrder, patchOrder } from './platform.ts'
import { regenerateInvoice } from './regenerate.ts'
import { updateSettings } from './settings.ts'
import { createTemplate, deleteTemplate, updateTemplate } from './templates.ts'
import { findInvoice } from './find.ts'
import type { Context } from './context.ts'
import { invoiceOf, openShop, refusalOf } from './testing/shop.ts'

/** The document that GET pdf answers. */
const pdf = (context: Context, slug: string, request: DocumentRequest = {}) => {
  const invoice = findInvoice(context.store, slug)
  const choice = chooseDocument(context, 'readInvoicePdf', invoice.draft, request)
  return reachable(context, currentDocument(context, invoice, choice))
}

describe('regenerating', () => {
  test('shows edits of the order, which nothing showed before', async () => {
    const { context, clock } = await openShop()
    const before = invoiceOf(context, 1)
    patchOrder(context, 'orders', 1, { note: 'edited', customer: { last_name: 'Edited' } })
    expect(findInvoice(context.store, before.slug)).toBe(before)
    clock.advance(5000)
    const after = regenerateInvoice(context, before.slug, {})
    expect(after).toEqual({
      ...before,
      note: 'edited',
      customer: { ...before.customer, last_name: 'Edited' },
      updated_at: new Date(clock.now()).toISOString(),
      revision: 2,
    })
    expect(findInvoice(context.store, before.slug)).toBe(after)
  })

  test('without an edit changes nothing but updated_at', async () => {
    const { context, clock } = await openShop()
    const before = invoiceOf(context, 1)
    clock.advance(5000)
    const after = regenerateInvoice(context, before.slug, {})
    expect(after).toEqual({ ...before, updated_at: new Date(clock.now()).toISOString() })
  })

  test('takes updated_at never back, and the type of a draft order along', async () => {
    const { context, clock } = await openShop()
    const before = invoiceOf(context, 1, { draft: true })
    patchOrder(context, 'draft_orders', 1, { invoice_type: 'pro_forma' })
    clock.advance(-5000)
    const after = regenerateInvoice(context, before.slug, {})
    expect([after.updated_at, after.invoice_type]).toEqual([before.updated_at, 'pro_forma'])
  })

  test('an invoice whose order is gone is unprocessable, an unknown one not found', async () => {
    const { context, other } = await openShop()
    const { slug } = invoiceOf(context, 1)
    deleteOrder(context, 'orders', 1)
    expect(refusalOf(() => regenerateInvoice(context, slug, {})).kind).toBe('unprocessable')
    expect(refusalOf(() => regenerateInvoice(other, slug, {})).kind).toBe('not-found')
  })

  test('renews one document and leaves the other', async () => {
    const { context } = await openShop()
    const { slug } = invoiceOf(context, 1)
    const slip = pdf(context, slug, { packing_slip: true })
    const invoice = pdf(context, slug)
    regenerateInvoice(context, slug, { packing_slip: true })
    expect(pdf(context, slug)).toBe(invoice)
    expect(pdf(context, slug, { packing_slip: true }).id).toBeGreaterThan(slip.id)
  })
})

describe('GET pdf', () => {
  test('answers the same document until invoice or template changes', async () => {
    const { context } = await openShop()
    const template_id = createTemplate(context, { name: 'Plain' }).id
    const { slug } = invoiceOf(context, 1)
    const first = pdf(context, slug)
    expect(first.template_id).toBe(template_id)
    updateTemplate(context, template_id, { name: 'Plain' })
    updateSettings(context, { email_subject_template: 'Elsewhere' })
    expect(pdf(context, slug)).toBe(first)
    updateTemplate(context, template_id, { accent_color: '#ff0000' })
    const second = pdf(context, slug)
    expect(second.id).toBeGreaterThan(first.id)
    patchOrder(context, 'orders', 1, { note: 'edited' })
    regenerateInvoice(context, slug, { packing_slip: true })
    expect(pdf(context, slug).id).toBeGreaterThan(second.id)
  })

  test('keeps documents of several templates apart', async () => {
    const { context } = await openShop()
    const [one, two] = ['One', 'Two'].map((name) => createTemplate(context, { name }).id)
    const { slug } = invoiceOf(context, 1, { generate_pdf: false })
    const first = pdf(context, slug, { template_id: one })
    const second = pdf(context, slug, { template_id: two })
    expect(pdf(context, slug, { template_id: one })).toBe(first)
    expect(pdf(context, slug, { template_id: two })).toBe(second)
  })
})

describe('an old document', () => {
  test('is drawn from what it was made from, whatever happened since', async () => {
    const { context } = await openShop()
    const template_id = createTemplate(context, { name: 'Plain', accent_color: '#111111' }).id
    const { slug, note } = invoiceOf(context, 1)
    const document = pdf(context, slug)
    const before = structuredClone(documentSource(context.store, document))

    patchOrder(context, 'orders', 1, { note: 'edited' })
    regenerateInvoice(context, slug, {})
    updateSettings(context, { business_name: 'Elsewhere', footer_message: 'Bye' })
    updateTemplate(context, template_id, { accent_color: '#222222' })
    deleteTemplate(context, template_id)

    expect(documentSource(context.store, document)).toEqual(before)
    expect(before).toMatchObject({
      kind: 'invoice',
      invoice: { note },
      template: { accent_color: '#111111' },
    })
  })

  test('keeps the template that was deleted', async () => {
    const { context } = await openShop()
    const { id } = createTemplate(context, { name: 'Plain', accent_color: '#111111' })
    const document = pdf(context, invoiceOf(context, 1).slug)
    deleteTemplate(context, id)
    expect(documentSource(context.store, document).template).toMatchObject({ id, accent_color: '#111111' })
  })

  test('costs a kept revision only where one was replaced', async () => {
    const { context } = await openShop()
    const { slug } = invoiceOf(context, 1, { generate_pdf: false })
    updateSettings(context, { business_name: 'Elsewhere' })
    patchOrder(context, 'orders', 1, { note: 'edited' })
    regenerateInvoice(context, slug, {})
    expect(context.store.revisions.size).toBe(0)
    updateSettings(context, { business_name: 'Yet elsewhere' })
    expect([...context.store.revisions.keys()]).toEqual(['settings:0:2'])
  })

  test.each([
    [{}, 'invoice', 1, false],
    [{ packing_slip: true }, 'packing_slip', 1, false],
    [{}, 'quote', 1, true],
    [{}, 'pro_forma', 2, true],
  ] as const)('%j is a %s', async (request, kind, order_id, draft) => {
    const { context } = await openShop()
    const { slug } = invoiceOf(context, order_id, { draft })
    expect(documentSource(context.store, pdf(context, slug, request)).kind).toBe(kind)
  })

  test('of a credit note template is a credit note', async () => {
    const { context } = await openShop()
    const { slug } = invoiceOf(context, 1)
    const { id } = createTemplate(context, { name: 'Credit', template_type: 'credit_note' })
    expect(documentSource(context.store, pdf(context, slug, { template_id: id })).kind).toBe('credit_note')
  })
})
