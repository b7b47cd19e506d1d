import type { InvoiceDetail } from '../../../schemas/types.ts'
import {
  all,
  amending,
  amendingMeta,
  answering,
  changing,
  changingEach,
  DETAILS,
  type FaultsOf,
  fresh,
  LISTS,
  parameter,
} from './mutant.ts'

/** Faults in the form of what is answered: fields, types, formats, envelopes. */
export const SHAPE_FAULTS: FaultsOf<'shape'> = {
  'shape.invoice-summary': {
    'Items of search have no customer_email': changingEach(
      'searchInvoices',
      'invoices',
      ({ customer_email: _email, ...summary }) => summary,
    ),
    'On pages after the first the ids in the list are texts': amending('listInvoices', ({ id }, { query }) =>
      Number(query['page'] ?? 1) > 1 ? { id: String(id) } : {},
    ),
    'In the list the customer_name of quotes is null': amending('listInvoices', ({ invoice_type }) =>
      invoice_type === 'quote' ? { customer_name: null } : {},
    ),
    'In the list the financial_status of voided invoices is null': amending(LISTS, ({ financial_status }) =>
      financial_status === 'voided' ? { financial_status: null } : {},
    ),
    'A search for digits answers numbers as integers': amending('searchInvoices', ({ number }, request) =>
      /^\d+$/.test(parameter(request, 'q') ?? '') ? { number: Number(number.replace(/\D/g, '')) } : {},
    ),
  },
  'shape.invoice-detail': {
    'After a regeneration the quantities of its answer are texts': amending(
      'regenerateInvoice',
      ({ line_items }) => ({
        line_items: line_items.map((item) => ({ ...item, quantity: String(item.quantity) })),
      }),
    ),
    'order_number is a text': amending(DETAILS, ({ order_number }) => ({
      order_number: String(order_number),
    })),
    'A creation answers the id of the customer as text': amending('createInvoice', ({ customer }) => ({
      customer: { ...customer, id: String(customer.id) },
    })),
    'A single line item is answered without an array around it': amending(DETAILS, ({ line_items }) =>
      line_items.length === 1 ? { line_items: line_items[0] } : {},
    ),
    'Of two equal addresses the second is null': amending(
      'readInvoice',
      ({ shipping_address, billing_address }) =>
        JSON.stringify(shipping_address) === JSON.stringify(billing_address)
          ? { shipping_address: null }
          : {},
    ),
    'The billing address is one text': amending(DETAILS, ({ billing_address }) => ({
      billing_address: Object.values(billing_address).join(', '),
    })),
    'A read answers a null note where the creation answered a text': amending('readInvoice', () => ({
      note: null,
    })),
  },
  'shape.timestamps': {
    'In the list a space stands between date and time': amending('listInvoices', ({ created_at }) => ({
      created_at: created_at.replace('T', ' '),
    })),
    'processed_at is Unix time': amending(DETAILS, ({ processed_at }) => ({
      processed_at: Math.floor(Date.parse(processed_at) / 1000),
    })),
    'Writing a customer answers a created_at without a time': amending(
      ['createCustomer', 'updateCustomer'],
      ({ created_at }) => ({ created_at: created_at.slice(0, 10) }),
    ),
    'An updated template answers its updated_at as HTTP writes dates': amending(
      'updateTemplate',
      ({ updated_at }) => ({ updated_at: new Date(updated_at).toUTCString() }),
    ),
    'Hours before ten are written with one digit': amending(DETAILS, ({ created_at }) => ({
      created_at: created_at.replace(/T0(\d):/, 'T$1:'),
    })),
    'The updated_at of search is month/day/year': amending('searchInvoices', ({ updated_at }) => ({
      updated_at: new Date(updated_at).toLocaleString('en-US'),
    })),
  },
  'shape.money': {
    'The total_price of search is a number': amending('searchInvoices', ({ total_price }) => ({
      total_price: Number(total_price),
    })),
    'Whole amounts (yen) are numbers': all(
      amending(DETAILS, ({ total_price }) => ({ total_price: wholeNumber(total_price) })),
      amending(LISTS, ({ total_price }) => ({ total_price: wholeNumber(total_price) })),
    ),
    'From a thousand on amounts have separators: 1,234.50': amending(DETAILS, ({ total_price }) => ({
      total_price: total_price.replace(/\B(?=(\d{3})+(?=\.|$))/g, ','),
    })),
    'Prices of tax lines have a decimal comma': amending(DETAILS, ({ tax_lines }) => ({
      tax_lines: tax_lines.map((tax) => ({ ...tax, price: tax.price.replace('.', ',') })),
    })),
    'Prices of line items end with the currency': amending('readInvoice', ({ line_items, currency }) => ({
      line_items: line_items.map((item) => ({
        ...item,
        price: `${item.price} ${currency}`,
      })),
    })),
    'A creation answers the prices of line items as numbers': amending('createInvoice', ({ line_items }) => ({
      line_items: line_items.map((item) => ({ ...item, price: Number(item.price) })),
    })),
  },
  'shape.currency': {
    'In the list currencies are in lower case': amending('listInvoices', ({ currency }) => ({
      currency: currency.toLowerCase(),
    })),
    'JPY is written YEN': all(
      amending(DETAILS, ({ currency }) => ({ currency: currency.replace('JPY', 'YEN') })),
      amending(LISTS, ({ currency }) => ({ currency: currency.replace('JPY', 'YEN') })),
    ),
    'A creation answers € for EUR and £ for GBP': amending('createInvoice', ({ currency }) => ({
      currency: { EUR: '€', GBP: '£' }[currency] ?? currency,
    })),
  },
  'shape.slug': {
    'A creation answers the slug without hyphens': amending('createInvoice', ({ slug }) => ({
      slug: slug.replaceAll('-', ''),
    })),
    'In search the slug is the number in lower case': amending('searchInvoices', ({ number }) => ({
      slug: number.toLowerCase(),
    })),
    'Quotes made at the same time show the slug of the one before in the list': changing(
      'listInvoices',
      'invoices',
      (invoices) =>
        invoices.map((summary, index) => {
          const before = invoices[index - 1]
          return before?.created_at === summary.created_at ? { ...summary, slug: before.slug } : summary
        }),
    ),
  },
  'shape.tax-rate': {
    'Tax rates are percentages': amending(
      DETAILS,
      withRates((rate) => rate * 100),
    ),
    'A regeneration answers tax rates as percentages': amending(
      'regenerateInvoice',
      withRates((rate) => rate * 100),
    ),
    'Tax rates are texts': amending('readInvoice', withRates(String)),
    'A creation answers tax rates as 20%': amending(
      'createInvoice',
      withRates((rate) => `${rate * 100}%`),
    ),
  },
  'shape.invoice-type': {
    'Quotes are called draft': amending(DETAILS, ({ invoice_type }) => ({
      invoice_type: invoice_type === 'quote' ? 'draft' : invoice_type,
    })),
    'Search writes proforma for pro_forma': amending('searchInvoices', ({ invoice_type }) => ({
      invoice_type: invoice_type.replace('pro_forma', 'proforma'),
    })),
    'A creation answers Invoice with a capital': amending('createInvoice', ({ invoice_type }) => ({
      invoice_type: invoice_type.replace(/^i/, 'I'),
    })),
  },
  'shape.template': {
    'logo_enabled is 0 or 1': amending('readTemplate', ({ logo_enabled }) => ({
      logo_enabled: Number(logo_enabled),
    })),
    'After an update the answer has font_size as text': amending('updateTemplate', ({ font_size }) => ({
      font_size: String(font_size),
    })),
    'The list calls the type packing-slip': amending('listTemplates', ({ template_type }) => ({
      template_type: template_type.replace('packing_slip', 'packing-slip'),
    })),
    'A creation answers no pre_selected_pos_orders': changing(
      'createTemplate',
      'template',
      ({ pre_selected_pos_orders: _flag, ...template }) => template,
    ),
  },
  'shape.customer': {
    'platform_customer_id is a text': amending('listCustomers', ({ platform_customer_id }) => ({
      platform_customer_id: String(platform_customer_id),
    })),
    'Several tags of a customer are an array': amending('listCustomers', ({ tags }) => ({
      tags: tags.includes(',') ? tags.split(/, */) : tags,
    })),
    'An update answers a null phone although the customer has one': amending('updateCustomer', () => ({
      phone: null,
    })),
    'A tax_number of digits alone is a number in the list': amending('listCustomers', ({ tax_number }) => ({
      tax_number: /^\d+$/.test(tax_number) ? Number(tax_number) : tax_number,
    })),
  },
  'shape.customer-detail': {
    'A single customer has no addresses': changing(
      'readCustomer',
      'customer',
      ({ addresses: _addresses, ...customer }) => customer,
    ),
    "A customer's addresses have texts as ids": amending('readCustomer', ({ addresses }) => ({
      addresses: addresses.map((address) => ({ ...address, id: `address-${address.id}` })),
    })),
    "A customer's only address stands there without an array": amending('readCustomer', ({ addresses }) => ({
      addresses: addresses.length === 1 ? addresses[0] : addresses,
    })),
  },
  'shape.settings': {
    'default_due_days is a text': amending('readSettings', ({ default_due_days }) => ({
      default_due_days: String(default_due_days),
    })),
    'An update answers flags as 0 and 1': changing('updateSettings', 'settings', (settings) =>
      Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [
          name,
          typeof value === 'boolean' ? Number(value) : value,
        ]),
      ),
    ),
    'email_dkim_verified is yes or no': amending(
      ['readSettings', 'updateSettings'],
      ({ email_dkim_verified }) => ({ email_dkim_verified: email_dkim_verified ? 'yes' : 'no' }),
    ),
    'payment_reminder_when has a capital: Before, After': amending(
      'readSettings',
      ({ payment_reminder_when }) => ({
        payment_reminder_when: payment_reminder_when.replace(/^./, (letter) => letter.toUpperCase()),
      }),
    ),
  },
  'shape.bulk-action': {
    'The id of a bulk action is a text': amending('bulkPdf', ({ id }) => ({ id: String(id) })),
    'The status of the second bulk action is a number': fresh(() => {
      let actions = 0
      return amending('bulkPdf', () => (++actions < 2 ? {} : { status: 0 }))
    }),
  },
  'shape.meta': {
    'meta repeats a given per_page as text': amendingMeta('listInvoices', ({ per_page }, { query }) => ({
      per_page: query['per_page'] ?? per_page,
    })),
    'total_pages is not rounded': amendingMeta('listCustomers', ({ total, per_page }) => ({
      total_pages: total / per_page,
    })),
    'The meta of a search without results has no total_pages': changing(
      'searchInvoices',
      'meta',
      ({ total_pages, ...meta }) => (meta.total === 0 ? meta : { ...meta, total_pages }),
    ),
  },
  'shape.envelope': {
    'A read answers the invoice itself, without the key invoice': answering(
      'readInvoice',
      ({ invoice }) => invoice,
    ),
    'The list of templates is a bare array': answering('listTemplates', ({ templates }) => templates),
    'A page of customers stands under data': answering('listCustomers', ({ customers, ...body }) => ({
      ...body,
      data: customers,
    })),
    'An update of the settings answers them without the key settings': answering(
      'updateSettings',
      ({ settings }) => settings,
    ),
    'A regeneration answers its invoice under result': answering('regenerateInvoice', ({ invoice }) => ({
      result: invoice,
    })),
  },
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
