import type { InvoiceDetail } from '../../../schemas/types.ts'
import { isObject } from '../../server/client/exchange.ts'
import type { OrderPatch } from '../../server/store/platform.ts'
import type { Edit } from './edit.ts'

type Line = Record<string, unknown>

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

const edited = (name: string, patch: OrderPatch, computed: readonly string[]): Edit => ({
  name,
  patch,
  query: {},
  computed,
})
const linesEdited = (name: string, line_items: Line[]) =>
  edited(name, { line_items }, ['total_price', 'tax_lines'])
const taxesEdited = (name: string, tax_lines: Line[]) => edited(name, { tax_lines }, ['total_price'])

/** A line more, with another price; all in reverse; and at last the lines of the beginning. */
export function lineEdits({ line_items }: InvoiceDetail, mark: string): Edit[] {
  const lines = knownLines(line_items).map((line, index) => ({ ...line, title: `Line ${index} ${mark}` }))
  const [first] = knownLines(line_items)
  if (!first) return []
  const further = { ...withOtherPrice(first), title: `One more ${mark}`, quantity: 2 }
  return [
    linesEdited('the lines, one added', [...lines, further]),
    linesEdited('the order of the lines', [...lines, further].toReversed()),
    linesEdited('the lines, one removed', lines),
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

/** Other rates and a tax more; and at last the taxes of the beginning. Their amounts follow from the rates. */
export function taxEdits({ tax_lines }: InvoiceDetail, mark: string): Edit[] {
  const taxes = partsOf(tax_lines, ['title', 'rate'])
  const [first] = taxes
  if (!first) return []
  const others = [...taxes, { title: `Levy ${mark}` }].map((tax, index) => ({
    ...tax,
    rate: RATES[index % RATES.length],
  }))
  return [taxesEdited('the tax rates', others), taxesEdited('the taxes, one removed', taxes)]
}
