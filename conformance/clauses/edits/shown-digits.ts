import type { InvoiceDetail } from '../../../schemas/types.ts'
import { digitsOf, knownLines } from './amount-edits.ts'

/**
 * Digits after the point that a server shows of amounts, two at the most: it may show fewer than its platform keeps
 * (question format.money).
 */
export function shownDigits(
  amounts: readonly { price?: unknown; total_price?: unknown; currency?: unknown }[],
): number {
  const shown = amounts.map(({ price, total_price, currency }) => {
    const digits = /\.(\d+)$/.exec(String(price ?? total_price))?.[1]?.length ?? 0
    return Math.min(digits, typeof currency === 'string' ? digitsOf(currency) : 2)
  })
  return Math.min(2, Math.max(0, ...shown))
}

/** The same of all amounts of an invoice: its lines do not say in which currency they are. */
export const digitsOn = ({ total_price, currency, line_items }: InvoiceDetail): number =>
  shownDigits([{ total_price }, ...knownLines(line_items)].map((amount) => ({ ...amount, currency })))
