import { readDecimal, shareOf, sumOfLines } from '../../../../schemas/commerce/money.ts'
import { isObject } from '../../../server/client/exchange.ts'

/** So many times more or less than a rate comes to a tax may be: of a part of the lines, of shipping too. */
const FACTOR = 3

/**
 * Whether a rate that is no number up to 1 is none of a tax of more than 100 percent either (shape.tax-rate): where it is a number, what
 * the tax comes to of the lines of its invoice is what such a percentage would. Amounts that tell nothing are held against nobody.
 * @param path of the rate in the invoice: `tax_lines.0.rate`
 */
export function isWrongRate(invoice: unknown, path: string): boolean {
  if (!isObject(invoice)) return true
  const [field = '', index = ''] = path.split('.')
  const tax = itemsOf(invoice[field])[Number(index)]
  const rate = tax?.['rate']
  if (typeof rate !== 'number') return true
  const price = readDecimal(tax?.['price'])
  if (!price) return false
  const share = Math.abs(shareOf(price, sumOfLines(itemsOf(invoice['line_items']))))
  if (!(share > 0) || !Number.isFinite(share)) return false
  const asPercentage = distance(share, Math.abs(rate) / 100)
  return asPercentage <= Math.log(FACTOR) && asPercentage < distance(share, Math.abs(rate))
}

const itemsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map((item) => (isObject(item) ? item : {})) : []

/** By how much a share of the lines differs from what a rate comes to, whether their prices include the tax or not. */
const distance = (share: number, rate: number): number =>
  Math.min(...[rate, rate / (1 + rate)].map((one) => Math.abs(Math.log(share / one))))
