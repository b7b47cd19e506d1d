import { expect, test } from 'vitest'
import type { SettingsInput } from '../../schemas/types.ts'
import { chooseDocument } from './invoice-or-packing-slip.ts'
import type { Context } from './context.ts'
import { createInvoice } from './create-invoice.ts'
import { currentDocument } from './documents.ts'
import { findInvoice } from './find.ts'
import { readSettings, updateSettings } from './settings.ts'
import { invoiceOf, openShop } from './testing/shop.ts'

const documentOf = (context: Context, slug: string) =>
  currentDocument(
    context,
    findInvoice(context.store, slug),
    chooseDocument(context, 'readInvoicePdf', false, {}),
  )

test.each<[what: SettingsInput, isNew: boolean]>([
  [{ footer_message: 'Until Monday' }, true],
  [{ locale: 'fr' }, true],
  [{ default_due_days: 31 }, true],
  [{ email_subject_template: 'Another' }, false],
  [{ next_invoice_number: '7000' }, false],
])(
  'a document that exists is made anew when a setting that it shows changed: %j %s',
  async (change, isNew) => {
    const { context } = await openShop()
    const { slug } = invoiceOf(context, 1)
    const before = documentOf(context, slug)
    expect(documentOf(context, slug).id).toBe(before.id)
    updateSettings(context, change)
    expect(documentOf(context, slug).id !== before.id).toBe(isNew)
  },
)

test('nothing is made anew for another invoice, which moves the next number, nor for a setting that was put back', async () => {
  const { context } = await openShop()
  const { slug } = invoiceOf(context, 1)
  const before = documentOf(context, slug)
  const { business_name } = readSettings(context)
  createInvoice(context, { order_id: 2 })
  updateSettings(context, { business_name: 'Elsewhere' })
  updateSettings(context, { business_name })
  expect(documentOf(context, slug).id).toBe(before.id)
})
