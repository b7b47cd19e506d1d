import type { Address, LineItem } from '../../schemas/types.ts'
import { manyLines, priced, sampleSource } from './sample-sources.ts'
import type { DocumentSource } from './source.ts'

/** A document to look at, by the name of its file. */
interface Sample {
  name: string
  source: DocumentSource
}

const NOBODY: Address = {
  first_name: '',
  last_name: '',
  company: '',
  address1: '',
  address2: '',
  city: '',
  province: '',
  country: '',
  zip: '',
  phone: '',
}

const item = (title: string, variant_title: string, quantity: number, price: string, sku = ''): LineItem => ({
  title,
  variant_title,
  quantity,
  price,
  sku,
})

const AMERICAN = {
  ...NOBODY,
  first_name: 'Marcus',
  last_name: 'Whitfield',
  company: 'Whitfield & Sons',
  address1: '2208 Magnolia Ave',
  city: 'Portland',
  province: 'Oregon',
  zip: '97214',
  country: 'United States',
}

const CAIRO = {
  ...NOBODY,
  first_name: 'ليلى',
  last_name: 'منصور',
  company: 'مكتبة النيل',
  address1: '١٤ شارع طلعت حرب',
  city: 'القاهرة',
  country: 'مصر',
  phone: '+20 2 2575 0000',
}

const HAIFA = {
  ...NOBODY,
  first_name: 'נועה',
  last_name: 'ברק',
  address1: 'שדרות הנשיא 101, דירה 7 (קומה 3)',
  city: 'חיפה',
  zip: '3463401',
  country: 'ישראל',
}

const OSAKA = {
  ...NOBODY,
  first_name: '健太',
  last_name: '田中',
  company: '株式会社みどり商店',
  address1: '北区梅田3丁目1-3',
  city: '大阪市',
  zip: '530-0001',
  country: '日本',
}

const WRAPPING_TITLE =
  'Handmade walnut and maple end-grain chopping board with juice groove, rubber feet and engraved initials, oiled three times, ' +
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftsausführung, order code ' +
  'WAL-MAP-EG-4530-JG-RF-ENGR-OIL3-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX, made to order in three weeks'

/** Documents that show what the renderer can do, and what it does when it cannot. */
export const SAMPLES: readonly Sample[] = [
  { name: 'invoice', source: sampleSource() },
  {
    name: 'invoice-modern',
    source: sampleSource({
      invoice: {
        financial_status: 'paid',
        billing_address: AMERICAN,
        shipping_address: AMERICAN,
        currency: 'USD',
      },
      settings: { locale: 'en-US', business_name: 'Northlight Goods Co.', tax_id: '', instagram_url: '' },
      template: {
        name: 'Modern',
        design_key: 'modern',
        accent_color: '#6d28d9',
        font_family: 'Inter',
        date_format: 'MMM D, YYYY',
        logo_url: 'kit:ring',
        logo_width: 40,
      },
    }),
  },
  {
    name: 'invoice-bookish',
    source: sampleSource({
      invoice: { financial_status: 'refunded' },
      settings: {
        locale: 'de-DE',
        invoice_title: 'Rechnung',
        footer_message: 'Vielen Dank für Ihren Einkauf.',
      },
      template: {
        name: 'Bookish',
        accent_color: '#9f1239',
        font_family: 'Georgia, serif',
        font_size: 11,
        date_format: 'DD.MM.YYYY',
        logo_url: 'kit:peaks',
        logo_width: 72,
      },
    }),
  },
  {
    name: 'quote',
    source: sampleSource({
      kind: 'quote',
      invoice: { number: 'Q-2026-014', invoice_type: 'quote' },
      settings: { locale: 'fr-FR' },
      template: {
        invoice_number_prefix: '',
        font_family: 'monospace',
        accent_color: '#b45309',
        font_size: 9,
      },
    }),
  },
  {
    name: 'pro-forma',
    source: sampleSource({
      kind: 'pro_forma',
      invoice: { number: 'PF-7', invoice_type: 'pro_forma' },
      template: { invoice_number_prefix: '' },
    }),
  },
  {
    name: 'credit-note',
    source: sampleSource({ kind: 'credit_note', invoice: { financial_status: 'refunded' } }),
  },
  {
    name: 'packing-slip',
    source: sampleSource({ kind: 'packing_slip', template: { design_key: 'compact' } }),
  },
  { name: 'voided', source: sampleSource({ invoice: { financial_status: 'voided' } }) },
  {
    name: 'two-hundred-lines',
    source: sampleSource({
      invoice: priced(manyLines(200), 0.2),
    }),
  },
  {
    name: 'arabic',
    source: sampleSource({
      invoice: {
        number: 'INV-2041',
        currency: 'EGP',
        total_price: '1824.00',
        tax_lines: [{ title: 'ضريبة القيمة المضافة', rate: 0.14, price: '224.00' }],
        billing_address: CAIRO,
        shipping_address: CAIRO,
        note: 'يُرجى التسليم بين الساعة 10:00 و 14:30 (الطابق 3)، والاتصال قبل الوصول بنصف ساعة على الرقم \u2066+20 100 555 0199\u2069. شكرًا لكم على Fern & Finch ومنتجاتها اليدوية المصنوعة بعناية في ورشتنا الصغيرة.',
        line_items: [
          item('دفتر ملاحظات مُجلّد يدويًا – A5', 'أخضر / 120 صفحة', 4, '250.00', 'NB-A5-GR'),
          item('قلم حبر Lamy Safari', '', 2, '300.00', 'LMY-SF'),
        ],
      },
      settings: {
        locale: 'ar-EG',
        business_name: 'ورشة النخيل',
        address1: '٢٢ شارع المعز',
        address2: 'القاهرة',
        address3: 'مصر',
        phone_number: '+20 2 2575 0147',
        tax_id_title: 'الرقم الضريبي',
        tax_id: '300-123-456',
        footer_message: 'شكرًا لتسوّقكم معنا',
      },
      template: { invoice_number_prefix: '' },
    }),
  },
  {
    name: 'hebrew',
    source: sampleSource({
      invoice: {
        number: 'A-553',
        currency: 'ILS',
        total_price: '468.00',
        tax_lines: [{ title: 'מע״מ', rate: 0.17, price: '68.00' }],
        billing_address: HAIFA,
        shipping_address: HAIFA,
        note: 'נא להשאיר אצל השכן (דירה 8). מספר הזמנה: PO-7781/B.',
        line_items: [
          item('קערת קרמיקה "Sea Green" 18 ס״מ', 'ירוק', 2, '150.00', 'BWL-18'),
          item('מגבת פשתן', '', 4, '25.00'),
        ],
      },
      settings: { locale: 'he-IL', business_name: 'סטודיו אלון', footer_message: 'תודה רבה!' },
      template: { invoice_number_prefix: '' },
    }),
  },
  {
    name: 'mixed-scripts',
    source: sampleSource({
      invoice: {
        customer: { id: 5, email: 'm@example.org', first_name: 'Μαρία', last_name: 'Παπαδοπούλου' },
        billing_address: {
          ...NOBODY,
          first_name: 'Μαρία',
          last_name: 'Παπαδοπούλου',
          city: 'Αθήνα',
          country: 'Ελλάδα',
        },
        shipping_address: {
          ...NOBODY,
          first_name: 'Олена',
          last_name: 'Ковальчук',
          city: 'Київ',
          country: 'Україна',
        },
        note: 'The label must read שלום עולם (exactly), then مرحبا بالعالم 2026, then Καλημέρα κόσμε and Привіт, світе.',
        ...priced([
          item('Poster “مرحبا بالعالم”', 'A2, matte', 1, '18.00'),
          item('Mug שלום 330 ml', '', 2, '12.50'),
          item('Тарілка керамічна, ручна робота', 'Синя', 3, '21.00'),
          item('Κούπα καφέ', '', 1, '9.90'),
          item('Phở bowl – Đặc biệt, ĄĆĘŁŃÓŚŹŻ, İıŞşĞğ', '', 1, '14.00'),
          item('Tote bag 🌿 limited', '', 1, '16.00'),
        ]),
      },
    }),
  },
  {
    name: 'japanese',
    source: sampleSource({
      invoice: {
        currency: 'JPY',
        total_price: '7700',
        tax_lines: [{ title: '消費税', rate: 0.1, price: '700' }],
        billing_address: OSAKA,
        shipping_address: OSAKA,
        note: '平日の午前中にお届けください。',
        line_items: [
          item('手作りの陶器のお皿', '青', 2, '2500', 'SARA-2'),
          item('リネンのふきん', '', 4, '500'),
        ],
      },
      settings: { locale: 'ja-JP' },
      template: { date_format: '' },
    }),
  },
  {
    name: 'tiny-and-huge',
    source: sampleSource({
      invoice: {
        total_price: '98765432109876543210987654321098765432109876543210987654321.99',
        line_items: [
          item('Grain of sand', '', 100000, '0.0005', 'SND'),
          item(
            'Moon',
            'with craters',
            1,
            '98765432109876543210987654321098765432109876543210987654321.99',
            'MOON',
          ),
          item('Discount', '', 1, '-50.00'),
        ],
        tax_lines: [],
      },
    }),
  },
  {
    name: 'long-words',
    source: sampleSource({
      invoice: {
        number: '2026-0000000000000000000000000000000000000000000000000000000000000000000000042',
        ...priced([
          item(WRAPPING_TITLE, WRAPPING_TITLE, 12, '1234567.89', 'WAL-MAP-EG-4530-JG-RF-ENGR-OIL3-XXXXXXXX'),
        ]),
        note: WRAPPING_TITLE,
      },
      settings: { invoice_title: WRAPPING_TITLE },
      template: { logo_url: 'https://cdn.fernandfinch.example/logo.svg', logo_width: 150, font_size: 12 },
    }),
  },
  {
    name: 'missing-data',
    source: sampleSource({
      invoice: {
        number: '',
        order_name: '',
        note: '',
        billing_address: NOBODY,
        shipping_address: NOBODY,
        customer: { id: 1, email: '', first_name: '', last_name: '' },
        line_items: [],
        tax_lines: [],
        total_price: '',
      },
      settings: { business_name: '', footer_message: '', instagram_url: '' },
      template: {
        accent_color: 'teal',
        font_family: 'Comic Sans',
        font_size: 0,
        date_format: '',
        logo_enabled: false,
      },
    }),
  },
]

/** Samples whose pictures are in `pictures/`, for pages to show. */
export const PICTURES = ['invoice', 'invoice-modern', 'packing-slip', 'arabic'] as const
