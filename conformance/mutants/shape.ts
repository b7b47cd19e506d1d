import type { InvoiceDetail } from '../../schemas/types.ts'
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
  type Mutant,
} from './mutant.ts'

/** Faults in the form of what is answered: fields, types, formats, envelopes. */
export const SHAPE_MUTANTS: readonly Mutant[] = [
  {
    id: 'shape.search-without-email',
    clause: 'shape.invoice-summary',
    says: 'Items of search have no customer_email.',
    mutate: changingEach('searchInvoices', 'invoices', ({ customer_email: _email, ...summary }) => summary),
  },
  {
    id: 'shape.summary-id-text',
    clause: 'shape.invoice-summary',
    says: 'On pages after the first the ids in the list are texts.',
    deep: true,
    mutate: changingEach('listInvoices', 'invoices', (summary, { query }) =>
      Number(query['page'] ?? 1) > 1 ? { ...summary, id: String(summary.id) } : summary,
    ),
  },
  {
    id: 'shape.summary-null-name',
    clause: 'shape.invoice-summary',
    says: 'In the list the customer_name of quotes is null.',
    deep: true,
    mutate: changingEach('listInvoices', 'invoices', (summary) =>
      summary.invoice_type === 'quote' ? { ...summary, customer_name: null } : summary,
    ),
  },
  {
    id: 'shape.summary-null-status',
    clause: 'shape.invoice-summary',
    says: 'In the list the financial_status of voided invoices is null.',
    deep: true,
    mutate: changingEach(LISTS, 'invoices', (summary) =>
      summary.financial_status === 'voided' ? { ...summary, financial_status: null } : summary,
    ),
  },
  {
    id: 'shape.summary-number-integer',
    clause: 'shape.invoice-summary',
    says: 'A search for digits answers numbers as integers.',
    deep: true,
    mutate: changingEach('searchInvoices', 'invoices', (summary, request) =>
      /^\d+$/.test(parameter(request, 'q') ?? '')
        ? { ...summary, number: Number(summary.number.replace(/\D/g, '')) }
        : summary,
    ),
  },
  {
    id: 'shape.quantity-text',
    clause: 'shape.invoice-detail',
    says: 'After a regeneration the quantities of its answer are texts.',
    deep: true,
    mutate: inDetail('regenerateInvoice', ({ line_items, ...invoice }) => ({
      ...invoice,
      line_items: line_items.map((item) => ({ ...item, quantity: String(item.quantity) })),
    })),
  },
  {
    id: 'shape.order-number-text',
    clause: 'shape.invoice-detail',
    says: 'order_number is a text.',
    mutate: inDetail(DETAILS, (invoice) => ({ ...invoice, order_number: String(invoice.order_number) })),
  },
  {
    id: 'shape.customer-id-text',
    clause: 'shape.invoice-detail',
    says: 'A creation answers the id of the customer as text.',
    deep: true,
    mutate: inDetail('createInvoice', (invoice) => ({
      ...invoice,
      customer: { ...invoice.customer, id: String(invoice.customer.id) },
    })),
  },
  {
    id: 'shape.one-line-item',
    clause: 'shape.invoice-detail',
    says: 'A single line item is answered without an array around it.',
    deep: true,
    mutate: inDetail(DETAILS, (invoice) =>
      invoice.line_items.length === 1 ? { ...invoice, line_items: invoice.line_items[0] } : invoice,
    ),
  },
  {
    id: 'shape.no-shipping-address',
    clause: 'shape.invoice-detail',
    says: 'Of two equal addresses the second is null.',
    deep: true,
    mutate: inDetail('readInvoice', (invoice) =>
      JSON.stringify(invoice.shipping_address) === JSON.stringify(invoice.billing_address)
        ? { ...invoice, shipping_address: null }
        : invoice,
    ),
  },
  {
    id: 'shape.address-text',
    clause: 'shape.invoice-detail',
    says: 'The billing address is one text.',
    mutate: inDetail(DETAILS, (invoice) => ({
      ...invoice,
      billing_address: Object.values(invoice.billing_address).join(', '),
    })),
  },
  {
    id: 'shape.null-note-read',
    clause: 'shape.invoice-detail',
    says: 'A read answers a null note where the creation answered a text.',
    deep: true,
    mutate: inDetail('readInvoice', (invoice) => ({ ...invoice, note: null })),
  },
  {
    id: 'shape.timestamp-space',
    clause: 'shape.timestamps',
    says: 'In the list a space stands between date and time.',
    mutate: changingEach('listInvoices', 'invoices', (summary) => ({
      ...summary,
      created_at: summary.created_at.replace('T', ' '),
    })),
  },
  {
    id: 'shape.timestamp-unix',
    clause: 'shape.timestamps',
    says: 'processed_at is Unix time.',
    mutate: inDetail(DETAILS, (invoice) => ({
      ...invoice,
      processed_at: Math.floor(Date.parse(invoice.processed_at) / 1000),
    })),
  },
  {
    id: 'shape.timestamp-date-only',
    clause: 'shape.timestamps',
    says: 'Writing a customer answers a created_at without a time.',
    deep: true,
    mutate: changing(['createCustomer', 'updateCustomer'], 'customer', (customer) => ({
      ...customer,
      created_at: customer.created_at.slice(0, 10),
    })),
  },
  {
    id: 'shape.timestamp-rfc-2822',
    clause: 'shape.timestamps',
    says: 'An updated template answers its updated_at as HTTP writes dates.',
    deep: true,
    mutate: changing('updateTemplate', 'template', (template) => ({
      ...template,
      updated_at: new Date(template.updated_at).toUTCString(),
    })),
  },
  {
    id: 'shape.timestamp-unpadded',
    clause: 'shape.timestamps',
    says: 'Hours before ten are written with one digit.',
    deep: true,
    mutate: inDetail(DETAILS, (invoice) => ({
      ...invoice,
      created_at: invoice.created_at.replace(/T0(\d):/, 'T$1:'),
    })),
  },
  {
    id: 'shape.timestamp-american',
    clause: 'shape.timestamps',
    says: 'The updated_at of search is month/day/year.',
    mutate: changingEach('searchInvoices', 'invoices', (summary) => ({
      ...summary,
      updated_at: new Date(summary.updated_at).toLocaleString('en-US'),
    })),
  },
  {
    id: 'shape.money-number',
    clause: 'shape.money',
    says: 'The total_price of search is a number.',
    mutate: changingEach('searchInvoices', 'invoices', (summary) => ({
      ...summary,
      total_price: Number(summary.total_price),
    })),
  },
  {
    id: 'shape.money-whole-number',
    clause: 'shape.money',
    says: 'Whole amounts (yen) are numbers.',
    deep: true,
    mutate: all(
      inDetail(DETAILS, (invoice) => ({ ...invoice, total_price: wholeNumber(invoice.total_price) })),
      changingEach(LISTS, 'invoices', (summary) => ({
        ...summary,
        total_price: wholeNumber(summary.total_price),
      })),
    ),
  },
  {
    id: 'shape.money-thousands',
    clause: 'shape.money',
    says: 'From a thousand on amounts have separators: 1,234.50.',
    deep: true,
    mutate: inDetail(DETAILS, (invoice) => ({
      ...invoice,
      total_price: invoice.total_price.replace(/\B(?=(\d{3})+(?=\.|$))/g, ','),
    })),
  },
  {
    id: 'shape.money-decimal-comma',
    clause: 'shape.money',
    says: 'Prices of tax lines have a decimal comma.',
    mutate: inDetail(DETAILS, (invoice) => ({
      ...invoice,
      tax_lines: invoice.tax_lines.map((tax) => ({ ...tax, price: tax.price.replace('.', ',') })),
    })),
  },
  {
    id: 'shape.money-with-currency',
    clause: 'shape.money',
    says: 'Prices of line items end with the currency.',
    mutate: inDetail('readInvoice', (invoice) => ({
      ...invoice,
      line_items: invoice.line_items.map((item) => ({ ...item, price: `${item.price} ${invoice.currency}` })),
    })),
  },
  {
    id: 'shape.money-number-created',
    clause: 'shape.money',
    says: 'A creation answers the prices of line items as numbers.',
    deep: true,
    mutate: inDetail('createInvoice', (invoice) => ({
      ...invoice,
      line_items: invoice.line_items.map((item) => ({ ...item, price: Number(item.price) })),
    })),
  },
  {
    id: 'shape.currency-lower-case',
    clause: 'shape.currency',
    says: 'In the list currencies are in lower case.',
    mutate: changingEach('listInvoices', 'invoices', (summary) => ({
      ...summary,
      currency: summary.currency.toLowerCase(),
    })),
  },
  {
    id: 'shape.currency-yen',
    clause: 'shape.currency',
    says: 'JPY is written YEN.',
    deep: true,
    mutate: all(
      inDetail(DETAILS, (invoice) => ({ ...invoice, currency: invoice.currency.replace('JPY', 'YEN') })),
      changingEach(LISTS, 'invoices', (summary) => ({
        ...summary,
        currency: summary.currency.replace('JPY', 'YEN'),
      })),
    ),
  },
  {
    id: 'shape.currency-symbol',
    clause: 'shape.currency',
    says: 'A creation answers € for EUR and £ for GBP.',
    deep: true,
    mutate: inDetail('createInvoice', (invoice) => ({
      ...invoice,
      currency: { EUR: '€', GBP: '£' }[invoice.currency] ?? invoice.currency,
    })),
  },
  {
    id: 'shape.slug-created-plain',
    clause: 'shape.slug',
    says: 'A creation answers the slug without hyphens.',
    mutate: inDetail('createInvoice', (invoice) => ({ ...invoice, slug: invoice.slug.replaceAll('-', '') })),
  },
  {
    id: 'shape.slug-is-number',
    clause: 'shape.slug',
    says: 'In search the slug is the number in lower case.',
    mutate: changingEach('searchInvoices', 'invoices', (summary) => ({
      ...summary,
      slug: summary.number.toLowerCase(),
    })),
  },
  {
    id: 'shape.slug-shared',
    clause: 'shape.slug',
    says: 'Quotes made at the same time show the slug of the one before in the list.',
    deep: true,
    mutate: changing('listInvoices', 'invoices', (invoices) =>
      invoices.map((summary, index) => {
        const before = invoices[index - 1]
        return before?.created_at === summary.created_at ? { ...summary, slug: before.slug } : summary
      }),
    ),
  },
  {
    id: 'shape.tax-percent',
    clause: 'shape.tax-rate',
    says: 'Tax rates are percentages.',
    mutate: inDetail(
      DETAILS,
      withRates((rate) => rate * 100),
    ),
  },
  {
    id: 'shape.tax-percent-regenerated',
    clause: 'shape.tax-rate',
    says: 'A regeneration answers tax rates as percentages.',
    deep: true,
    mutate: inDetail(
      'regenerateInvoice',
      withRates((rate) => rate * 100),
    ),
  },
  {
    id: 'shape.tax-text',
    clause: 'shape.tax-rate',
    says: 'Tax rates are texts.',
    mutate: inDetail('readInvoice', withRates(String)),
  },
  {
    id: 'shape.tax-percent-sign',
    clause: 'shape.tax-rate',
    says: 'A creation answers tax rates as 20%.',
    deep: true,
    mutate: inDetail(
      'createInvoice',
      withRates((rate) => `${rate * 100}%`),
    ),
  },
  {
    id: 'shape.type-draft',
    clause: 'shape.invoice-type',
    says: 'Quotes are called draft.',
    mutate: inDetail(DETAILS, (invoice) => ({
      ...invoice,
      invoice_type: invoice.invoice_type === 'quote' ? 'draft' : invoice.invoice_type,
    })),
  },
  {
    id: 'shape.type-spelling',
    clause: 'shape.invoice-type',
    says: 'Search writes proforma for pro_forma.',
    deep: true,
    mutate: changingEach('searchInvoices', 'invoices', (summary) => ({
      ...summary,
      invoice_type: summary.invoice_type.replace('pro_forma', 'proforma'),
    })),
  },
  {
    id: 'shape.type-capital',
    clause: 'shape.invoice-type',
    says: 'A creation answers Invoice with a capital.',
    mutate: inDetail('createInvoice', (invoice) => ({
      ...invoice,
      invoice_type: invoice.invoice_type.replace(/^i/, 'I'),
    })),
  },
  {
    id: 'shape.template-flags',
    clause: 'shape.template',
    says: 'logo_enabled is 0 or 1.',
    mutate: changing('readTemplate', 'template', (template) => ({
      ...template,
      logo_enabled: Number(template.logo_enabled),
    })),
  },
  {
    id: 'shape.template-size-text',
    clause: 'shape.template',
    says: 'After an update the answer has font_size as text.',
    deep: true,
    mutate: changing('updateTemplate', 'template', (template) => ({
      ...template,
      font_size: String(template.font_size),
    })),
  },
  {
    id: 'shape.template-type-hyphen',
    clause: 'shape.template',
    says: 'The list calls the type packing-slip.',
    deep: true,
    mutate: changingEach('listTemplates', 'templates', (template) => ({
      ...template,
      template_type: template.template_type.replace('packing_slip', 'packing-slip'),
    })),
  },
  {
    id: 'shape.template-field-missing',
    clause: 'shape.template',
    says: 'A creation answers no pre_selected_pos_orders.',
    deep: true,
    mutate: changing(
      'createTemplate',
      'template',
      ({ pre_selected_pos_orders: _flag, ...template }) => template,
    ),
  },
  {
    id: 'shape.customer-platform-id-text',
    clause: 'shape.customer',
    says: 'platform_customer_id is a text.',
    mutate: changingEach('listCustomers', 'customers', (customer) => ({
      ...customer,
      platform_customer_id: String(customer.platform_customer_id),
    })),
  },
  {
    id: 'shape.customer-tags-array',
    clause: 'shape.customer',
    says: 'Several tags of a customer are an array.',
    deep: true,
    mutate: changingEach('listCustomers', 'customers', (customer) => ({
      ...customer,
      tags: customer.tags.includes(',') ? customer.tags.split(/, */) : customer.tags,
    })),
  },
  {
    id: 'shape.customer-null-phone',
    clause: 'shape.customer',
    says: 'An update answers a null phone although the customer has one.',
    deep: true,
    mutate: changing('updateCustomer', 'customer', (customer) => ({ ...customer, phone: null })),
  },
  {
    id: 'shape.customer-tax-number-integer',
    clause: 'shape.customer',
    says: 'A tax_number of digits alone is a number in the list.',
    deep: true,
    mutate: changingEach('listCustomers', 'customers', (customer) => ({
      ...customer,
      tax_number: /^\d+$/.test(customer.tax_number) ? Number(customer.tax_number) : customer.tax_number,
    })),
  },
  {
    id: 'shape.customer-no-addresses',
    clause: 'shape.customer-detail',
    says: 'A single customer has no addresses.',
    mutate: changing('readCustomer', 'customer', ({ addresses: _addresses, ...customer }) => customer),
  },
  {
    id: 'shape.customer-address-id',
    clause: 'shape.customer-detail',
    says: "A customer's addresses have texts as ids.",
    mutate: changing('readCustomer', 'customer', (customer) => ({
      ...customer,
      addresses: customer.addresses.map((address) => ({ ...address, id: `address-${address.id}` })),
    })),
  },
  {
    id: 'shape.customer-one-address',
    clause: 'shape.customer-detail',
    says: "A customer's only address stands there without an array.",
    deep: true,
    mutate: changing('readCustomer', 'customer', (customer) => ({
      ...customer,
      addresses: customer.addresses.length === 1 ? customer.addresses[0] : customer.addresses,
    })),
  },
  {
    id: 'shape.settings-days-text',
    clause: 'shape.settings',
    says: 'default_due_days is a text.',
    mutate: changing('readSettings', 'settings', (settings) => ({
      ...settings,
      default_due_days: String(settings.default_due_days),
    })),
  },
  {
    id: 'shape.settings-updated-flags',
    clause: 'shape.settings',
    says: 'An update answers flags as 0 and 1.',
    deep: true,
    mutate: changing('updateSettings', 'settings', (settings) =>
      Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [
          name,
          typeof value === 'boolean' ? Number(value) : value,
        ]),
      ),
    ),
  },
  {
    id: 'shape.settings-dkim-text',
    clause: 'shape.settings',
    says: 'email_dkim_verified is yes or no.',
    mutate: changing(['readSettings', 'updateSettings'], 'settings', (settings) => ({
      ...settings,
      email_dkim_verified: settings.email_dkim_verified ? 'yes' : 'no',
    })),
  },
  {
    id: 'shape.settings-reminder-capital',
    clause: 'shape.settings',
    says: 'payment_reminder_when has a capital: Before, After.',
    mutate: changing('readSettings', 'settings', (settings) => ({
      ...settings,
      payment_reminder_when: settings.payment_reminder_when.replace(/^./, (letter) => letter.toUpperCase()),
    })),
  },
  {
    id: 'shape.bulk-action-id',
    clause: 'shape.bulk-action',
    says: 'The id of a bulk action is a text.',
    mutate: changing('bulkPdf', 'bulk_action', (action) => ({ ...action, id: String(action.id) })),
  },
  {
    id: 'shape.bulk-action-status-code',
    clause: 'shape.bulk-action',
    says: 'The status of the second bulk action is a number.',
    deep: true,
    mutate: fresh(() => {
      let actions = 0
      return changing('bulkPdf', 'bulk_action', (action) =>
        ++actions < 2 ? action : { ...action, status: 0 },
      )
    }),
  },
  {
    id: 'shape.meta-text',
    clause: 'shape.meta',
    says: 'meta repeats a given per_page as text.',
    deep: true,
    mutate: changing('listInvoices', 'meta', (meta, { query }) => ({
      ...meta,
      per_page: query['per_page'] ?? meta.per_page,
    })),
  },
  {
    id: 'shape.meta-fraction',
    clause: 'shape.meta',
    says: 'total_pages is not rounded.',
    mutate: changing('listCustomers', 'meta', (meta) => ({
      ...meta,
      total_pages: meta.total / meta.per_page,
    })),
  },
  {
    id: 'shape.meta-missing-pages',
    clause: 'shape.meta',
    says: 'The meta of a search without results has no total_pages.',
    deep: true,
    mutate: changing('searchInvoices', 'meta', ({ total_pages, ...meta }) =>
      meta.total === 0 ? meta : { ...meta, total_pages },
    ),
  },
  {
    id: 'shape.bare-invoice',
    clause: 'shape.envelope',
    says: 'A read answers the invoice itself, without the key invoice.',
    mutate: answering('readInvoice', ({ invoice }) => invoice),
  },
  {
    id: 'shape.bare-templates',
    clause: 'shape.envelope',
    says: 'The list of templates is a bare array.',
    mutate: answering('listTemplates', ({ templates }) => templates),
  },
  {
    id: 'shape.customers-data',
    clause: 'shape.envelope',
    says: 'A page of customers stands under data.',
    mutate: answering('listCustomers', ({ customers, ...body }) => ({ ...body, data: customers })),
  },
  {
    id: 'shape.bare-updated-settings',
    clause: 'shape.envelope',
    says: 'An update of the settings answers them without the key settings.',
    deep: true,
    mutate: answering('updateSettings', ({ settings }) => settings),
  },
  {
    id: 'shape.regenerated-result',
    clause: 'shape.envelope',
    says: 'A regeneration answers its invoice under result.',
    deep: true,
    mutate: answering('regenerateInvoice', ({ invoice }) => ({ result: invoice })),
  },
]

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
