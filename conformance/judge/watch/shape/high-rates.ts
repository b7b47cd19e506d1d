import { isObject } from '../../../server/client/exchange.ts'

/**
 * Whether a rate above 1 is a fraction nevertheless, of a tax of more than 100 percent (shape.tax-rate): what the tax comes to, of the
 * lines of its invoice, tells it from a percentage. Nobody judges one whose amounts tell nothing.
 * @param path of the rate in the invoice: `tax_lines.0.rate`
 */
export function isHighRate(invoice: unknown, path: string): boolean {
  if (!isObject(invoice)) return false
  const [field = '', index = ''] = path.split('.')
  const tax = itemsOf(invoice[field])[Number(index)]
  const rate = tax?.['rate']
  if (typeof rate !== 'number') return false
  const share = Number(tax?.['price']) / sumOf(itemsOf(invoice['line_items']))
  if (!Number.isFinite(share) || share === 0) return true
  return distance(share, rate) < distance(share, rate / 100)
}

const itemsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map((item) => (isObject(item) ? item : {})) : []

const sumOf = (lines: readonly Record<string, unknown>[]): number =>
  lines.reduce((sum, { price, quantity }) => sum + Number(price) * Number(quantity), 0)

/** By how much a share of the lines differs from what a rate comes to, whether their prices include the tax or not. */
function distance(share: number, rate: number): number {
  const shares = [Math.abs(rate), Math.abs(rate) / (1 + Math.abs(rate))]
  return Math.min(...shares.map((one) => Math.abs(Math.log(Math.abs(share) / one))))
}
