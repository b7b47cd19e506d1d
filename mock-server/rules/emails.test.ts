import { expect, test } from 'vitest'
import { sendInvoiceEmail } from './emails.ts'
import { patchOrder } from './platform.ts'
import { regenerateInvoice } from './regenerate.ts'
import { createTemplate } from './templates.ts'
import { invoiceOf, NOON, openShop, refusalOf } from './testing/shop.ts'

test('each sending queues one email to the address that the invoice shows', async () => {
  const { context } = await openShop()
  const { slug, customer } = invoiceOf(context, 1)
  sendInvoiceEmail(context, slug, {})
  patchOrder(context, 'orders', 1, { customer: { email: 'new@example.com' } })
  sendInvoiceEmail(context, slug, {})
  regenerateInvoice(context, slug, {})
  sendInvoiceEmail(context, slug, {})
  const emails = [...context.store.emails.values()]
  expect(emails.map(({ to }) => to)).toEqual([customer.email, customer.email, 'new@example.com'])
  expect(emails[0]).toMatchObject({ slug, template_id: null, queued_at: new Date(NOON).toISOString() })
})

test('it carries the template that was asked for, its document made', async () => {
  const { context } = await openShop()
  const template_id = createTemplate(context, { name: 'Plain' }).id
  const { slug } = invoiceOf(context, 1, { generate_pdf: false })
  expect(sendInvoiceEmail(context, slug, { template_id }).template_id).toBe(template_id)
  expect([...context.store.documents.values()].map((document) => document.template_id)).toEqual([template_id])
})

test('an invoice without an address is refused and queues nothing, unless the dialect says else', async () => {
  const { context, under } = await openShop()
  patchOrder(context, 'orders', 1, { customer: { email: '' } })
  const { slug } = invoiceOf(context, 1)
  expect(refusalOf(() => sendInvoiceEmail(context, slug, {})).kind).toBe('unprocessable')
  expect(context.store.emails.size).toBe(0)
  expect(sendInvoiceEmail(under({ 'email.no_address': 'queued' }), slug, {}).to).toBe('')
})

test('an unknown invoice is not found, an unknown template refused', async () => {
  const { context, other, under } = await openShop()
  const { slug } = invoiceOf(context, 1)
  expect(refusalOf(() => sendInvoiceEmail(other, slug, {})).kind).toBe('not-found')
  expect(refusalOf(() => sendInvoiceEmail(context, slug, { template_id: 77 })).kind).toBe('unprocessable')
  expect(context.store.emails.size).toBe(0)
  const lenient = under({ 'template.unknown': 'default_template' })
  expect(sendInvoiceEmail(lenient, slug, { template_id: 77 }).template_id).toBeNull()
})
