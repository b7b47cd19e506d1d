import type { InvoiceDetail } from '../../../schemas/types.ts'
import { isObject } from '../../server/client/exchange.ts'
import type { OrderPatch } from '../../server/store/platform.ts'
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

/** Taxes of these lines, each with its amount: whole, as a platform stores them that computes none. */
function taxesFor(
  { currency, line_items, tax_lines }: InvoiceDetail,
  taxes: readonly Line[],
  lines: readonly Line[],
): Line[] {
  const [first] = partsOf(tax_lines, ['rate', 'price'])
  const shown = /\.(\d+)$/.exec(String(first?.['price']))?.[1]?.length ?? 0
  // A server that trims zeros, or rounds, shows fewer than its platform takes.
  const digits = Math.max(shown, digitsOf(currency))
  const share = shareOf(first, sumOf(knownLines(line_items)), 10 ** -Math.min(shown, digitsOf(currency)))
  return taxes.map((tax) => ({ ...tax, price: (Number(tax['rate']) * share * sumOf(lines)).toFixed(digits) }))
}

/** Digits after the point that amounts of a currency have; none for what is no code of one. */
export function digitsOf(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 0
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  )
}

/** What is taxed may be more or less than the lines, by more than is rounded: shipping, or prices that include the tax. */
function shareOf(tax: Line | undefined, sum: number, unit: number): number {
  const expected = Number(tax?.['rate']) * sum
  const price = Number(tax?.['price'])
  return !expected || Math.abs(price - expected) <= unit ? 1 : price / expected
}

const sumOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, line) => sum + Number(line['price']) * Number(line['quantity']), 0)

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
      Number(further['price']) > 0 ? ['less', 'the lines, one added'] : undefined,
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
