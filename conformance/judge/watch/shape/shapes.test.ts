import { describe, expect, test } from 'vitest'
import { makeCustomer } from '../../../../fixtures/customers.ts'
import { makeInvoice } from '../../../../fixtures/invoices.ts'
import { makeSettings } from '../../../../fixtures/settings.ts'
import { makeTemplate } from '../../../../fixtures/templates.ts'
import { invoiceSummary } from '../../../../schemas/commerce/invoices.ts'
import { exchangeWith } from '../../../proof/testing/exchange.ts'
import type { Session } from '../../../server/session.ts'
import type { OperationId as Operation } from '../../../../schemas/operations.ts'
import { shapes } from './shapes.ts'
import { isDateTime } from './values.ts'

// Of the session nothing else is asked.
const session = () => ({ memory: new Map() }) as unknown as Session
const invoice = makeInvoice({ seed: 1 })

/** The clauses that the watcher finds broken in these answers, in their order. */
function broken(answers: [operation: Operation, body: unknown, input?: unknown][]): string[] {
  const run = session()
  return answers.flatMap(([operation, body, input]) =>
    [...shapes.watch(exchangeWith(200, body, { operation, input }), run)]
      .filter(({ finding }) => finding)
      .map(({ clause }) => clause),
  )
}

/** In one run, how many deviations an answer has that was asked for at a time, and took ten milliseconds. */
function asking() {
  const [run, asked] = [session(), exchangeWith(200, {}).request]
  return (operation: Operation, body: unknown, started_at: number, method = 'GET'): number => {
    const exchange = exchangeWith(200, body, { operation, request: { ...asked, method } })
    const sights = [...shapes.watch({ ...exchange, started_at, ms: 10 }, run)]
    return sights.filter(({ finding }) => finding).length
  }
}

test('a coherent invoice has no deviation', () => {
  expect(broken([['readInvoice', { invoice }]])).toEqual([])
})

test.each([
  [{ total_price: 12.5 }, 'shape.money'],
  [{ total_price: '12,50' }, 'shape.money'],
  [{ created_at: '2026-03-01 10:00:00Z' }, 'shape.timestamps'],
  [{ created_at: 1_767_261_600 }, 'shape.timestamps'],
  [{ currency: 'eur' }, 'shape.currency'],
  [{ currency: 'XYQ' }, 'shape.currency'],
  [{ slug: 'invoice-1' }, 'shape.slug'],
  [{ invoice_type: 'credit_note' }, 'shape.invoice-type'],
  [{ tax_lines: [{ title: 'VAT', rate: '0.2', price: '2.00' }] }, 'shape.tax-rate'],
  [{ order_number: '5' }, 'shape.invoice-detail'],
  [{ id: 2 ** 53 }, 'shape.invoice-detail'],
  [{ customer: 'Zoë' }, 'shape.invoice-detail'],
  [{ line_items: {} }, 'shape.invoice-detail'],
  [{ id: null }, 'shape.invoice-detail'],
])('%j breaks %s', (change, clause) => {
  expect(broken([['readInvoice', { invoice: { ...invoice, ...change } }]])).toContain(clause)
})

/** A tax of that rate on one line of 50, and what it comes to. */
const taxed = (rate: number, price: string) => ({
  line_items: [{ title: 'Cigars', quantity: 2, price: '25.00' }],
  tax_lines: [{ title: 'Duty', rate, price }],
})

test.each([
  ['150 percent', 1.5, '75.00', []],
  ['150 percent, within the price', 1.5, '30.00', []],
  ['150 percent, of the lines and of shipping', 1.5, '90.00', []],
  ['150 percent of nothing', 1.5, '0.00', []],
  ['150 percent of a tenth of the lines', 1.5, '7.50', []],
  ['150 percent of what is no amount', 1.5, 'EUR 75', ['shape.money']],
  ['150 percent, given back', 1.5, '-75.00', []],
  ['5 percent', 5, '2.50', ['shape.tax-rate']],
  ['20 percent, within the price', 20, '8.33', ['shape.tax-rate']],
  ['20 percent of a half of the lines', 20, '5.00', ['shape.tax-rate']],
  ['20 percent, given back', -20, '-10.00', ['shape.tax-rate']],
])('a tax of %s as %d, which comes to %s', (_, rate, price, clauses) => {
  expect(broken([['readInvoice', { invoice: { ...invoice, ...taxed(rate, price) } }]])).toEqual(clauses)
})

const { line_items, tax_lines, customer } = invoice
const template = makeTemplate({ seed: 1 })
const settings = makeSettings({ seed: 1 })
const detail = { ...makeCustomer({ seed: 1 }), addresses: [] }
const summary = invoiceSummary(invoice)
const action = { id: 1, status: 'queued', total_count: 2 }

/** An answer, and what in it always has a value (question nullable). */
const NAMED: [Operation, key: string, record: object, fields: string][] = [
  ['listInvoices', 'invoices', summary, 'id slug number invoice_type total_price currency financial_status'],
  ['searchInvoices', 'invoices', summary, 'created_at updated_at'],
  ['readInvoice', 'invoice', invoice, 'number total_price customer line_items tax_lines'],
  ['createInvoice', 'invoice', invoice, 'id slug invoice_type currency financial_status updated_at'],
  [
    'updateTemplate',
    'template',
    template,
    'id name template_type logo_enabled pre_selected_orders created_at',
  ],
  ['createCustomer', 'customer', detail, 'id created_at updated_at'],
  ['readCustomer', 'customer', detail, 'id created_at updated_at addresses'],
  ['readSettings', 'settings', settings, 'invoice_bcc email_dkim_verified customer_locale_invoice'],
  ['bulkPdf', 'bulk_action', action, 'id status total_count'],
]
const OPEN: typeof NAMED = [
  ['listInvoices', 'invoices', summary, 'order_name customer_name customer_email'],
  ['readInvoice', 'invoice', invoice, 'fulfillment_status order_name order_number processed_at note'],
  ['readInvoice', 'invoice', invoice, 'billing_address shipping_address'],
  [
    'updateTemplate',
    'template',
    template,
    'design_key accent_color font_size date_format logo_url logo_width',
  ],
  ['createCustomer', 'customer', detail, 'email first_name phone tags platform_customer_id addresses'],
  [
    'readSettings',
    'settings',
    settings,
    'email locale financial_status default_due_days payment_reminder_when',
  ],
]
const each = (rows: typeof NAMED) =>
  rows.flatMap(([operation, key, record, fields]) =>
    fields.split(' ').map((field) => [operation, field, key, record] as const),
  )
const findingsOf = (operation: Operation, key: string, record: object, field: string) => {
  const without = Object.fromEntries(Object.entries(record).filter(([name]) => name !== field))
  const asShown = (one: object) => ({ [key]: key === 'invoices' ? [one] : one })
  return [without, { ...record, [field]: null }].map((one) => broken([[operation, asShown(one)]]).length)
}

test.each(each(NAMED))('of %s %s is never null and never absent', (operation, field, key, record) => {
  expect(findingsOf(operation, key, record, field)).toEqual([1, 1])
})

test.each(each(OPEN))('of %s %s may be null or absent', (operation, field, key, record) => {
  expect(findingsOf(operation, key, record, field)).toEqual([0, 0])
})

test.each([
  [{ customer: { ...customer, id: null } }, 'customer.id'],
  [{ line_items: [{ ...line_items[0], title: null }] }, 'line_items.0.title'],
  [{ line_items: [{ ...line_items[0], quantity: null }] }, 'line_items.0.quantity'],
  [{ line_items: [{ ...line_items[0], price: null }] }, 'line_items.0.price'],
  [{ tax_lines: [{ ...tax_lines[0], title: null }] }, 'tax_lines.0.title'],
  [{ tax_lines: [{ ...tax_lines[0], rate: null }] }, 'tax_lines.0.rate'],
  [{ tax_lines: [{ ...tax_lines[0], price: null }] }, 'tax_lines.0.price'],
])('%j lacks %s', (change, _path) => {
  expect(broken([['readInvoice', { invoice: { ...invoice, ...change } }]])).toEqual(['shape.invoice-detail'])
})

test('parts of an invoice may lack the rest, and there may be none', () => {
  const silent = {
    customer: { ...customer, email: null, first_name: null },
    line_items: [{ ...line_items[0], variant_title: null, sku: null }],
    tax_lines: [],
  }
  expect(broken([['readInvoice', { invoice: { ...invoice, ...silent } }]])).toEqual([])
})

describe('a field without a value', () => {
  const { note: _, ...silent } = invoice

  test('is open where nobody has seen its value', () => {
    expect(
      broken([
        ['readInvoice', { invoice: silent }],
        ['readInvoice', { invoice: { ...invoice, shipping_address: null } }],
      ]),
    ).toEqual([])
  })

  test('breaks the shape where another answer shows it', () => {
    expect(
      broken([
        ['readInvoice', { invoice }],
        ['listInvoices', { invoices: [{ ...invoiceSummary(invoice), order_name: null }] }],
      ]),
    ).toEqual(['shape.invoice-summary'])
  })

  test('is open again once the record has changed', () => {
    const later = { ...silent, updated_at: '2026-12-01T00:00:00.000Z' }
    expect(
      broken([
        ['readInvoice', { invoice }],
        ['readInvoice', { invoice: later }],
      ]),
    ).toEqual([])
  })

  test('is open again once the record was written to, and that of another is not', () => {
    const [one, other] = [1, 2].map((id) => ({ ...makeCustomer({ seed: 1 }), id, email: 'a@example.org' }))
    const [run, asked] = [session(), exchangeWith(200, {}).request]
    const brokenBy = (operation: Operation, body: unknown, method = 'GET') =>
      [...shapes.watch(exchangeWith(200, body, { operation, request: { ...asked, method } }), run)].filter(
        ({ finding }) => finding,
      ).length
    expect([
      brokenBy('listCustomers', { customers: [one, other] }),
      brokenBy('updateCustomer', { customer: { ...one, email: undefined, addresses: [] } }, 'PATCH'),
      brokenBy('listCustomers', { customers: [{ ...other, email: undefined }] }),
    ]).toEqual([0, 0, 1])
  })

  test('is open where it was asked for before the record was written to, and is answered after that', () => {
    const one = { ...makeCustomer({ seed: 1 }), email: 'a@example.org' }
    const bare = { ...one, email: undefined, addresses: [] }
    const seen = (started_at: number) => {
      const brokenBy = asking()
      brokenBy('updateCustomer', { customer: bare }, 1000, 'PATCH')
      brokenBy('listCustomers', { customers: [one] }, started_at)
      return brokenBy('readCustomer', { customer: bare }, 2000)
    }
    expect([seen(1005), seen(1020)]).toEqual([0, 1])
  })

  test('is open in an answer that was asked for before the value was written', () => {
    const one = makeCustomer({ seed: 1 })
    const bare = { ...one, email: undefined, addresses: [] }
    const lacking = (started_at: number) => {
      const brokenBy = asking()
      brokenBy('updateCustomer', { customer: one }, 1000, 'PATCH')
      brokenBy('readCustomer', { customer: one }, 1020)
      return brokenBy('listCustomers', { customers: [bare] }, started_at)
    }
    expect([lacking(1005), lacking(1030)]).toEqual([0, 1])
  })

  test('breaks the shape however many answers came between', () => {
    const others = Array.from(
      { length: 1500 },
      (_one, id) => ['readInvoice', { invoice: { ...invoice, id: -id } }] as const,
    )
    const known = session()
    const all = [['readInvoice', { invoice }], ...others, ['readInvoice', { invoice: silent }]] as const
    const last = all
      .map(([operation, body]) => [...shapes.watch(exchangeWith(200, body, { operation }), known)])
      .at(-1)
    expect(last?.filter(({ finding }) => finding).map(({ clause }) => clause)).toEqual([
      'shape.invoice-detail',
    ])
  })

  test('breaks the shape where this very request wrote it', () => {
    const { accent_color, ...colourless } = template
    expect(broken([['createTemplate', { template: colourless }, { template: { accent_color } }]])).toEqual([
      'shape.template',
    ])
  })

  test('is open where the request sent what cannot be set', () => {
    const { design_key: _key, ...without } = template
    expect(broken([['createTemplate', { template: without }, { template: { design_key: 'x' } }]])).toEqual([])
  })
})

test('a slug of two invoices breaks shape.slug', () => {
  expect(
    broken([
      ['readInvoice', { invoice }],
      ['readInvoice', { invoice: { ...invoice, id: invoice.id + 1 } }],
    ]),
  ).toContain('shape.slug')
})

test.each([
  ['2026-03-01T10:00:00Z', true],
  ['2026-03-01T10:00:00.123456+05:30', true],
  ['2026-03-01T10:00:00-08', true],
  ['2026-03-01t10:00:00.5z', true],
  ['2026-03-01T10:00:00', false],
  ['2026-03-01T10:00:00+0100', false],
  ['2026-02-30T10:00:00Z', false],
  ['2026-03-01T25:00:00Z', false],
  ['2026-03-01', false],
  ['01.03.2026 10:00', false],
])('%s is a date-time: %s', (text, is) => {
  expect(isDateTime(text)).toBe(is)
})
