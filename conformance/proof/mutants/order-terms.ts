import { arriving, type Arrives } from './order-content.ts'
import { type Faults, rows } from './mutant.ts'

const asInteger = (text: string): string => (/^\d+$/.test(text) ? String(Number(text)) : text)

/** What columns, keys and states that are narrower than orders make of them. */
export const termsFaults = (): Faults =>
  rows((change: Arrives) => arriving('regenerateInvoice', change), {
    'Postal codes of digits are kept as numbers': ({ billing_address: to }) => ({
      billing_address: { ...to, zip: asInteger(to.zip) },
    }),
    'Article numbers of digits are kept as numbers': ({ line_items }) => ({
      line_items: line_items.map((line) => ({ ...line, sku: asInteger(line.sku) })),
    }),
    'Names of orders end after forty characters': ({ order_name }) => ({
      order_name: order_name.slice(0, 40),
    }),
    'What follows a comma in a street is the line below it': ({ billing_address: to }) => {
      const [address1 = '', ...rest] = to.address1.split(', ')
      return { billing_address: { ...to, address1, address2: to.address2 || rest.join(', ') } }
    },
    'Of amounts without a point the last zeros are dropped': ({ line_items }) => ({
      line_items: line_items.map((line) => ({ ...line, price: line.price.replace(/^([1-9]\d*?)0+$/, '$1') })),
    }),
    'Amounts of three digits are taken for those of two': ({ line_items }) => ({
      line_items: line_items.map((line) => ({
        ...line,
        price: line.price.replace(/\.(\d)(\d\d)$/, '$1.$2'),
      })),
    }),
    'No more than four tax lines arrive': ({ tax_lines }) => ({ tax_lines: tax_lines.slice(0, 4) }),
    'What was refunded stays so, whatever the order says later': ({ financial_status }, before) => ({
      financial_status: before?.financial_status === 'refunded' ? 'refunded' : financial_status,
    }),
    'A customer of the same email keeps the id': ({ customer }, before) => ({
      customer: { ...customer, ...(before?.customer.email === customer.email && { id: before.customer.id }) },
    }),
    'A shipping address that was the billing one follows it': (
      { billing_address, shipping_address },
      before,
    ) => ({
      shipping_address:
        before && JSON.stringify(before.billing_address) === JSON.stringify(before.shipping_address)
          ? billing_address
          : shipping_address,
    }),
  })
