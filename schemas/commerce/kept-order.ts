import { inUtc } from '../moments.ts'
import type { LineItem, PlatformOrder } from '../types.ts'
import { currencyDigits, fromMinor, toMinor } from './money.ts'

/**
 * An order as records keep it, however it was written: its time in UTC, its prices with the currency's own digits,
 * rounded where they have more. Answers turn that form into the dialect's and no other. The same order where it is so.
 */
export function keptOrder<Order extends Pick<PlatformOrder, 'currency' | 'processed_at' | 'line_items'>>(
  order: Order,
): Order {
  const digits = currencyDigits(order.currency)
  const processed_at = inUtc(order.processed_at)
  const written = order.line_items.every(({ price }) => isAmount(price, digits))
  if (written && processed_at === order.processed_at) return order
  return { ...order, processed_at, line_items: order.line_items.map((line) => keptLine(line, digits)) }
}

const keptLine = <Line extends Pick<LineItem, 'price'>>(line: Line, digits: number): Line => ({
  ...line,
  price: fromMinor(toMinor(line.price, digits), digits),
})

/** Whether an amount is written as it is computed: no zero too many, and none that is below nothing. */
function isAmount(price: string, digits: number): boolean {
  const [, whole = '', fraction = ''] = /^(?!-[0.]+$)-?(0|[1-9]\d*)(?:\.(\d+))?$/.exec(price) ?? []
  return whole !== '' && fraction.length === digits
}
