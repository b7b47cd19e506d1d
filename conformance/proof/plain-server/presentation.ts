import type { Answers } from './answers.ts'
import { countryCode, countryName } from './countries.ts'
import { totalPrice } from './reckoning.ts'
import type { Address, Invoice, Order, Person, Row, Text, Value, Values, World } from './store.ts'

/** Fields that are nullable by the specification and therefore never left out. */
const NULLABLE = new Set(['design_key', 'logo_url'])

/** A moment as this server writes it. */
export function timestamp(answers: Answers, time: number): string {
  const minutes = answers.timestampZone === 'utc' ? 0 : answers.zoneMinutes
  const [, second, fraction] =
    /^(.{19})\.(\d{3})Z$/.exec(new Date(time + minutes * 60_000).toISOString()) ?? []
  const { timestampDigits: count, timestampMark: mark } = answers
  const digits = count === 0 ? '' : `${mark}${fraction}`.padEnd(count + 1, '0')
  return `${second}${digits}${answers.timestampZone === 'utc' ? 'Z' : offset(minutes)}`
}

function offset(minutes: number): string {
  const parts = [Math.abs(minutes) / 60, Math.abs(minutes) % 60]
  const [hours, rest] = parts.map((value) => String(Math.trunc(value)).padStart(2, '0'))
  return `${minutes < 0 ? '-' : '+'}${hours}:${rest}`
}

/** An amount in thousandths as a decimal string. */
export function money({ moneyDigits }: Answers, thousandths: number, currency: string): string {
  if (moneyDigits === 'trimmed') return String(thousandths / 1000)
  const digits = moneyDigits === 'of the currency' ? (DIGITS[currency] ?? 2) : moneyDigits
  return (thousandths / 1000).toFixed(digits)
}

const DIGITS: { [currency: string]: number } = { JPY: 0, KWD: 3 }

const PAID_BACK: readonly string[] = ['refunded', 'voided']

export function totalOf({ leastTotal, paidBack, reckoning }: Answers, order: Order): number {
  if (paidBack === 'nothing' && PAID_BACK.includes(order.financial_status)) return 0
  return Math.max(leastTotal, totalPrice(reckoning, order))
}

/** The name that a customer goes by; null when there is none and unset texts are not empty. */
export function fullName(person: Pick<Person, 'first_name' | 'last_name'>): Text {
  const parts = [person.first_name, person.last_name].filter((part) => part !== null && part !== '')
  return parts.length === 0 ? person.first_name : parts.join(' ')
}

/** customer_name of an invoice. */
export function customerName({ customerNames }: Answers, { customer: person, billing_address }: Order): Text {
  const { first_name, last_name } = person
  if (customerNames === 'company') return billing_address?.company || fullName(person)
  if (customerNames === 'first last' || !first_name || !last_name) return fullName(person)
  return `${last_name.toUpperCase()}, ${first_name}`
}

/** A country as answers show it. */
export function shownCountry(answers: Answers, country: Text): Text {
  if (country === null) return null
  return answers.country === 'code' ? countryCode(country) : countryName(country)
}

/** Finishes an object of an answer: fields of our own, and nulls left out where the server does so. */
function shown(answers: Answers, fields: Record<string, unknown>): Record<string, unknown> {
  const all = answers.extraFields ? { ...fields, object: 'record', links: { self: null } } : fields
  if (answers.unset !== 'absent') return all
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => value !== null || NULLABLE.has(name)),
  )
}

function address(answers: Answers, value: (Address & object) | null): object | null {
  return value && shown(answers, { ...value, country: shownCountry(answers, value.country) })
}

function shared(answers: Answers, { id, slug, number, type, order, createdAt, updatedAt }: Invoice) {
  return {
    id,
    slug,
    number,
    invoice_type: type,
    total_price: money(answers, totalOf(answers, order), order.currency),
    currency: order.currency,
    financial_status: order.financial_status,
    order_name: order.name,
    created_at: timestamp(answers, createdAt),
    updated_at: timestamp(answers, updatedAt),
  }
}

/** InvoiceSummary. */
export function invoiceSummary({ answers }: World, invoice: Invoice): object {
  const { customer } = invoice.order
  return shown(answers, {
    ...shared(answers, invoice),
    customer_name: customerName(answers, invoice.order),
    customer_email: customer.email,
  })
}

/** InvoiceDetail. */
export function invoiceDetail({ answers }: World, invoice: Invoice): object {
  const { order } = invoice
  return shown(answers, {
    ...shared(answers, invoice),
    fulfillment_status: order.fulfillment_status,
    order_number: order.number,
    processed_at: timestamp(answers, order.processed_at),
    note: order.note,
    customer: shown(answers, { ...order.customer }),
    billing_address: address(answers, order.billing_address),
    shipping_address: address(answers, order.shipping_address),
    line_items: order.line_items.map((line) =>
      shown(answers, { ...line, price: money(answers, line.price, order.currency) }),
    ),
    tax_lines: order.tax_lines.map((tax) =>
      shown(answers, { ...tax, price: money(answers, tax.price, order.currency) }),
    ),
  })
}

/** Of a template these always have a value. */
const LASTING = new Set(['name', 'template_type'])

/** Values as they are shown where a text was emptied. */
const emptied = (answers: Answers, values: Values): Values =>
  answers.emptied === 'empty' ? values : Object.fromEntries(Object.entries(values).map(withoutEmpty))

const withoutEmpty = ([name, value]: [string, Value]): [string, Value] => [
  name,
  value === '' && !LASTING.has(name) ? null : value,
]

/** Template or Customer, with addresses where they are asked for. */
export function rowShown({ answers }: World, row: Row, withAddresses: boolean): object {
  return shown(answers, {
    id: row.id,
    ...emptied(answers, row.values),
    ...row.outputOnly,
    created_at: timestamp(answers, row.createdAt),
    updated_at: timestamp(answers, row.updatedAt),
    ...(withAddresses && { addresses: row.addresses.map((entry) => address(answers, entry)) }),
  })
}

/** Settings. */
export function settingsShown({ answers }: World, settings: Values): object {
  return shown(answers, emptied(answers, settings))
}
