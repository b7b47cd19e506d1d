import {
  decimalOf,
  fromMinor,
  roundToMinor,
  sumMinor,
  sumOfLines,
  times,
} from '../../schemas/commerce/money.ts'
import type { Address, InvoiceDetail, LineItem, Settings, Template } from '../../schemas/types.ts'
import type { DocumentSource } from './source.ts'

const SELLER: Settings = {
  business_name: 'Fern & Finch Ltd',
  email: 'hello@fernandfinch.example',
  phone_number: '+44 20 7946 0018',
  address1: '12 Harbour Street',
  address2: 'Whitstable CT5 1AB',
  address3: 'United Kingdom',
  address4: '',
  tax_id: 'GB 123 4567 89',
  tax_id_title: 'VAT',
  tax_office_name: '',
  invoice_title: '',
  draft_invoice_title: '',
  credit_note_title: '',
  packing_slip_title: '',
  invoice_number_prefix: '',
  next_invoice_number: '1042',
  invoice_from_email: '',
  invoice_bcc_email: '',
  invoice_bcc: false,
  locale: 'en-GB',
  email_locale: 'en-GB',
  datetime_format: '',
  automatic_invoicing: false,
  automatic_invoicing_with_payment_link: false,
  financial_status: 'paid',
  fulfillment_status: 'fulfilled',
  default_due_days: 14,
  footer_message: 'Thank you for your order. Every piece is made by hand, and made to be used.',
  facebook_url: '',
  instagram_url: 'https://www.instagram.com/fernandfinch',
  twitter_url: '',
  use_custom_email: false,
  email_subject_template: '',
  email_body_template: '',
  email_dkim_verified: false,
  enable_payment_reminders: false,
  payment_reminder_interval: 7,
  payment_reminder_when: 'after',
  customer_locale_invoice: false,
}

const CLASSIC: Template = {
  id: 1,
  name: 'Classic',
  template_type: 'invoice',
  design_key: 'classic',
  pre_selected_orders: true,
  pre_selected_draft_orders: true,
  pre_selected_pos_orders: true,
  pre_selected_credit_notes: false,
  accent_color: '#0f766e',
  font_family: 'Noto Sans',
  font_size: 10,
  date_format: 'D MMMM YYYY',
  invoice_number_prefix: 'INV-',
  logo_url: 'kit:leaf',
  logo_width: 44,
  logo_enabled: true,
  created_at: '2026-01-05T09:00:00Z',
  updated_at: '2026-01-05T09:00:00Z',
}

const BUYER: Address = {
  first_name: 'Anna',
  last_name: 'Lindqvist',
  company: 'Nordlicht Keramik GmbH',
  address1: 'Schönhauser Allee 24',
  address2: 'Hinterhaus, 2. Etage',
  city: 'Berlin',
  province: '',
  country: 'Germany',
  zip: '10435',
  phone: '+49 30 5557 0123',
}

const line = (
  title: string,
  variant_title: string,
  quantity: number,
  price: string,
  sku: string,
): LineItem => ({
  title,
  variant_title,
  quantity,
  price,
  sku,
})

const GOODS = [
  line('Stoneware bowl, hand-thrown', 'Sea green / 18 cm', 3, '45.00', 'BWL-18-SG'),
  line('Linen tea towel', 'Natural', 12, '7.50', 'TWL-01'),
  line('Olive wood serving spoon', '', 2, '12.25', 'SPN-OLV'),
  line('Gift wrapping', '', 1, '0.00', ''),
]

const ORDER: InvoiceDetail = {
  id: 1001,
  slug: '0b6a1c0e-7b0e-4d3c-9f44-7d4c1f9c1001',
  number: '1001',
  invoice_type: 'invoice',
  total_price: '296.91',
  currency: 'EUR',
  financial_status: 'pending',
  fulfillment_status: 'unfulfilled',
  order_name: '#1001',
  order_number: 1001,
  processed_at: '2026-02-27T16:20:00+01:00',
  note: 'Please leave the parcel with the neighbours on the second floor.',
  created_at: '2026-03-01T10:00:00+01:00',
  updated_at: '2026-03-01T10:00:00+01:00',
  customer: { id: 77, email: 'anna@nordlicht.example', first_name: 'Anna', last_name: 'Lindqvist' },
  billing_address: BUYER,
  shipping_address: { ...BUYER, company: '', address2: '' },
  line_items: GOODS,
  tax_lines: [{ title: 'VAT', rate: 0.19, price: '47.41' }],
}

interface Changes {
  kind?: DocumentSource['kind']
  invoice?: Partial<InvoiceDetail>
  template?: Partial<Template>
  settings?: Partial<Settings>
}

/** The plain sample document with some of it changed. */
export const sampleSource = ({
  kind = 'invoice',
  invoice,
  template,
  settings,
}: Changes = {}): DocumentSource => ({
  kind,
  invoice: { ...ORDER, ...invoice },
  template: { ...CLASSIC, ...template },
  settings: { ...SELLER, ...settings },
  tax_number: 'DE811569869',
  issued_at: '2026-03-01T10:00:00+01:00',
})

/** Lines, the tax on top of them, and what they come to. */
export function priced(line_items: LineItem[], rate = 0.19, title = 'VAT') {
  const sum = sumOfLines(line_items)
  const tax = roundToMinor(times(sum, decimalOf(String(rate))), 2)
  const tax_lines = rate > 0 ? [{ title, rate, price: fromMinor(tax, 2) }] : []
  const total_price = fromMinor(sumMinor([roundToMinor(sum, 2), tax]), 2)
  return { line_items, tax_lines, total_price }
}

const NAMES = [
  'Stoneware bowl',
  'Linen tea towel',
  'Olive wood spoon',
  'Brass candle holder',
  'Walnut tray',
  'Wool throw',
]
const COLORS = ['Sea green', 'Chalk', 'Rust', 'Ink blue', 'Natural']

/** That many different lines to sell. */
export const manyLines = (count: number): LineItem[] =>
  Array.from({ length: count }, (_, n) =>
    line(
      `${NAMES[n % NAMES.length]} no. ${n + 1}`,
      n % 3 === 0 ? `${COLORS[n % COLORS.length]} / ${10 + (n % 20)} cm` : '',
      1 + (n % 12),
      `${3 + ((n * 37) % 160)}.${String((n * 25) % 100).padStart(2, '0')}`,
      `SKU-${String(10_000 + n * 7)}`,
    ),
  )
