import { OPERATION_IDS, OPERATIONS } from '../../../schemas/operations.ts'
import { amending, amendingMeta, answering, changing, parameter, showing } from './answers.ts'
import { all, type Change, type FaultsOf, fresh, ofEach } from './mutant.ts'
import { DETAILS, LISTS, type OneOrMore } from './operations.ts'

const SYMBOLS: Readonly<Record<string, string>> = { EUR: '€', GBP: '£' }

/** Faults in the form of what is answered: fields, types, formats, envelopes. */
export const SHAPE_FAULTS: FaultsOf<'shape'> = {
  'shape.invoice-summary': {
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
    'After a regeneration the quantities of its answer are texts': showing(
      'regenerateInvoice',
      'line_items',
      (items) => items.map((item) => ({ ...item, quantity: String(item.quantity) })),
    ),
    'A single line item is answered without an array around it': amending(DETAILS, ({ line_items }) =>
      line_items.length === 1 ? { line_items: line_items[0] } : {},
    ),
    'A read answers a null note where the creation answered a text': showing(
      'readInvoice',
      'note',
      () => null,
    ),
    'The billing address is one text': showing(DETAILS, 'billing_address', (address) =>
      Object.values(address).join(', '),
    ),
  },
  'shape.timestamps': {
    'In the list a space stands between date and time': showing('listInvoices', 'created_at', (at) =>
      at.replace('T', ' '),
    ),
    'A processed_at at midnight is a day alone': showing(DETAILS, 'processed_at', (at) =>
      /T00:00:00(\.0+)?(Z|\+00:00)$/.test(at) ? at.slice(0, 10) : at,
    ),
    'processed_at is Unix time': showing(DETAILS, 'processed_at', (at) => Math.floor(Date.parse(at) / 1000)),
    'Writing a customer answers a created_at without a time': showing(
      ['createCustomer', 'updateCustomer'],
      'created_at',
      (at) => at.slice(0, 10),
    ),
    'An updated template answers its updated_at as HTTP writes dates': showing(
      'updateTemplate',
      'updated_at',
      (at) => new Date(at).toUTCString(),
    ),
    'Hours before ten are written with one digit': showing(DETAILS, 'created_at', (at) =>
      at.replace(/T0(\d):/, 'T$1:'),
    ),
    'The updated_at of search is month/day/year': showing('searchInvoices', 'updated_at', (at) =>
      new Date(at).toLocaleString('en-US'),
    ),
  },
  'shape.money': {
    'Whole amounts (yen) are numbers': all(
      showing(DETAILS, 'total_price', wholeNumber),
      showing(LISTS, 'total_price', wholeNumber),
    ),
    'From a thousand on amounts have separators: 1,234.50': showing(DETAILS, 'total_price', (price) =>
      price.replace(/\B(?=(\d{3})+(?=\.|$))/g, ','),
    ),
    'Prices of tax lines have a decimal comma': showing(DETAILS, 'tax_lines', (taxes) =>
      taxes.map((tax) => ({ ...tax, price: tax.price.replace('.', ',') })),
    ),
    'Prices of line items end with the currency': amending('readInvoice', ({ line_items, currency }) => ({
      line_items: line_items.map((item) => ({
        ...item,
        price: `${item.price} ${currency}`,
      })),
    })),
  },
  'shape.currency': {
    'In the list currencies are in lower case': showing('listInvoices', 'currency', (currency) =>
      currency.toLowerCase(),
    ),
    'JPY is written YEN': all(
      showing(DETAILS, 'currency', (currency) => currency.replace('JPY', 'YEN')),
      showing(LISTS, 'currency', (currency) => currency.replace('JPY', 'YEN')),
    ),
    'A creation answers € for EUR and £ for GBP': showing(
      'createInvoice',
      'currency',
      (code) => SYMBOLS[code] ?? code,
    ),
  },
  'shape.slug': {
    'A creation answers the slug without hyphens': showing('createInvoice', 'slug', (slug) =>
      slug.replaceAll('-', ''),
    ),
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
    'Tax rates are percentages': rating(DETAILS, (rate) => rate * 100),
    'A regeneration answers tax rates as percentages': rating('regenerateInvoice', (rate) => rate * 100),
    'A creation answers tax rates as 20%': rating('createInvoice', (rate) => `${rate * 100}%`),
  },
  'shape.invoice-type': {
    'Quotes are called draft': showing(DETAILS, 'invoice_type', (type) =>
      type === 'quote' ? 'draft' : type,
    ),
    'Search writes proforma for pro_forma': showing('searchInvoices', 'invoice_type', (type) =>
      type.replace('pro_forma', 'proforma'),
    ),
    'A creation answers Invoice with a capital': showing('createInvoice', 'invoice_type', (type) =>
      type.replace(/^i/, 'I'),
    ),
  },
  'shape.template': {
    'logo_enabled is 0 or 1': showing('readTemplate', 'logo_enabled', Number),
    'The list calls the type packing-slip': showing('listTemplates', 'template_type', (type) =>
      type.replace('packing_slip', 'packing-slip'),
    ),
  },
  'shape.customer': {
    'Several tags of a customer are an array': showing('listCustomers', 'tags', (tags) =>
      tags.includes(',') ? tags.split(/, */) : tags,
    ),
    'An update answers a null phone although the customer has one': showing(
      'updateCustomer',
      'phone',
      () => null,
    ),
    'A tax_number of digits alone is a number in the list': showing('listCustomers', 'tax_number', (number) =>
      /^\d+$/.test(number) ? Number(number) : number,
    ),
  },
  'shape.customer-detail': {
    "A customer's addresses have texts as ids": showing('readCustomer', 'addresses', (addresses) =>
      addresses.map((address) => ({ ...address, id: `address-${address.id}` })),
    ),
    "A customer's only address stands there without an array": showing(
      'readCustomer',
      'addresses',
      (addresses) => (addresses.length === 1 ? addresses[0] : addresses),
    ),
  },
  'shape.settings': {
    'An update answers flags as 0 and 1': amending('updateSettings', (settings) => {
      const flags = Object.entries(settings).filter(([, value]) => typeof value === 'boolean')
      return Object.fromEntries(flags.map(([name, value]) => [name, Number(value)]))
    }),
    'email_dkim_verified is yes or no': showing(
      ['readSettings', 'updateSettings'],
      'email_dkim_verified',
      (isVerified) => (isVerified ? 'yes' : 'no'),
    ),
    'payment_reminder_when has a capital: Before, After': showing(
      'readSettings',
      'payment_reminder_when',
      (when) => when.replace(/^./, (letter) => letter.toUpperCase()),
    ),
  },
  'shape.bulk-action': {
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
  'shape.envelope': ofEach(
    OPERATION_IDS.filter((id) => OPERATIONS[id].response),
    (operation) => ({
      [`${operation} answers what it has without a key`]: answering(
        operation,
        (body) => Object.values(body)[0],
      ),
      [`${operation} answers what it has under data`]: answering(operation, (body) => {
        const [[, data] = [], ...rest] = Object.entries(body)
        return { data, ...Object.fromEntries(rest) }
      }),
    }),
  ),
}

/** Tells tax rates another way. */
function rating(operations: OneOrMore<(typeof DETAILS)[number]>, change: (rate: number) => unknown): Change {
  return showing(operations, 'tax_lines', (taxes) => taxes.map((tax) => ({ ...tax, rate: change(tax.rate) })))
}

/** A number where an amount has no fraction. */
function wholeNumber(amount: string): string | number {
  return amount.includes('.') ? amount : Number(amount)
}
