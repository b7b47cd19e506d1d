import { getMeta } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { renderDocument } from './index.ts'
import { wholeText } from './read-back.ts'
import { sampleSource } from './sample-sources.ts'

const shown = async (...changes: Parameters<typeof sampleSource>) =>
  wholeText(await renderDocument(sampleSource(...changes)))
const PRICE = /[€$£¥]|\d[.,]\d\d\b/

describe('content', () => {
  test.each([
    ['invoice', 'Invoice'],
    ['quote', 'Quote'],
    ['pro_forma', 'Pro forma invoice'],
    ['credit_note', 'Credit note'],
    ['packing_slip', 'Packing slip'],
  ] as const)('%s is titled %s while the setting is empty', async (kind, title) => {
    expect(await shown({ kind })).toContain(`${title} INV-1001`)
  })

  test.each([
    ['invoice', 'invoice_title'],
    ['quote', 'draft_invoice_title'],
    ['pro_forma', 'draft_invoice_title'],
    ['credit_note', 'credit_note_title'],
    ['packing_slip', 'packing_slip_title'],
  ] as const)('%s takes its title from %s', async (kind, setting) => {
    expect(await shown({ kind, settings: { [setting]: 'Bespoke paper' } })).toContain('Bespoke paper')
  })

  test('an invoice shows seller, buyer, lines, taxes, sums, dates, note and message', async () => {
    const text = await shown()
    for (const part of [
      'Fern & Finch Ltd',
      '12 Harbour Street',
      'VAT GB 123 4567 89',
      'Nordlicht Keramik GmbH',
      'Schönhauser Allee 24',
      'Tax number: DE811569869',
      'anna@nordlicht.example',
      'Stoneware bowl, hand-thrown',
      'Sea green / 18 cm',
      'BWL-18-SG',
      '€45.00',
      '€135.00',
      'Subtotal €249.50',
      'VAT 19% €47.41',
      'Total €296.91',
      'Amount due €296.91',
      'Date 1 March 2026',
      'Due date 15 March 2026',
      'Order #1001',
      'Order date 27 February 2026',
      'Please leave the parcel',
      'Thank you for your order.',
      'instagram.com/fernandfinch',
      'Page 1 of 1',
    ])
      expect(text).toContain(part)
  })

  test.each([
    ['an open invoice', {}, '€296.91 due 15 March 2026'],
    ['an open pro-forma', { kind: 'pro_forma' }, '€296.91 due 15 March 2026'],
    ['a paid invoice', { invoice: { financial_status: 'paid' } }, 'Total €296.91 Paid'],
    [
      'what is paid in part',
      { invoice: { financial_status: 'partially_paid' } },
      'Total €296.91 Partially paid',
    ],
    ['what has no due date', { settings: { default_due_days: Number.NaN } }, 'Total €296.91 Date'],
    ['a quote', { kind: 'quote' }, 'Total €296.91 Date'],
    ['a credit note', { kind: 'credit_note' }, 'Total credited €296.91 Date'],
  ] as const)('the line that matters of %s', async (_, changes, line) => {
    expect(await shown(changes)).toContain(`INV-1001 ${line}`)
  })

  test('a credit note names its invoice', async () => {
    expect(await shown({ kind: 'credit_note' })).toContain('For invoice INV-1001')
  })

  test('an address is not said twice', async () => {
    const { billing_address } = sampleSource().invoice
    const same = { shipping_address: billing_address }
    expect(await shown({ invoice: same })).toContain('Ship to Same as billing address')
    expect(await shown({ kind: 'packing_slip', invoice: same })).not.toContain('Bill to')
  })

  test.each([
    ['paid', 'Paid', 'Amount due €0.00'],
    ['voided', 'Voided', 'Amount due €0.00'],
    ['refunded', 'Refunded', 'Amount due €0.00'],
    ['partially_refunded', 'Partially refunded', 'Amount due €0.00'],
    ['partially_paid', 'Partially paid', 'Total €296.91'],
  ])('a %s invoice says so', async (financial_status, stamp, due) => {
    const text = await shown({ invoice: { financial_status } })
    expect(text).toContain(stamp)
    expect(text).toContain(due)
  })

  test('how much of a partial payment came in is not known, so nothing is claimed to be due', async () => {
    expect(await shown({ invoice: { financial_status: 'partially_paid' } })).not.toContain('Amount due')
  })

  test('a packing slip shows what goes where and no price at all', async () => {
    const text = await shown({ kind: 'packing_slip', invoice: { financial_status: 'paid' } })
    for (const part of [
      'Ship to',
      'Schönhauser Allee 24',
      'Linen tea towel',
      'TWL-01',
      '12',
      'Pieces in all 18',
    ]) {
      expect(text).toContain(part)
    }
    expect(text).not.toMatch(PRICE)
    expect(text).not.toMatch(/Subtotal|Total|VAT 19|Paid|due/)
  })

  test('the date is that of the invoice; when the document was made stands in its metadata', async () => {
    const pdf = await renderDocument({ ...sampleSource(), issued_at: '2026-04-10T08:00:00Z' })
    const text = await wholeText(pdf)
    expect(text).toContain('Date 1 March 2026')
    expect(text).toContain('Due date 15 March 2026')
    expect((await getMeta(new Uint8Array(pdf))).info['CreationDate']).toBe('D:20260410080000Z')
  })

  test('the words of the locale, its money and its dates', async () => {
    const text = await shown({ settings: { locale: 'de-DE' } })
    for (const part of ['Rechnung', '1 März 2026', 'Zwischensumme 249,50 €', 'Seite 1 von 1']) {
      expect(text).toContain(part)
    }
  })

  test('a locale that is none is English', async () => {
    expect(await shown({ settings: { locale: '!!' } })).toContain('Subtotal')
  })
})

describe('template', () => {
  test('every field makes another document', async () => {
    const changes = [
      {},
      { name: 'Other' },
      { accent_color: '#aa0000' },
      { font_family: 'Noto Serif' },
      { font_size: 12 },
      { date_format: 'YYYY-MM-DD' },
      { invoice_number_prefix: 'RE-' },
      { logo_enabled: false },
      { logo_width: 90 },
      { logo_url: 'kit:ring' },
      { design_key: 'modern' },
      { design_key: 'compact' },
    ]
    const pdfs = await Promise.all(changes.map((template) => renderDocument(sampleSource({ template }))))
    expect(new Set(pdfs.map((pdf) => pdf.toString('base64'))).size).toBe(changes.length)
  })

  test.each([
    ['INV-', '1001', 'INV-1001'],
    ['INV-', 'INV-1001', 'INV-1001'],
    ['', '1001', '1001'],
  ])('prefix %j and number %j make %j', async (invoice_number_prefix, number, whole) => {
    expect(await shown({ template: { invoice_number_prefix }, invoice: { number } })).toContain(
      `Invoice ${whole} €296.91 due`,
    )
  })

  test.each(['Noto Serif', 'Inter', 'Noto Sans Mono', 'Georgia, serif', 'Comic Sans'])(
    'the font %s',
    async (font_family) => {
      expect(await shown({ template: { font_family } })).toContain(
        'Linen tea towel Natural TWL-01 12 €7.50 €90.00',
      )
    },
  )

  test('odd values never break a document', async () => {
    const template = {
      accent_color: 'teal',
      font_family: '',
      font_size: -3,
      date_format: '???',
      logo_width: 1e9,
    }
    expect(await shown({ template })).toContain('1 March 2026')
  })
})
