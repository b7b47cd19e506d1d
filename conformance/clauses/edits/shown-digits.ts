import { fractionDigits } from '../../../schemas/commerce/money.ts'
import type { InvoiceDetail } from '../../../schemas/types.ts'
import { knownLines } from './amount-edits.ts'
import { digitsOf } from './currency-digits.ts'

/**
 * Digits after the point that a server shows of amounts, two at the most: it may show fewer than its platform keeps
 * (question format.money).
 */
export function shownDigits(
  amounts: readonly { price?: unknown; total_price?: unknown; currency?: unknown }[],
): number {
  const shown = amounts.map(({ price, total_price, currency }) => {
    const digits = fractionDigits(price ?? total_price)
    return Math.min(digits, typeof currency === 'string' ? digitsOf(currency) : 2)
  })
  return Math.min(2, Math.max(0, ...shown))
}

/** The same of all amounts of an invoice: its lines do not say in which currency they are. */
export const digitsOn = ({ total_price, currency, line_items }: InvoiceDetail): number =>
  shownDigits([{ total_price }, ...knownLines(line_items)].map((amount) => ({ ...amount, currency })))
