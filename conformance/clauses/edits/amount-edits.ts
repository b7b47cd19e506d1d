import {
  areDecimalsWithin,
  compareAmounts,
  fractionDigits,
  fromMinor,
  ONE,
  quotientToMinor,
  readDecimal,
  sumOfLines,
  times,
  ZERO,
  type Decimal,
} from '../../../schemas/commerce/money.ts'
import type { InvoiceDetail } from '../../../schemas/types.ts'
import { isObject } from '../../server/client/exchange.ts'
import type { OrderPatch } from '../../server/store/platform.ts'
import { digitsOf, roundedDigits } from './currency-digits.ts'
import type { Edit } from './edit.ts'
import type { Line } from './many-lines.ts'

/** The lines as they were shown, as far as a platform surely takes them; none where they are not shown as objects. */
export const knownLines = (lines: unknown): Line[] =>
  partsOf(lines, ['title', 'variant_title', 'quantity', 'price', 'sku'])

function partsOf(parts: unknown, fields: readonly string[]): Line[] {
  if (!Array.isArray(parts) || !parts.every(isObject)) return []
  return parts.map((part) =>
    Object.fromEntries(
      Object.entries(part).filter(([field, value]) => fields.includes(field) && value != null),
    ),
  )
}

/** Lines of an order and the taxes that it has, of these lines: a platform that computes none keeps what it is given. */
export function withTheirTaxes(invoice: InvoiceDetail, line_items: Line[]): OrderPatch {
  const tax_lines = taxesFor(invoice, knownTaxes(invoice), line_items)
  return tax_lines.length > 0 ? { line_items, tax_lines } : { line_items }
}

/** Titles and rates arrive as they are sent; of the amounts of taxes the platform may have its own opinion. */
function linesEdited(name: string, invoice: InvoiceDetail, line_items: Line[], total?: Edit['total']): Edit {
  return {
    name,
    patch: withTheirTaxes(invoice, line_items),
    shown: { line_items },
    query: {},
    computed: ['total_price', 'tax_lines'],
    ...(total && { total }),
  }
}

function taxesEdited(name: string, invoice: InvoiceDetail, taxes: Line[]): Edit {
  const tax_lines = taxesFor(invoice, taxes, knownLines(invoice.line_items))
  const shown = { tax_lines: tax_lines.map((tax) => ({ title: tax['title'], rate: tax['rate'] })) }
  return { name, patch: { tax_lines }, shown, query: {}, computed: ['total_price'] }
}

const knownTaxes = ({ tax_lines }: InvoiceDetail) => partsOf(tax_lines, ['title', 'rate'])

/**
 * Taxes of these lines with their amounts, for platforms that compute none. Each amount is exact until it is rounded
 * once, so the order of the lines cannot change it.
 */
function taxesFor(
  { currency, line_items, tax_lines }: InvoiceDetail,
  taxes: readonly Line[],
  lines: readonly Line[],
): Line[] {
  const [first] = partsOf(tax_lines, ['rate', 'price'])
  const shown = fractionDigits(first?.['price'])
  // A server that trims zeros, or rounds, shows fewer digits than its platform takes.
  const digits = Math.max(shown, digitsOf(currency))
  const base = baseOf(first, knownLines(line_items), roundedDigits(shown, currency))
  const sum = sumOfLines(lines)
  return taxes.map((tax) => ({ ...tax, price: taxOf(tax['rate'], sum, base, digits) }))
}

/** The share of the lines that is taxed, as a quotient of two amounts. */
interface Base {
  taxed: Decimal
  lines: Decimal
}

function taxOf(rate: unknown, sum: Decimal, { taxed, lines }: Base, digits: number): string {
  const factor = readDecimal(rate) ?? ZERO
  return fromMinor(quotientToMinor(times(times(factor, sum), taxed), lines, digits), digits)
}

/**
 * The amount that the shown tax was taken of. It may be more or less than the lines: shipping, or prices that include the tax.
 * A difference that comes from rounding each line is no such share.
 */
function baseOf(tax: Line | undefined, lines: readonly Line[], digits: number): Base {
  const [rate, price] = [readDecimal(tax?.['rate']), readDecimal(tax?.['price'])]
  const expected = rate && times(rate, sumOfLines(lines))
  const units = BigInt(lines.length)
  if (!expected || !price || expected.units === 0n || areDecimalsWithin(price, expected, units, digits))
    return { taxed: ONE, lines: ONE }
  return { taxed: price, lines: expected }
}

/** A line more, with another price; all in reverse; and at last the lines of the beginning. */
export function lineEdits(invoice: InvoiceDetail, mark: string): Edit[] {
  const { line_items } = invoice
  const lines = knownLines(line_items).map((line, index) => ({ ...line, title: `Line ${index} ${mark}` }))
  const [first] = knownLines(line_items)
  if (!first) return []
  const further: Line = { ...withOtherPrice(first), title: `One more ${mark}`, quantity: 2 }
  return [
    linesEdited('the lines, one added', invoice, [...lines, further]),
    linesEdited('the order of the lines', invoice, [...lines, further].toReversed(), [
      'same',
      'the lines, one added',
    ]),
    linesEdited(
      'the lines, one removed',
      invoice,
      lines,
      (compareAmounts(further['price'], '0') ?? 0n) > 0n ? ['less', 'the lines, one added'] : undefined,
    ),
  ]
}

/** Another price with as many digits after the point: those of its currency. */
function withOtherPrice(line: Line): Line {
  const { price } = line
  if (typeof price !== 'string') return line
  return { ...line, price: price.replace(/\d(?=\.|$)/, (digit) => (digit === '7' ? '8' : '7')) }
}

/** Rates that there are, of three and four digits. */
const RATES = [0.0775, 0.081]

/** Other rates and a tax more; and at last the taxes of the beginning. Their amounts follow from rates and lines. */
export function taxEdits(invoice: InvoiceDetail, mark: string): Edit[] {
  const taxes = knownTaxes(invoice)
  const [first] = taxes
  if (!first) return []
  const others = [...taxes, { title: `Levy ${mark}` }].map((tax, index) => ({
    ...tax,
    rate: RATES[index % RATES.length],
  }))
  return [
    taxesEdited('the tax rates', invoice, others),
    { ...taxesEdited('the taxes, one removed', invoice, taxes), total: ['same', 'the lines, one removed'] },
  ]
}
