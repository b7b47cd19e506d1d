import type { InvoiceDetail } from '../../../schemas/types.ts'
import { isObject } from '../../server/client/exchange.ts'

/** ASCII words of an invoice's texts that stand in nothing of the other invoice. */
export function ownWords(mine: InvoiceDetail, other: InvoiceDetail): string[] {
  const foreign = textsOf(other).join(' ').toLowerCase()
  const words = textsOf(mine).flatMap((text) => text.match(/[A-Za-z]{4,}/g) ?? [])
  return [...new Set(words)].filter((word) => !foreign.includes(word.toLowerCase()))
}

/** What documents usually show of an invoice: names, addresses, what was sold. */
export function textsOf({
  customer,
  billing_address,
  shipping_address,
  line_items,
}: InvoiceDetail): string[] {
  const items = Array.isArray(line_items) ? line_items : []
  return [customer, billing_address, shipping_address, ...items].flatMap((part: unknown) =>
    isObject(part) ? Object.values(part).filter((value) => typeof value === 'string') : [],
  )
}
