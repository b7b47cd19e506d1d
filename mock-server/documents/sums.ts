import type { InvoiceDetail, LineItem, TaxLine } from '../../schemas/types.ts'
import { decimalText, minus, parseDecimal, plus, times, ZERO, type Decimal } from './decimal.ts'
import type { Labels } from './labels.ts'
import { amountText, percentage, type MoneyFormat } from './money.ts'
import { listOf, textOf, type DocumentKind } from './source.ts'

/** One line below the table. */
export interface Sum {
  label: string
  value: string
  weight: 'usual' | 'total' | 'due'
}

interface Wording {
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

/** Subtotal, taxes, what else is in the total, the total and the amount due: always a sum that comes out right. */
export function sumsOf(kind: DocumentKind, invoice: InvoiceDetail, wording: Wording): Sum[] {
  const { labels, money } = wording
  const subtotal = total(listOf(invoice.line_items).map(({ quantity, price }) => amountOf(quantity, price)))
  const taxes = listOf(invoice.tax_lines)
  const tax = total(taxes.map(({ price }) => parseDecimal(textOf(price))))
  const whole = parseDecimal(textOf(invoice.total_price)) ?? plus(subtotal, tax)
  const beyond = minus(whole, subtotal)
  const included = tax.units !== 0n && beyond.units === 0n
  const rest = included ? ZERO : minus(beyond, tax)
  return [
    usual(labels('subtotal'), money(subtotal)),
    ...(rest.units === 0n ? [] : [usual(labels('adjustments'), money(rest))]),
    ...taxes.map((line) => usual(taxLabel(line, included, wording), amountText(money, textOf(line.price)))),
    { label: labels('total'), value: money(whole), weight: 'total' },
    ...amountDue(kind, invoice, whole, wording),
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

/** Nothing is due once settled. How much of a partial payment came in no field tells, so then nothing is claimed. */
function amountDue(kind: DocumentKind, invoice: InvoiceDetail, whole: Decimal, wording: Wording): Sum[] {
  const status = textOf(invoice.financial_status)
  if (!PAYABLE.includes(kind) || status === 'partially_paid') return []
  const value = wording.money(SETTLED.includes(status) ? ZERO : whole)
  return [{ label: wording.labels('amount_due'), value, weight: 'due' }]
}
