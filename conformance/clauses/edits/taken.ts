import type { OrderPatch } from '../../server/store/platform.ts'
import { lacking } from './lacking.ts'
import type { Line } from './many-lines.ts'

/**
 * What of an edit the platform's answer shows, as an invoice has it.
 * @param order null where it shows nothing
 */
export function takenOf(patch: OrderPatch, order: OrderPatch | null): OrderPatch {
  const shown = Object.entries(told(patch)).filter(
    ([field, value]) => lacking(value, order?.[field]).length === 0,
  )
  return termsShown(Object.fromEntries(shown))
}

/** Titles and rates arrive as they are sent; of the amounts of taxes the platform may have its own opinion. */
export const told = ({ tax_lines, ...patch }: OrderPatch): OrderPatch =>
  tax_lines === undefined
    ? patch
    : {
        ...patch,
        tax_lines: Object.values(tax_lines ?? []).map(({ title, rate }: Line) => ({ title, rate })),
      }

/** The fields of an order as its invoice calls them. */
export const termsShown = ({ name, number, ...same }: OrderPatch): OrderPatch => ({
  ...same,
  ...(name !== undefined && { order_name: name }),
  ...(number !== undefined && { order_number: number }),
})
