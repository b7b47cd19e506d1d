import { expect, test } from 'vitest'
import { invoiceOf, openShop } from './testing/shop.ts'
import { readSettings, updateSettings } from './settings.ts'

test('exactly the fields given are changed, in one store', async () => {
  const { context, other } = await openShop()
  const [before, elsewhere] = [readSettings(context), readSettings(other)]
  const change = { footer_message: '', invoice_bcc: !before.invoice_bcc, default_due_days: 0 }
  expect(updateSettings(context, change)).toEqual({ ...before, ...change })
  expect(readSettings(context)).toEqual({ ...before, ...change })
  expect(readSettings(other)).toEqual(elsewhere)
})

test('output-only fields cannot be set, and nothing changes nothing', async () => {
  const { context } = await openShop()
  const before = readSettings(context)
  const output: object = { email_locale: 'xx', email_dkim_verified: !before.email_dkim_verified, revision: 9 }
  expect(updateSettings(context, output)).toEqual(before)
  expect(updateSettings(context, {})).toEqual(before)
})

test('prefix and next number hold for the next invoice', async () => {
  const { context } = await openShop()
  updateSettings(context, { invoice_number_prefix: 'RE/', next_invoice_number: '7' })
  expect(invoiceOf(context, 1).number).toBe('RE/7')
  expect(readSettings(context).next_invoice_number).toBe('8')
})
