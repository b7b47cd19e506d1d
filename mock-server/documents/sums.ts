import type { InvoiceDetail, LineItem, TaxLine } from '../../schemas/types.ts'
import { currencyDigits } from '../../schemas/commerce/money.ts'
import { decimalText, minus, parseDecimal, plus, times, ZERO, type Decimal } from './decimal.ts'
import type { Labels } from './labels.ts'
import { amountText, count, percentage, type MoneyFormat } from './money.ts'
import { listOf, textOf, type DocumentKind } from './source.ts'

/** One line below the table. */
export interface Sum {
  label: string
  value: string
  weight: 'usual' | 'total' | 'due'
}

/** What sums are told with. */
export interface Wording {
  locale: string
  labels: Labels
  money: MoneyFormat
}

/** Quantity times price as a decimal string; empty when either is no number. */
export function lineAmount({ quantity, price }: LineItem): string {
  const amount = amountOf(quantity, price)
  return amount ? decimalText(amount) : ''
}

function amountOf(quantity: unknown, price: unknown): Decimal | null {
  const pieces = parseDecimal(textOf(quantity))
  const each = parseDecimal(textOf(price))
  return pieces && each && times(pieces, each)
}

/** All amounts of a document. */
export function amountsOf(invoice: InvoiceDetail): (Decimal | null)[] {
  const { subtotal, taxes, tax, whole, rest } = reckon(invoice)
  const lines = listOf(invoice.line_items)
  return [
    ...lines.flatMap(({ quantity, price }) => [parseDecimal(textOf(price)), amountOf(quantity, price)]),
    ...taxes.map(({ price }) => parseDecimal(textOf(price))),
    subtotal,
    tax,
    whole,
    rest,
  ]
}

function reckon(invoice: InvoiceDetail) {
  const subtotal = total(listOf(invoice.line_items).map(({ quantity, price }) => amountOf(quantity, price)))
  const taxes = listOf(invoice.tax_lines)
  const tax = total(taxes.map(({ price }) => parseDecimal(textOf(price))))
  const whole = parseDecimal(textOf(invoice.total_price)) ?? plus(subtotal, tax)
  const beyond = minus(whole, subtotal)
  const minor = minorUnit(textOf(invoice.currency))
  const included = tax.units !== 0n && isIncluded({ beyond, tax, whole, minor }, taxes)
  const rest = included ? beyond : minus(beyond, tax)
  return { subtotal, taxes, tax, whole, included, rest, minor }
}

const minorUnit = (currency: string): Decimal => ({
  units: 1n,
  scale: currencyDigits(currency.toUpperCase()),
})

interface Reckoned {
  beyond: Decimal
  tax: Decimal
  whole: Decimal
  minor: Decimal
}

/**
 * Whether the prices hold the tax already. So they do when nothing is in the total beyond them, or less than the tax
 * (shipping, with its tax in it) and the tax is that share of the total.
 */
function isIncluded({ beyond, tax, whole, minor }: Reckoned, taxes: readonly TaxLine[]): boolean {
  if (beyond.units === 0n) return true
  const rest = minus(beyond, tax)
  if (beyond.units < 0n || rest.units >= 0n || isBelow(rest, minor)) return false
  const rate = total(taxes.map((line) => parseDecimal(String(line.rate))))
  const off = minus(times(tax, plus(ONE, rate)), times(whole, rate))
  const most = times(minor, { units: BigInt(taxes.length + 1), scale: 0 })
  return isBelow(off, most)
}

const ONE: Decimal = { units: 1n, scale: 0 }

/** Whether an amount is nearer to nothing than another. */
const isBelow = (amount: Decimal, most: Decimal): boolean =>
  minus(amount, most).units < 0n && plus(amount, most).units > 0n

/** Subtotal, taxes, what else is in the total, the total and the amount due: always a sum that comes out right. */
export function sumsOf(kind: DocumentKind, invoice: InvoiceDetail, wording: Wording): Sum[] {
  const { labels, money } = wording
  const { subtotal, taxes, whole, included, rest, minor } = reckon(invoice)
  const adjustment = labels(isBelow(rest, minor) ? 'rounding' : 'adjustments')
  return [
    usual(labels('subtotal'), money(subtotal)),
    ...(rest.units === 0n ? [] : [usual(adjustment, money(rest))]),
    ...taxes.map((line) => usual(taxLabel(line, included, wording), amountText(money, textOf(line.price)))),
    { label: labels(totalLabel(kind)), value: money(whole), weight: 'total' },
    ...amountDue(kind, invoice, wording),
  ]
}

const usual = (label: string, value: string): Sum => ({ label, value, weight: 'usual' })

const total = (amounts: readonly (Decimal | null)[]) =>
  amounts.reduce<Decimal>((sum, a) => (a ? plus(sum, a) : sum), ZERO)

function taxLabel({ title, rate }: TaxLine, included: boolean, { locale, labels }: Wording): string {
  const share = typeof rate === 'number' && Number.isFinite(rate) ? percentage(locale, rate) : ''
  return [included ? labels('included_tax') : '', textOf(title) || labels('tax'), share]
    .filter(Boolean)
    .join(' ')
}

const SETTLED = ['paid', 'partially_refunded', 'refunded', 'voided']
const PAYABLE: readonly DocumentKind[] = ['invoice', 'pro_forma']

const totalLabel = (kind: DocumentKind) => (kind === 'credit_note' ? 'total_credited' : 'total')

/** The total in words: `Total €296.91`. */
export const totalLine = (kind: DocumentKind, invoice: InvoiceDetail, { labels, money }: Wording): string =>
  `${labels(totalLabel(kind))} ${money(reckon(invoice).whole)}`

/** What is due of an invoice; null of what is no demand, and where nothing is known to be. */
export function dueAmount(kind: DocumentKind, invoice: InvoiceDetail): Decimal | null {
  const status = textOf(invoice.financial_status)
  if (!PAYABLE.includes(kind) || status === 'partially_paid') return null
  return SETTLED.includes(status) ? ZERO : reckon(invoice).whole
}

/** How many pieces there are, for who packs them. */
export function piecesOf(invoice: InvoiceDetail, locale: string, labels: Labels): Sum[] {
  const pieces = listOf(invoice.line_items).map(({ quantity }) => quantity)
  const whole = pieces.reduce((sum, quantity) => sum + (Number.isFinite(quantity) ? quantity : 0), 0)
  return [{ label: labels('pieces'), value: count(locale, whole), weight: 'due' }]
}

/** Nothing is due once settled. How much of a partial payment came in no field tells, so then nothing is claimed. */
function amountDue(kind: DocumentKind, invoice: InvoiceDetail, { labels, money }: Wording): Sum[] {
  const due = dueAmount(kind, invoice)
  return due ? [{ label: labels('amount_due'), value: money(due), weight: 'due' }] : []
}
