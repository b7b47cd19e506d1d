import { describe, expect, test } from 'vitest'
import { makeInvoice } from '../../../../fixtures/invoices.ts'
import { invoiceSummary } from '../../../../schemas/commerce/invoices.ts'
import { makeTemplate } from '../../../../fixtures/templates.ts'
import type { Session } from '../../../server/session.ts'
import { exchangeWith } from '../../../proof/testing/exchange.ts'
import { shapes } from './shapes.ts'
import { isDateTime } from './values.ts'

// Of the session nothing else is asked.
const session = () => ({ memory: new Map() }) as unknown as Session
const invoice = makeInvoice({ seed: 1 })

/** The clauses that the watcher finds broken in these answers, in their order. */
function broken(
  answers: [operation: 'readInvoice' | 'listInvoices' | 'createTemplate', body: unknown, input?: unknown][],
): string[] {
  const run = session()
  return answers.flatMap(([operation, body, input]) =>
    [...shapes.watch(exchangeWith(200, body, { operation, input }), run)]
      .filter(({ finding }) => finding)
      .map(({ clause }) => clause),
  )
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
  [{ tax_lines: [{ title: 'VAT', rate: 20, price: '2.00' }] }, 'shape.tax-rate'],
  [{ tax_lines: [{ title: 'VAT', rate: '0.2', price: '2.00' }] }, 'shape.tax-rate'],
  [{ order_number: '5' }, 'shape.invoice-detail'],
  [{ customer: 'Zoë' }, 'shape.invoice-detail'],
  [{ line_items: {} }, 'shape.invoice-detail'],
  [{ id: null }, 'shape.invoice-detail'],
])('%j breaks %s', (change, clause) => {
  expect(broken([['readInvoice', { invoice: { ...invoice, ...change } }]])).toContain(clause)
})

describe('a field without a value', () => {
  const { note: _, ...silent } = invoice

  test('is open where nobody has seen its value', () => {
    expect(
      broken([
        ['readInvoice', { invoice: silent }],
        ['readInvoice', { invoice: { ...invoice, customer: null } }],
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

  test('breaks the shape where this very request wrote it', () => {
    const template = makeTemplate({ seed: 1 })
    const { accent_color, ...colourless } = template
    expect(broken([['createTemplate', { template: colourless }, { template: { accent_color } }]])).toEqual([
      'shape.template',
    ])
  })

  test('is open where the request sent what cannot be set', () => {
    const { design_key: _key, ...template } = makeTemplate({ seed: 1 })
    expect(broken([['createTemplate', { template }, { template: { design_key: 'x' } }]])).toEqual([])
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
  ['2026-03-01T10:00:00', false],
  ['2026-03-01T10:00:00+0100', false],
  ['2026-02-30T10:00:00Z', false],
  ['2026-03-01T25:00:00Z', false],
  ['2026-03-01', false],
  ['01.03.2026 10:00', false],
])('%s is a date-time: %s', (text, is) => {
  expect(isDateTime(text)).toBe(is)
})
