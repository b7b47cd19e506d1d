/** A line's price, in thousandths of the currency, and its quantity. */
export interface Priced {
  price: number
  quantity: number
}

/** How a platform computes the amounts of an order. The specification states no way, so each one is right. */
export type Reckoning = 'integers' | 'floats' | 'per line' | 'once'

/** A tax in thousandths, a multiple of `step`. */
type TaxOf = (lines: readonly Priced[], rate: number, step: number) => number

const roundTo = (thousandths: number, step: number): number => Math.round(thousandths / step) * step

const subtotalOf = (lines: readonly Priced[]): number =>
  lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)

/** Adds floats in the order of the lines: another order may give another last bit, and so another cent. */
const floatSum = (lines: readonly Priced[]): number =>
  lines.reduce((sum, { price, quantity }) => sum + (price / 1000) * quantity, 0)

const TAXES: Readonly<Record<Reckoning, TaxOf>> = {
  integers: (lines, rate, step) => roundTo(rate * subtotalOf(lines), step),
  floats: (lines, rate, step) =>
    Math.round(Number((rate * floatSum(lines)).toFixed(step === 1000 ? 0 : 2)) * 1000),
  'per line': (lines, rate, step) =>
    lines.reduce((sum, { price, quantity }) => sum + roundTo(rate * price * quantity, step), 0),
  once: (lines, rate, step) => roundTo(rate * subtotalOf(lines), step),
}

/** The smallest unit of a currency in thousandths, as this platform rounds: yen whole, all others to hundredths. */
export const stepOf = (currency: string): number => (currency === 'JPY' ? 1000 : 10)

/** A tax as a platform of this way computes it. */
export const taxPrice = (way: Reckoning, lines: readonly Priced[], rate: number, step: number): number =>
  TAXES[way](lines, rate, step)

/** The total: lines and taxes as they are shown, or with all taxes in one product, rounded once. */
export function totalPrice(
  way: Reckoning,
  {
    currency,
    line_items,
    tax_lines,
  }: {
    currency: string
    line_items: readonly Priced[]
    tax_lines: readonly { rate: number; price: number }[]
  },
): number {
  const subtotal = subtotalOf(line_items)
  if (way !== 'once') return tax_lines.reduce((sum, { price }) => sum + price, subtotal)
  const rate = tax_lines.reduce((sum, tax) => sum + tax.rate, 0)
  return subtotal + roundTo(rate * floatSum(line_items) * 1000, stepOf(currency))
}
