import { type Arrives, arriving, keptFaults } from './order-content.ts'
import { type Faults, rows } from './mutant.ts'

// Faults of what an order's content becomes in its invoice, in either way that it takes.

const first =
  (count: number) =>
  <T>(items: readonly T[]): T[] =>
    items.slice(0, count)

/** What can become of lines, numbers and texts in either way of taking them over. */
const DAMAGES: Readonly<Record<string, Arrives>> = {
  ...Object.fromEntries(
    [1, 2, 5, 10, 50, 100, 250].map((count): [string, Arrives] => [
      `no more than ${count} line items arrive`,
      ({ line_items }) => ({ line_items: first(count)(line_items) }),
    ]),
  ),
  'no more than one tax line arrives': ({ tax_lines }) => ({ tax_lines: first(1)(tax_lines) }),
  'no more than two tax lines arrive': ({ tax_lines }) => ({ tax_lines: first(2)(tax_lines) }),
  'the last line item is left out': ({ line_items }) => ({ line_items: line_items.slice(0, -1) }),
  'line items that say the same are one': ({ line_items }) => ({
    line_items: [...new Map(line_items.map((line) => [JSON.stringify(line), line])).values()],
  }),
  'line items of one sku are one': ({ line_items }) => ({
    line_items: [...new Map(line_items.map((line, at) => [line.sku || at, line])).values()],
  }),
  'negative prices lose their sign': ({ line_items }) => ({
    line_items: line_items.map((line) => ({ ...line, price: line.price.replace('-', '') })),
  }),
  'line items of a negative price are left out': ({ line_items }) => ({
    line_items: line_items.filter(({ price }) => !price.startsWith('-')),
  }),
  'line items of a price of zero are left out': ({ line_items }) => ({
    line_items: line_items.filter(({ price }) => Number(price) !== 0),
  }),
  'prices are kept as 32-bit floats': ({ line_items }) => ({
    line_items: line_items.map((line) => ({ ...line, price: asFloat(line.price) })),
  }),
  'tax rates are rounded to four digits': ({ tax_lines }) => ({
    tax_lines: tax_lines.map((tax) => ({ ...tax, rate: Math.round(tax.rate * 10_000) / 10_000 })),
  }),
  'order_number is kept in 32 bits': ({ order_number }) => ({ order_number: order_number | 0 }),
  'quantities are kept in 16 bits': ({ line_items }) => ({
    line_items: line_items.map((line) => ({ ...line, quantity: (line.quantity << 16) >> 16 })),
  }),
  'quantities of more than 999 become 999': ({ line_items }) => ({
    line_items: line_items.map((line) => ({ ...line, quantity: Math.min(999, line.quantity) })),
  }),
  'line titles end after 100 characters': titled((title) => title.slice(0, 100)),
  'notes end after 255 characters': noted((note) => note.slice(0, 255)),
  'notes lose their line breaks': noted((note) => note.replaceAll(/\s*\n/g, ' ')),
  ...Object.fromEntries(
    Object.entries({
      'characters beyond the basic plane become question marks': (text: string) =>
        text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?'),
      'decomposed letters come composed': (text: string) => text.normalize('NFC'),
      'letters with odd case come folded': (text: string) =>
        text.replaceAll(/[İıſẞςΣ]/g, (one) => one.toLowerCase()),
      'angle brackets are taken out': (text: string) => text.replaceAll(/<[^>]*>/g, ''),
      'characters beyond Latin-1 are lost': (text: string) => Buffer.from(text, 'latin1').toString('latin1'),
    }).flatMap(([says, change]): [string, Arrives][] => [
      [`in notes ${says}`, noted(change)],
      [`in line titles ${says}`, titled(change)],
      [
        `in names ${says}`,
        ({ customer }) => ({
          customer: {
            ...customer,
            first_name: change(customer.first_name),
            last_name: change(customer.last_name),
          },
        }),
      ],
      [
        `in cities ${says}`,
        ({ billing_address: to }) => ({ billing_address: { ...to, city: change(to.city) } }),
      ],
    ]),
  ),
}

/** What can become of a total: of an order nobody knows it but by its invoices. */
const TOTALS: Readonly<Record<string, Arrives>> = {
  'the total is kept as a 32-bit float': ({ total_price }) => ({ total_price: asFloat(total_price) }),
  'the total loses its cents from a million on': ({ total_price }) => ({
    total_price:
      Number(total_price) < 1e6 ? total_price : total_price.replace(/\.\d+$/, (d) => d.replace(/\d/g, '0')),
  }),
}

function titled(change: (title: string) => string): Arrives {
  return ({ line_items }) => ({
    line_items: line_items.map((line) => ({ ...line, title: change(line.title) })),
  })
}

function noted(change: (note: string) => string): Arrives {
  return ({ note }) => ({ note: change(note) })
}

const asFloat = (amount: string): string =>
  Math.fround(Number(amount)).toFixed(/\.(\d+)$/.exec(amount)?.[1]?.length ?? 0)

/** Whatever way the content takes. */
export const takenFaults = (): Faults => ({
  ...keptFaults(),
  ...rows(
    (change: Arrives) => arriving(['createInvoice', 'regenerateInvoice'], change),
    prefixed('Whenever an order is taken over, ', { ...DAMAGES, ...TOTALS }),
  ),
  ...rows((change: Arrives) => arriving('regenerateInvoice', change), {
    ...prefixed('At a regeneration ', { ...DAMAGES, ...TOTALS }),
    'Line items that the order has no more stay': ({ line_items }, before) => ({
      line_items: [...line_items, ...(before?.line_items.slice(line_items.length) ?? [])],
    }),
    'A line item that costs nothing keeps the price that was in its place': ({ line_items }, before) => ({
      line_items: line_items.map((line, at) => ({
        ...line,
        price: Number(line.price) === 0 ? (before?.line_items[at]?.price ?? line.price) : line.price,
      })),
    }),
    'The last line item keeps the sku that was in its place': ({ line_items }, before) => ({
      line_items: line_items.map((line, at) => ({
        ...line,
        sku: at === line_items.length - 1 ? (before?.line_items[at]?.sku ?? line.sku) : line.sku,
      })),
    }),
    'A customer of the same first name keeps the family name': ({ customer }, before) => ({
      customer: {
        ...customer,
        ...(before?.customer.first_name === customer.first_name && { last_name: before.customer.last_name }),
      },
    }),
    'Taxes that the order has no more stay': ({ tax_lines }, before) => ({
      tax_lines: [...tax_lines, ...(before?.tax_lines.slice(tax_lines.length) ?? [])],
    }),
    'An order without line items leaves the invoice those that it had': ({ line_items }, before) => ({
      line_items: line_items.length > 0 ? line_items : (before?.line_items ?? []),
    }),
    'An order without taxes leaves the invoice those that it had': ({ tax_lines }, before) => ({
      tax_lines: tax_lines.length > 0 ? tax_lines : (before?.tax_lines ?? []),
    }),
    'The total of a regeneration is kept in 32 bits of hundredths': ({ total_price }) => ({
      total_price:
        Math.abs(Number(total_price)) * 100 < 2 ** 31
          ? total_price
          : ((Math.round(Number(total_price) * 100) | 0) / 100).toFixed(2),
    }),
    'The total of a regeneration ends at 2^31 hundredths': ({ total_price }) => ({
      total_price: Number(total_price) * 100 < 2 ** 31 ? total_price : '21474836.47',
    }),
    'An order of another customer leaves the invoice the id of the old one': ({ customer }, before) => ({
      customer: { ...customer, id: before?.customer.id ?? customer.id },
    }),
    'The total never falls': ({ total_price }, before) =>
      before && Number(total_price) < Number(before.total_price) ? { total_price: before.total_price } : {},
    'The total never rises': ({ total_price }, before) =>
      before && Number(total_price) > Number(before.total_price) ? { total_price: before.total_price } : {},
  }),
})

/** The total at creation alone: it is another once it was regenerated. */
export const takenFirstTotals = (): Faults =>
  rows((change: Arrives) => arriving('createInvoice', change), prefixed('At a creation ', TOTALS))

/** At creation alone. */
export const takenFirstFaults = (): Faults =>
  rows((change: Arrives) => arriving('createInvoice', change), {
    ...prefixed('At a creation ', DAMAGES),
    ...Object.fromEntries(
      (['currency', 'financial_status', 'fulfillment_status', 'order_name'] as const).map(
        (field): [string, Arrives] => [
          `At a creation ${field} comes from elsewhere`,
          () => ({
            [field]: {
              currency: 'USD',
              financial_status: 'pending',
              fulfillment_status: '',
              order_name: '#1',
            }[field],
          }),
        ],
      ),
    ),
  })

const prefixed = (prefix: string, damages: Readonly<Record<string, Arrives>>): Record<string, Arrives> =>
  Object.fromEntries(Object.entries(damages).map(([says, change]) => [prefix + says, change]))
