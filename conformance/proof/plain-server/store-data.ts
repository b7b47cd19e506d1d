import type { Answers } from './answers.ts'
import { CURRENCIES, FINANCIAL_STATUSES, NOTES, PEOPLE, PRODUCTS } from './cast.ts'
import { CUSTOMERS } from './customers.ts'
import { drawnAmounts } from './drawn-amounts.ts'
import { addInvoice } from './invoice-creation.ts'
import { readOrder } from './platform.ts'
import { addRow } from './records.ts'
import { initialSettings } from './settings.ts'
import { ADDRESS_FIELDS, type InvoiceType, type Order, type Store, type Values, type World } from './store.ts'
import { TEMPLATES } from './templates.ts'

/** How much a store holds. */
export interface Size {
  invoices: number
  customers: number
  templates: number
  orders: number
  draftOrders: number
}

const HOUR = 3_600_000

function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}

function addressOf(index: number) {
  const [first_name, last_name, , , address1, zip, city, province, country] = pick(PEOPLE, index)
  const company = index % 4 === 0 ? `${last_name} & Co.` : null
  const phone = index % 3 === 0 ? null : `+49 30 ${String(1_000_000 + index)}`
  return { first_name, last_name, company, address1, address2: null, city, province, country, zip, phone }
}

function rawOrder(
  { shipping, taxFactor, orderSeed }: Answers,
  id: number,
  index: number,
  processedAt: number,
): object {
  const [first_name, last_name, email] = pick(PEOPLE, index)
  const currency = pick(CURRENCIES, index)
  const lines = PRODUCTS.slice(index % 4, (index % 4) + 1 + (index % 3))
  return {
    id,
    name: `#${1000 + index}`,
    number: 1000 + index,
    processed_at: new Date(processedAt).toISOString(),
    currency,
    financial_status: pick(FINANCIAL_STATUSES, index),
    fulfillment_status: index % 2 === 0 ? 'fulfilled' : null,
    note: pick(NOTES, index),
    invoice_type: index % 2 === 0 ? 'quote' : 'pro_forma',
    // The seventh of every eleven was bought without an account.
    customer:
      index % 11 === 6 ? null : { id: 700_000 + (index % PEOPLE.length), email, first_name, last_name },
    billing_address: addressOf(index),
    shipping_address:
      shipping === 'never' || index % 9 === 4 ? null : addressOf(index % 5 === 0 ? index + 1 : index),
    line_items: lines.map(([title, variant_title, sku, price], line) => ({
      title,
      variant_title,
      sku,
      quantity: 1 + ((index + line) % 3),
      price: String(currency === 'JPY' ? Math.ceil(price / 1000) : price / 1000),
    })),
    tax_lines: index % 4 === 3 ? [] : [taxOf(index, taxFactor)],
    ...(orderSeed !== null && drawnAmounts(orderSeed + index, currency)),
  }
}

const taxOf = (index: number, factor: number) =>
  index % 2 === 0 ? { title: 'VAT', rate: 0.2 * factor } : { title: 'GST', rate: 0.05 * factor }

function order(answers: Answers, id: number, index: number, processedAt: number): Order {
  return readOrder(answers, rawOrder(answers, id, index, processedAt))
}

const TEMPLATE_VALUES: readonly Values[] = [
  {
    name: 'Classic',
    template_type: 'invoice',
    pre_selected_orders: true,
    font_family: 'Helvetica',
    font_size: 10,
  },
  { name: 'Lieferschein', template_type: 'packing_slip', font_family: 'Courier', accent_color: '#00695c' },
  { name: 'Modern Ünï', template_type: 'invoice', font_family: 'Times New Roman', font_size: 12 },
  { name: 'Credit', template_type: 'credit_note', pre_selected_credit_notes: true, font_family: 'Arial' },
]

function fillTemplates(world: World, store: Store, count: number): void {
  for (const values of TEMPLATE_VALUES.slice(0, count)) {
    const row = addRow(world, store, TEMPLATES, values)
    store.templates.set(row.id, { ...row, outputOnly: { design_key: 'plain' } })
  }
}

function fillCustomers(world: World, store: Store, count: number): void {
  for (const [index, person] of PEOPLE.slice(0, count).entries()) {
    const [first_name, last_name, email, tax_number] = person
    const values: Values = {
      first_name,
      last_name,
      email,
      tax_number,
      ...(index % 2 === 0 && { tags: 'vip, b2b' }),
    }
    const row = addRow(world, store, CUSTOMERS, values)
    const addresses = Array.from({ length: index % 3 }, (_, place) => ({
      ...blankedOf(world, addressOf(index + place)),
      id: world.nextId(),
      address_type: place === 0 ? 'billing' : 'shipping',
    }))
    store.customers.set(row.id, { ...row, addresses, outputOnly: { platform_customer_id: 700_000 + index } })
  }
}

function blankedOf({ answers }: World, address: ReturnType<typeof addressOf>) {
  const unset = answers.unset === 'empty' ? '' : null
  const entries = ADDRESS_FIELDS.map((name) => [name, address[name] ?? unset])
  // One entry for each field of an address.
  return Object.fromEntries(entries) as ReturnType<typeof addressOf>
}

const TYPES: readonly InvoiceType[] = [
  'invoice',
  'invoice',
  'quote',
  'invoice',
  'pro_forma',
  'platform_order',
]

/** Invoices of orders gone by: 27 hours apart, each fifth created together with the one before. */
function fillInvoices(world: World, store: Store, count: number): void {
  const start = Date.now() - (count + 1) * 27 * HOUR
  for (let index = 0; index < count; index += 1) {
    const picked = pick(TYPES, index)
    const type = picked === 'platform_order' && !world.answers.importedOrders ? 'invoice' : picked
    const draft = type === 'quote' || type === 'pro_forma'
    const createdAt = start + (index % 5 === 4 ? index - 1 : index) * 27 * HOUR
    const source = order(world.answers, world.nextId(), index, createdAt - HOUR)
    ;(draft ? store.draftOrders : store.orders).set(source.id, source)
    addInvoice(world, store, source, draft, type, createdAt)
  }
}

/** Orders and draft orders that have no invoice yet; where ids may coincide, the first five do. */
function addOrders(world: World, store: Store, size: Size): { orderIds: number[]; draftOrderIds: number[] } {
  const orderIds = Array.from({ length: size.orders }, () => world.nextId())
  const coinciding =
    world.answers.orderIds === 'coinciding' ? orderIds.slice(0, Math.min(5, size.draftOrders - 1)) : []
  const own = Array.from({ length: size.draftOrders - coinciding.length }, () => world.nextId())
  const draftOrderIds = [...own, ...coinciding]
  const now = Date.now()
  for (const [index, id] of orderIds.entries()) {
    store.orders.set(id, order(world.answers, id, 100 + index, now - index * HOUR))
  }
  for (const [index, id] of draftOrderIds.entries()) {
    store.draftOrders.set(id, order(world.answers, id, 300 + index, now - index * HOUR))
  }
  return { orderIds, draftOrderIds }
}

/** Fills a store and answers the ids that have no invoice yet. */
export function fillStore(
  world: World,
  store: Store,
  size: Size,
): { orderIds: number[]; draftOrderIds: number[] } {
  store.settings = initialSettings(world.answers, store.name)
  fillTemplates(world, store, size.templates)
  fillCustomers(world, store, size.customers)
  fillInvoices(world, store, size.invoices)
  return addOrders(world, store, size)
}
