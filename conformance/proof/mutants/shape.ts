import type { InvoiceDetail } from '../../../schemas/types.ts'
import {
  all,
  answering,
  changing,
  changingEach,
  DETAILS,
  fresh,
  LISTS,
  parameter,
  type Change,
  fault,
  type FaultsOf,
} from './mutant.ts'

/** Faults in the form of what is answered: fields, types, formats, envelopes. */
export const SHAPE_FAULTS: FaultsOf<'shape'> = {
  'shape.invoice-summary': {
    'search-without-email': fault(
      'Items of search have no customer_email.',
      changingEach('searchInvoices', 'invoices', ({ customer_email: _email, ...summary }) => summary),
    ),
    'summary-id-text': fault(
      'On pages after the first the ids in the list are texts.',
      changingEach('listInvoices', 'invoices', (summary, { query }) =>
        Number(query['page'] ?? 1) > 1 ? { ...summary, id: String(summary.id) } : summary,
      ),
    ),
    'summary-null-name': fault(
      'In the list the customer_name of quotes is null.',
      changingEach('listInvoices', 'invoices', (summary) =>
        summary.invoice_type === 'quote' ? { ...summary, customer_name: null } : summary,
      ),
    ),
    'summary-null-status': fault(
      'In the list the financial_status of voided invoices is null.',
      changingEach(LISTS, 'invoices', (summary) =>
        summary.financial_status === 'voided' ? { ...summary, financial_status: null } : summary,
      ),
    ),
    'summary-number-integer': fault(
      'A search for digits answers numbers as integers.',
      changingEach('searchInvoices', 'invoices', (summary, request) =>
        /^\d+$/.test(parameter(request, 'q') ?? '')
          ? { ...summary, number: Number(summary.number.replace(/\D/g, '')) }
          : summary,
      ),
    ),
  },
  'shape.invoice-detail': {
    'quantity-text': fault(
      'After a regeneration the quantities of its answer are texts.',
      inDetail('regenerateInvoice', ({ line_items, ...invoice }) => ({
        ...invoice,
        line_items: line_items.map((item) => ({ ...item, quantity: String(item.quantity) })),
      })),
    ),
    'order-number-text': fault(
      'order_number is a text.',
      inDetail(DETAILS, (invoice) => ({ ...invoice, order_number: String(invoice.order_number) })),
    ),
    'customer-id-text': fault(
      'A creation answers the id of the customer as text.',
      inDetail('createInvoice', (invoice) => ({
        ...invoice,
        customer: { ...invoice.customer, id: String(invoice.customer.id) },
      })),
    ),
    'one-line-item': fault(
      'A single line item is answered without an array around it.',
      inDetail(DETAILS, (invoice) =>
        invoice.line_items.length === 1 ? { ...invoice, line_items: invoice.line_items[0] } : invoice,
      ),
    ),
    'no-shipping-address': fault(
      'Of two equal addresses the second is null.',
      inDetail('readInvoice', (invoice) =>
        JSON.stringify(invoice.shipping_address) === JSON.stringify(invoice.billing_address)
          ? { ...invoice, shipping_address: null }
          : invoice,
      ),
    ),
    'address-text': fault(
      'The billing address is one text.',
      inDetail(DETAILS, (invoice) => ({
        ...invoice,
        billing_address: Object.values(invoice.billing_address).join(', '),
      })),
    ),
    'null-note-read': fault(
      'A read answers a null note where the creation answered a text.',
      inDetail('readInvoice', (invoice) => ({ ...invoice, note: null })),
    ),
  },
  'shape.timestamps': {
    'timestamp-space': fault(
      'In the list a space stands between date and time.',
      changingEach('listInvoices', 'invoices', (summary) => ({
        ...summary,
        created_at: summary.created_at.replace('T', ' '),
      })),
    ),
    'timestamp-unix': fault(
      'processed_at is Unix time.',
      inDetail(DETAILS, (invoice) => ({
        ...invoice,
        processed_at: Math.floor(Date.parse(invoice.processed_at) / 1000),
      })),
    ),
    'timestamp-date-only': fault(
      'Writing a customer answers a created_at without a time.',
      changing(['createCustomer', 'updateCustomer'], 'customer', (customer) => ({
        ...customer,
        created_at: customer.created_at.slice(0, 10),
      })),
    ),
    'timestamp-rfc-2822': fault(
      'An updated template answers its updated_at as HTTP writes dates.',
      changing('updateTemplate', 'template', (template) => ({
        ...template,
        updated_at: new Date(template.updated_at).toUTCString(),
      })),
    ),
    'timestamp-unpadded': fault(
      'Hours before ten are written with one digit.',
      inDetail(DETAILS, (invoice) => ({
        ...invoice,
        created_at: invoice.created_at.replace(/T0(\d):/, 'T$1:'),
      })),
    ),
    'timestamp-american': fault(
      'The updated_at of search is month/day/year.',
      changingEach('searchInvoices', 'invoices', (summary) => ({
        ...summary,
        updated_at: new Date(summary.updated_at).toLocaleString('en-US'),
      })),
    ),
  },
  'shape.money': {
    'money-number': fault(
      'The total_price of search is a number.',
      changingEach('searchInvoices', 'invoices', (summary) => ({
        ...summary,
        total_price: Number(summary.total_price),
      })),
    ),
    'money-whole-number': fault(
      'Whole amounts (yen) are numbers.',
      all(
        inDetail(DETAILS, (invoice) => ({ ...invoice, total_price: wholeNumber(invoice.total_price) })),
        changingEach(LISTS, 'invoices', (summary) => ({
          ...summary,
          total_price: wholeNumber(summary.total_price),
        })),
      ),
    ),
    'money-thousands': fault(
      'From a thousand on amounts have separators: 1,234.50.',
      inDetail(DETAILS, (invoice) => ({
        ...invoice,
        total_price: invoice.total_price.replace(/\B(?=(\d{3})+(?=\.|$))/g, ','),
      })),
    ),
    'money-decimal-comma': fault(
      'Prices of tax lines have a decimal comma.',
      inDetail(DETAILS, (invoice) => ({
        ...invoice,
        tax_lines: invoice.tax_lines.map((tax) => ({ ...tax, price: tax.price.replace('.', ',') })),
      })),
    ),
    'money-with-currency': fault(
      'Prices of line items end with the currency.',
      inDetail('readInvoice', (invoice) => ({
        ...invoice,
        line_items: invoice.line_items.map((item) => ({
          ...item,
          price: `${item.price} ${invoice.currency}`,
        })),
      })),
    ),
    'money-number-created': fault(
      'A creation answers the prices of line items as numbers.',
      inDetail('createInvoice', (invoice) => ({
        ...invoice,
        line_items: invoice.line_items.map((item) => ({ ...item, price: Number(item.price) })),
      })),
    ),
  },
  'shape.currency': {
    'currency-lower-case': fault(
      'In the list currencies are in lower case.',
      changingEach('listInvoices', 'invoices', (summary) => ({
        ...summary,
        currency: summary.currency.toLowerCase(),
      })),
    ),
    'currency-yen': fault(
      'JPY is written YEN.',
      all(
        inDetail(DETAILS, (invoice) => ({ ...invoice, currency: invoice.currency.replace('JPY', 'YEN') })),
        changingEach(LISTS, 'invoices', (summary) => ({
          ...summary,
          currency: summary.currency.replace('JPY', 'YEN'),
        })),
      ),
    ),
    'currency-symbol': fault(
      'A creation answers € for EUR and £ for GBP.',
      inDetail('createInvoice', (invoice) => ({
        ...invoice,
        currency: { EUR: '€', GBP: '£' }[invoice.currency] ?? invoice.currency,
      })),
    ),
  },
  'shape.slug': {
    'slug-created-plain': fault(
      'A creation answers the slug without hyphens.',
      inDetail('createInvoice', (invoice) => ({ ...invoice, slug: invoice.slug.replaceAll('-', '') })),
    ),
    'slug-is-number': fault(
      'In search the slug is the number in lower case.',
      changingEach('searchInvoices', 'invoices', (summary) => ({
        ...summary,
        slug: summary.number.toLowerCase(),
      })),
    ),
    'slug-shared': fault(
      'Quotes made at the same time show the slug of the one before in the list.',
      changing('listInvoices', 'invoices', (invoices) =>
        invoices.map((summary, index) => {
          const before = invoices[index - 1]
          return before?.created_at === summary.created_at ? { ...summary, slug: before.slug } : summary
        }),
      ),
    ),
  },
  'shape.tax-rate': {
    'tax-percent': fault(
      'Tax rates are percentages.',
      inDetail(
        DETAILS,
        withRates((rate) => rate * 100),
      ),
    ),
    'tax-percent-regenerated': fault(
      'A regeneration answers tax rates as percentages.',
      inDetail(
        'regenerateInvoice',
        withRates((rate) => rate * 100),
      ),
    ),
    'tax-text': fault('Tax rates are texts.', inDetail('readInvoice', withRates(String))),
    'tax-percent-sign': fault(
      'A creation answers tax rates as 20%.',
      inDetail(
        'createInvoice',
        withRates((rate) => `${rate * 100}%`),
      ),
    ),
  },
  'shape.invoice-type': {
    'type-draft': fault(
      'Quotes are called draft.',
      inDetail(DETAILS, (invoice) => ({
        ...invoice,
        invoice_type: invoice.invoice_type === 'quote' ? 'draft' : invoice.invoice_type,
      })),
    ),
    'type-spelling': fault(
      'Search writes proforma for pro_forma.',
      changingEach('searchInvoices', 'invoices', (summary) => ({
        ...summary,
        invoice_type: summary.invoice_type.replace('pro_forma', 'proforma'),
      })),
    ),
    'type-capital': fault(
      'A creation answers Invoice with a capital.',
      inDetail('createInvoice', (invoice) => ({
        ...invoice,
        invoice_type: invoice.invoice_type.replace(/^i/, 'I'),
      })),
    ),
  },
  'shape.template': {
    'template-flags': fault(
      'logo_enabled is 0 or 1.',
      changing('readTemplate', 'template', (template) => ({
        ...template,
        logo_enabled: Number(template.logo_enabled),
      })),
    ),
    'template-size-text': fault(
      'After an update the answer has font_size as text.',
      changing('updateTemplate', 'template', (template) => ({
        ...template,
        font_size: String(template.font_size),
      })),
    ),
    'template-type-hyphen': fault(
      'The list calls the type packing-slip.',
      changingEach('listTemplates', 'templates', (template) => ({
        ...template,
        template_type: template.template_type.replace('packing_slip', 'packing-slip'),
      })),
    ),
    'template-field-missing': fault(
      'A creation answers no pre_selected_pos_orders.',
      changing('createTemplate', 'template', ({ pre_selected_pos_orders: _flag, ...template }) => template),
    ),
  },
  'shape.customer': {
    'customer-platform-id-text': fault(
      'platform_customer_id is a text.',
      changingEach('listCustomers', 'customers', (customer) => ({
        ...customer,
        platform_customer_id: String(customer.platform_customer_id),
      })),
    ),
    'customer-tags-array': fault(
      'Several tags of a customer are an array.',
      changingEach('listCustomers', 'customers', (customer) => ({
        ...customer,
        tags: customer.tags.includes(',') ? customer.tags.split(/, */) : customer.tags,
      })),
    ),
    'customer-null-phone': fault(
      'An update answers a null phone although the customer has one.',
      changing('updateCustomer', 'customer', (customer) => ({ ...customer, phone: null })),
    ),
    'customer-tax-number-integer': fault(
      'A tax_number of digits alone is a number in the list.',
      changingEach('listCustomers', 'customers', (customer) => ({
        ...customer,
        tax_number: /^\d+$/.test(customer.tax_number) ? Number(customer.tax_number) : customer.tax_number,
      })),
    ),
  },
  'shape.customer-detail': {
    'customer-no-addresses': fault(
      'A single customer has no addresses.',
      changing('readCustomer', 'customer', ({ addresses: _addresses, ...customer }) => customer),
    ),
    'customer-address-id': fault(
      "A customer's addresses have texts as ids.",
      changing('readCustomer', 'customer', (customer) => ({
        ...customer,
        addresses: customer.addresses.map((address) => ({ ...address, id: `address-${address.id}` })),
      })),
    ),
    'customer-one-address': fault(
      "A customer's only address stands there without an array.",
      changing('readCustomer', 'customer', (customer) => ({
        ...customer,
        addresses: customer.addresses.length === 1 ? customer.addresses[0] : customer.addresses,
      })),
    ),
  },
  'shape.settings': {
    'settings-days-text': fault(
      'default_due_days is a text.',
      changing('readSettings', 'settings', (settings) => ({
        ...settings,
        default_due_days: String(settings.default_due_days),
      })),
    ),
    'settings-updated-flags': fault(
      'An update answers flags as 0 and 1.',
      changing('updateSettings', 'settings', (settings) =>
        Object.fromEntries(
          Object.entries(settings).map(([name, value]) => [
            name,
            typeof value === 'boolean' ? Number(value) : value,
          ]),
        ),
      ),
    ),
    'settings-dkim-text': fault(
      'email_dkim_verified is yes or no.',
      changing(['readSettings', 'updateSettings'], 'settings', (settings) => ({
        ...settings,
        email_dkim_verified: settings.email_dkim_verified ? 'yes' : 'no',
      })),
    ),
    'settings-reminder-capital': fault(
      'payment_reminder_when has a capital: Before, After.',
      changing('readSettings', 'settings', (settings) => ({
        ...settings,
        payment_reminder_when: settings.payment_reminder_when.replace(/^./, (letter) => letter.toUpperCase()),
      })),
    ),
  },
  'shape.bulk-action': {
    'bulk-action-id': fault(
      'The id of a bulk action is a text.',
      changing('bulkPdf', 'bulk_action', (action) => ({ ...action, id: String(action.id) })),
    ),
    'bulk-action-status-code': fault(
      'The status of the second bulk action is a number.',
      fresh(() => {
        let actions = 0
        return changing('bulkPdf', 'bulk_action', (action) =>
          ++actions < 2 ? action : { ...action, status: 0 },
        )
      }),
    ),
  },
  'shape.meta': {
    'meta-text': fault(
      'meta repeats a given per_page as text.',
      changing('listInvoices', 'meta', (meta, { query }) => ({
        ...meta,
        per_page: query['per_page'] ?? meta.per_page,
      })),
    ),
    'meta-fraction': fault(
      'total_pages is not rounded.',
      changing('listCustomers', 'meta', (meta) => ({
        ...meta,
        total_pages: meta.total / meta.per_page,
      })),
    ),
    'meta-missing-pages': fault(
      'The meta of a search without results has no total_pages.',
      changing('searchInvoices', 'meta', ({ total_pages, ...meta }) =>
        meta.total === 0 ? meta : { ...meta, total_pages },
      ),
    ),
  },
  'shape.envelope': {
    'bare-invoice': fault(
      'A read answers the invoice itself, without the key invoice.',
      answering('readInvoice', ({ invoice }) => invoice),
    ),
    'bare-templates': fault(
      'The list of templates is a bare array.',
      answering('listTemplates', ({ templates }) => templates),
    ),
    'customers-data': fault(
      'A page of customers stands under data.',
      answering('listCustomers', ({ customers, ...body }) => ({ ...body, data: customers })),
    ),
    'bare-updated-settings': fault(
      'An update of the settings answers them without the key settings.',
      answering('updateSettings', ({ settings }) => settings),
    ),
    'regenerated-result': fault(
      'A regeneration answers its invoice under result.',
      answering('regenerateInvoice', ({ invoice }) => ({ result: invoice })),
    ),
  },
}

function inDetail(
  operations: (typeof DETAILS)[number] | typeof DETAILS,
  change: (invoice: InvoiceDetail) => object,
): Change {
  return changing(operations, 'invoice', change)
}

function withRates(change: (rate: number) => number | string): (invoice: InvoiceDetail) => object {
  return (invoice) => ({
    ...invoice,
    tax_lines: invoice.tax_lines.map((tax) => ({ ...tax, rate: change(tax.rate) })),
  })
}

/** A number where an amount has no fraction. */
function wholeNumber(amount: string): string | number {
  return amount.includes('.') ? amount : Number(amount)
}
