import type { PlatformOrder, TaxLine } from '../types.ts'
import { currencyDigits, fromMinor, multiplyToMinor, sumMinor, timesMinor } from './money.ts'

/** What the platform computes of an order; every amount a decimal string with the currency's own digits. */
export interface OrderTotals {
  /** Sum of the lines, without tax. */
  subtotal: string
  /** The order's taxes, each with its amount: rate times subtotal. */
  tax_lines: TaxLine[]
  /** Subtotal and taxes. */
  total_price: string
}

/**
 * The totals of an order: each line is price times quantity, each tax its rate times the sum of the lines.
 * Exact whatever the size; every line and every tax is rounded to the smallest unit, halves away from zero.
 */
export function orderTotals(
  order: Pick<PlatformOrder, 'currency' | 'line_items' | 'tax_lines'>,
): OrderTotals {
  const digits = currencyDigits(order.currency)
  const lines = order.line_items.map((line) => multiplyToMinor(line.price, line.quantity, digits))
  const subtotal = sumMinor(lines)
  const taxes = order.tax_lines.map((tax) => timesMinor(subtotal, String(tax.rate)))
  return {
    subtotal: fromMinor(subtotal, digits),
    tax_lines: order.tax_lines.map(({ title, rate }, index) => ({
      title,
      rate,
      price: fromMinor(taxes[index] ?? 0n, digits),
    })),
    total_price: fromMinor(sumMinor([subtotal, ...taxes]), digits),
  }
}

/** The order with the platform's amounts: each tax line gets its price. */
export function priced<Order extends Pick<PlatformOrder, 'currency' | 'line_items' | 'tax_lines'>>(
  order: Order,
): Order {
  return { ...order, tax_lines: orderTotals(order).tax_lines }
}
